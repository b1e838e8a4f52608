import type { JsonValue } from '../../core/json/json.ts';
import { readControl } from '../../core/posture/control.ts';
import type { Resource } from '../../core/posture/resource.ts';
import { readSettings } from '../../core/posture/setting.ts';
import type { Memory } from '../platform/memory.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import type { PostureReadings } from './postureReadings.ts';

export interface Integration {
  readonly id: string;
  readonly ticketing: string;
}

/** A link to a thing without a list in the service. */
export type Link =
  | { readonly kind: 'control'; readonly id: string; readonly name: string }
  | ({ readonly kind: 'integration' } & Integration)
  | ({ readonly kind: 'issue'; readonly key: string } & Integration);

/** The keys of the issues of an integration. */
export function issuesOf(links: readonly Link[], { id, ticketing }: Integration): readonly string[] {
  return links.flatMap((link) =>
    link.kind === 'issue' && link.id === id && link.ticketing === ticketing ? [link.key] : [],
  );
}

/** The limit of the remembered links of a console. Ordinance forgets the oldest ones first. */
const MAX_LINKS = 1000;

/** The remembered links of each console: opened controls, and integrations and issues that a ticket named or a person added. */
export class PostureLinks extends DisposableOwner {
  readonly #memory: Memory;
  readonly #changed = this.disposables.add(new Emitter<string>());
  /** Fires the console whose links changed. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memory, readings: PostureReadings) {
    super();
    this.#memory = memory;
    const learned = readings.onDidChange(({ sourceId, resource }) => {
      const answer = resource && readings.peek(sourceId, resource);
      if (answer) {
        this.#learn(sourceId, resource, answer.value);
      }
    });
    this.disposables.add(learned);
  }

  of(sourceId: string): readonly Link[] {
    return this.#memory.remembered(`links ${sourceId}`).filter(isLink);
  }

  add(sourceId: string, ...links: readonly Link[]): void {
    const known = this.of(sourceId);
    const byKey = new Map([...known, ...links].map((link) => [keyOf(link), link]));
    const all = [...byKey.values()].slice(-MAX_LINKS);
    if (JSON.stringify(all) !== JSON.stringify(known)) {
      this.#keep(sourceId, all);
    }
  }

  /** Removes a link, and an integration with its issues. */
  remove(sourceId: string, link: Link): void {
    const isPart = (other: Link): boolean =>
      link.kind === 'integration' &&
      other.kind === 'issue' &&
      other.id === link.id &&
      other.ticketing === link.ticketing;
    const rest = this.of(sourceId).filter((other) => keyOf(other) !== keyOf(link) && !isPart(other));
    this.#keep(sourceId, rest);
  }

  #learn(sourceId: string, resource: Resource, value: JsonValue): void {
    if (resource.kind === 'control') {
      this.add(sourceId, { kind: 'control', id: resource.id, name: readControl(value).name ?? '' });
    }
    if (resource.kind === 'configuration') {
      const tickets = readSettings(value).flatMap((setting) => setting.tickets);
      const links = tickets.flatMap(({ integration: id, ticketing, key }): readonly Link[] =>
        id === undefined
          ? []
          : [
              { kind: 'integration', id, ticketing },
              { kind: 'issue', id, ticketing, key },
            ],
      );
      this.add(sourceId, ...links);
    }
  }

  #keep(sourceId: string, links: readonly Link[]): void {
    void this.#memory.remember(`links ${sourceId}`, links);
    this.#changed.fire(sourceId);
  }
}

/** The fields of each kind of link. All of them are texts. */
const fields = {
  control: ['id', 'name'],
  integration: ['id', 'ticketing'],
  issue: ['id', 'ticketing', 'key'],
};

/** Identifies a link. A control stays the same link when the service changes its name. */
function keyOf(link: Link): string {
  const values = new Map(Object.entries(link));
  const names = fields[link.kind].filter((field) => field !== 'name');
  return JSON.stringify([link.kind, ...names.map((name) => values.get(name))]);
}

function isLink(value: unknown): value is Link {
  const item = (typeof value === 'object' && value ? value : {}) as Readonly<Record<string, unknown>>;
  const keys = Object.entries(fields).find(([kind]) => kind === item['kind'])?.[1];
  return keys?.every((key) => typeof item[key] === 'string') ?? false;
}
