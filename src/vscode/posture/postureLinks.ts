import type { JsonValue } from '../../core/json/json.ts';
import { readControl } from '../../core/posture/control.ts';
import type { Resource } from '../../core/posture/resource.ts';
import { readSettings } from '../../core/posture/setting.ts';
import type { Memory } from '../platform/memory.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import type { PostureReadings } from './postureReadings.ts';
import type { Link } from './rows/postureRow.ts';

/** The links that are kept for a console; the oldest go first. */
const MAX_LINKS = 1000;

/**
 * Links to things without a list in the service, remembered for each console: opened controls, and integrations and issues from tickets or typed
 * ones.
 */
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
    const byText = new Map([...known, ...links].map((link) => [textOf(link), link]));
    if (byText.size > known.length) {
      this.#keep(sourceId, [...byText.values()].slice(-MAX_LINKS));
    }
  }

  /** An integration goes with its issues. */
  remove(sourceId: string, link: Link): void {
    const isPart = (one: Link): boolean =>
      link.kind === 'integration' &&
      one.kind === 'issue' &&
      one.id === link.id &&
      one.ticketing === link.ticketing;
    const left = this.of(sourceId).filter((one) => textOf(one) !== textOf(link) && !isPart(one));
    this.#keep(sourceId, left);
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

/** The members of each kind of link, all of them texts. */
const members = {
  control: ['id', 'name'],
  integration: ['id', 'ticketing'],
  issue: ['id', 'ticketing', 'key'],
};

function textOf(link: Link): string {
  const values = new Map(Object.entries(link));
  return JSON.stringify([link.kind, ...members[link.kind].map((name) => values.get(name))]);
}

function isLink(value: unknown): value is Link {
  const item = (typeof value === 'object' && value ? value : {}) as Readonly<Record<string, unknown>>;
  const keys = Object.entries(members).find(([kind]) => kind === item['kind'])?.[1];
  return keys?.every((key) => typeof item[key] === 'string') ?? false;
}
