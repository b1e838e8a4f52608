import type { Family, PolicyKind } from '../../policy/families.ts';
import { sensorFields } from '../../../generated/fieldTables.ts';

/** Fields of rules whose protection is spread over sensors, as their schemas describe them. All others are unknown. */
export interface Sensors {
  /** Words by how much they protect. A word that is not here is not compared with others. */
  readonly levels: Readonly<Record<string, number>>;
  /** Members that hold such a word. */
  readonly words: ReadonlySet<string>;
  /** Flags that protect more, or less, when they are set. */
  readonly more: ReadonlySet<string>;
  readonly less: ReadonlySet<string>;
  /** Lists of what is looked for: a longer one protects more. */
  readonly denied: ReadonlySet<string>;
  /** Lists of what is let through: a longer one protects less. Whether an empty one lets everything through, or nothing, is not known. */
  readonly allowed: ReadonlySet<string>;
  /** Lists of exceptions: a longer one protects less. */
  readonly exceptions: ReadonlySet<string>;
  /** Fields that an effect beside them enables. */
  readonly governed: Readonly<Record<string, ReadonlySet<string>>>;
  /** Objects that are looked into. */
  readonly objects: ReadonlySet<string>;
  /** Objects whose effect is for what their lists name, and for nothing else. */
  readonly lists: ReadonlySet<string>;
  /** Objects that are off as long as this is set, or is not. */
  readonly disabled: ReadonlySet<string>;
  readonly enabled: ReadonlySet<string>;
  /** Lists of parts that are told by this member. */
  readonly parts: Readonly<Record<string, string>>;
  /** Details of a protection, which protect nothing alone: the change of a difference is unknown. */
  readonly details: ReadonlySet<string>;
}

const levels: Readonly<Record<Family, Sensors['levels']>> = {
  vulnerability: {},
  compliance: {},
  runtime: { disable: 0, alert: 1, prevent: 2, block: 3 },
  waas: { disable: 0, alert: 1, prevent: 2, ban: 3 },
  cnns: {},
};

const known = new Map<string, Sensors>();

/** The sensors of the policies of a kind: words for what their objects cannot have are on no scale. */
export function sensorsOf({ family, cannot }: Pick<PolicyKind, 'family' | 'cannot'>): Sensors {
  const key = [family, ...cannot].join();
  const found = known.get(key) ?? readSensors(family, cannot);
  known.set(key, found);
  return found;
}

function readSensors(family: Family, cannot: readonly string[]): Sensors {
  const { governed, parts, ...lists } = sensorFields[family];
  return {
    levels: Object.fromEntries(Object.entries(levels[family]).filter(([word]) => !cannot.includes(word))),
    ...setsOf(lists),
    governed: setsOf<string>(governed),
    parts,
  };
}

function setsOf<K extends string>(
  lists: Readonly<Record<K, readonly string[]>>,
): Readonly<Record<K, ReadonlySet<string>>> {
  const sets = Object.entries<readonly string[]>(lists).map(([name, list]) => [name, new Set(list)]);
  return Object.fromEntries(sets) as Readonly<Record<K, ReadonlySet<string>>>;
}
