import { fromPlain, type JsonValue } from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import type { Application } from './application.ts';
import {
  outcomes,
  severities,
  type Outcome,
  type Severity,
  outcomeLabel,
  severityOrder,
  type Ticket,
  factsReader,
  readTickets,
  type SettingFacts,
} from './setting.ts';
import { rowsOf } from './tolerant.ts';
import { defined, type EveryField } from '../util/defined.ts';
import { fieldsIn } from '../util/plainRecord.ts';
import {
  listOf,
  oneOf,
  optional,
  readFields,
  text,
  texts,
  type Fields,
  type RecordOf,
} from '../util/readFields.ts';
import { l10n } from '../util/l10n.ts';

const textOrEmpty = (value: unknown): string => text(value) ?? '';

const settingFields = {
  id: textOrEmpty,
  name: textOrEmpty,
  category: textOrEmpty,
  outcome: (value: unknown): Outcome => oneOf(...outcomes)(value) ?? 'unknown',
  severity: (value: unknown): Severity => oneOf(...severities)(value) ?? 'unrated',
  current: optional(text),
  recommended: optional(text),
  operator: optional(text),
  control: optional(text),
  /** The keys of its tickets. */
  tickets: optional(texts),
} as const satisfies Fields & Readonly<Record<keyof SettingFacts, unknown>>;

const applicationFields = {
  id: textOrEmpty,
  name: textOrEmpty,
  type: optional(text),
  health: optional(text),
  status: optional(text),
  /** The reason why its settings could not be read. */
  problem: optional(text),
  settings: listOf((value) => readFields(settingFields, value)),
} as const satisfies Fields;

const snapshotFields = {
  console: textOrEmpty,
  /** ISO time. */
  takenAt: textOrEmpty,
  applications: listOf((value) => readFields(applicationFields, value)),
} as const satisfies Fields;

/** The posture of a tenant at one time, with only the fields that comparisons need. */
export type PostureSnapshot = RecordOf<typeof snapshotFields>;
export type SnapshotApplication = RecordOf<typeof applicationFields>;
export type SnapshotSetting = RecordOf<typeof settingFields>;

export const snapshotSuffix = '.posture.json';
const kind = 'ordinance-posture';
const version = 1;

/**
 * Reads the applications of one snapshot. A part of an answer keeps the whole answer in memory. So a snapshot has copies:
 * one of each distinct text, and one of each id, because ids rarely repeat.
 */
export class SnapshotReader {
  readonly #texts = new Map<string, string>();

  /** `settings` is an answer of the service. */
  read(
    application: Application,
    settings: JsonValue,
    severities?: ReadonlyMap<string, Severity>,
  ): SnapshotApplication {
    const factsOf = factsReader(severities);
    const rows = rowsOf(settings).map((row) => {
      const { id, name, category, outcome, severity, current, recommended, operator, control } = factsOf(row);
      const tickets = readTickets(row).map(({ key }) => copyOf(key));
      const facts = defined({
        id: copyOf(id),
        name: this.#kept(name),
        category: this.#kept(category),
        outcome,
        severity,
        current: this.#kept(current),
        recommended: this.#kept(recommended),
        operator: this.#kept(operator),
        control: this.#kept(control),
      } satisfies EveryField<SettingFacts>);
      return tickets.length === 0 ? facts : { ...facts, tickets };
    });
    return this.#application(application, rows);
  }

  /** `problem` is the reason why the settings could not be read. */
  unread(application: Application, problem: string): SnapshotApplication {
    return this.#application(application, [], problem);
  }

  #application(
    { id, name, type, health, status }: Application,
    settings: readonly SnapshotSetting[],
    problem?: string,
  ): SnapshotApplication {
    return defined({
      id: this.#kept(id),
      name: this.#kept(name),
      type: this.#kept(type),
      health: this.#kept(health),
      status: this.#kept(status),
      problem: this.#kept(problem),
      settings,
    } satisfies EveryField<SnapshotApplication>);
  }

  #kept<T extends string | undefined>(text: T): T | string {
    if (text === undefined) {
      return text;
    }
    const known = this.#texts.get(text);
    if (known !== undefined) {
      return known;
    }
    const copy = copyOf(text);
    this.#texts.set(copy, copy);
    return copy;
  }
}

function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Writes in a stable order, so that two files differ only where the posture differs. */
export function writeSnapshot({ console, takenAt, applications }: PostureSnapshot): string {
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  const sorted = applications
    .toSorted(byId)
    .map((application) => ({ ...application, settings: application.settings.toSorted(byId) }));
  return `${writeJson(fromPlain({ kind, version, console, takenAt, applications: sorted }), { indent: 2 })}\n`;
}

/**
 * Undefined when the text is no snapshot. A snapshot of another version is not read, because this version
 * would ignore its other fields.
 */
export function readSnapshot(json: string): PostureSnapshot | 'unknown-version' | undefined {
  const value = fieldsIn(json);
  if (value['kind'] !== kind) {
    return undefined;
  }
  return value['version'] === version ? readFields(snapshotFields, value) : 'unknown-version';
}

/** Such as `2026-02-03T04-05-06Z.posture.json`, which sorts by time and is valid in every file system. */
export function snapshotFileName(takenAt: Date): string {
  return `${takenAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}${snapshotSuffix}`;
}

/** The time in the name of a snapshot file; undefined for another name. */
export function snapshotTime(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\./.exec(name) ?? [];
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** A scanned setting, or a setting of a snapshot, which has only the keys of its tickets. */
type WithFacts = Omit<SnapshotSetting, 'tickets'> & {
  readonly tickets?: readonly (string | Pick<Ticket, 'key'>)[];
};

interface SettingFact {
  readonly title: string;
  readonly of: (setting: WithFacts) => string | undefined;
  /** Tables hide the fact until the reader chooses it. */
  readonly hidden?: true;
  /** The words from the least to the worst. */
  readonly order?: readonly string[];
}

/**
 * The facts of a setting, in this order, for tables, rows of the tree and Markdown. A new fact
 * without a title is a type error.
 */
export function settingFacts(): readonly (SettingFact & { readonly key: string })[] {
  const facts: Readonly<Record<Exclude<keyof SnapshotSetting, 'id'>, SettingFact>> = {
    name: { title: l10n.t('Setting'), of: ({ name }) => name },
    category: { title: l10n.t('Category'), of: ({ category }) => category },
    outcome: { title: l10n.t('Outcome'), of: ({ outcome }) => outcomeLabel(outcome) },
    severity: { title: l10n.t('Severity'), of: ({ severity }) => severity, order: severityOrder },
    current: { title: l10n.t('Current value'), of: ({ current }) => current },
    recommended: { title: l10n.t('Recommended value'), of: ({ recommended }) => recommended },
    operator: { title: l10n.t('Operator'), of: ({ operator }) => operator, hidden: true },
    control: { title: l10n.t('Common control'), of: ({ control }) => control },
    tickets: {
      title: l10n.t('Tickets'),
      of: ({ tickets = [] }) =>
        tickets.map((ticket) => (typeof ticket === 'string' ? ticket : ticket.key)).join(', '),
    },
  };
  return Object.entries(facts).map(([key, fact]) => ({ key, ...fact }));
}
