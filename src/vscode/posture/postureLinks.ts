import type { JsonValue } from '../../core/json/json.ts';
import { readControl } from '../../core/posture/control.ts';
import type { Resource } from '../../core/posture/resource.ts';
import { readSettings } from '../../core/posture/setting.ts';
import type { Memory } from '../platform/memory.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import type { PostureReadings } from './postureReadings.ts';
import type { Integration, Link } from './rows/postureRow.ts';

interface Control {
  readonly id: string;
  /** Empty when the service does not say it. */
  readonly name: string;
}

type Item =
  | ({ readonly kind: 'control' } & Control)
  | ({ readonly kind: 'integration' } & Integration)
  | ({ readonly kind: 'issue'; readonly key: string } & Integration);

/** The items that are kept for a console; the oldest go first. */
const MAX_ITEMS = 1000;

/**
 * Items without a list in the service, remembered for each console: opened controls, and integrations and issues from tickets or typed
 * ones.
 */
export class PostureLinks implements Disposable {
  readonly #memory: Memory;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<string>();
  /** Fires the console whose links changed. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memory, readings: PostureReadings) {
    this.#memory = memory;
    this.#subscription = readings.onDidRead(({ sourceId, resource, value }) =>
      this.#learn(sourceId, resource, value),
    );
  }

  controls(sourceId: string): readonly Control[] {
    return this.#all(sourceId).filter((item) => item.kind === 'control');
  }

  integrations(sourceId: string): readonly Integration[] {
    return this.#all(sourceId).filter((item) => item.kind === 'integration');
  }

  issues(sourceId: string, { id, ticketing }: Integration): readonly string[] {
    return this.#all(sourceId).flatMap((item) =>
      item.kind === 'issue' && item.id === id && item.ticketing === ticketing ? [item.key] : [],
    );
  }

  addIntegration(sourceId: string, { id, ticketing }: Integration): void {
    this.#add(sourceId, [{ kind: 'integration', id, ticketing }]);
  }

  addIssue(sourceId: string, { id, ticketing }: Integration, key: string): void {
    this.#add(sourceId, [{ kind: 'issue', id, ticketing, key }]);
  }

  /** An integration goes with its issues. */
  remove(sourceId: string, { id, ticketing, key }: Link): void {
    const isLeft = (item: Item): boolean =>
      item.kind === 'control' ||
      item.id !== id ||
      item.ticketing !== ticketing ||
      (key !== undefined && !(item.kind === 'issue' && item.key === key));
    this.#keep(sourceId, this.#all(sourceId).filter(isLeft));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #learn(sourceId: string, resource: Resource, value: JsonValue): void {
    if (resource.kind === 'control') {
      this.#add(sourceId, [{ kind: 'control', id: resource.id, name: readControl(value).name ?? '' }]);
    }
    if (resource.kind === 'configuration') {
      const tickets = readSettings(value).flatMap((setting) => setting.tickets);
      const items = tickets.flatMap(({ integration: id, ticketing, key }): readonly Item[] =>
        id === undefined
          ? []
          : [
              { kind: 'integration', id, ticketing },
              { kind: 'issue', id, ticketing, key },
            ],
      );
      this.#add(sourceId, items);
    }
  }

  #all(sourceId: string): readonly Item[] {
    return this.#memory.remembered(`links ${sourceId}`).filter(isItem);
  }

  #add(sourceId: string, items: readonly Item[]): void {
    const known = this.#all(sourceId);
    const byText = new Map([...known, ...items].map((item) => [JSON.stringify(item), item]));
    if (byText.size > known.length) {
      this.#keep(sourceId, [...byText.values()].slice(-MAX_ITEMS));
    }
  }

  #keep(sourceId: string, items: readonly Item[]): void {
    void this.#memory.remember(`links ${sourceId}`, items);
    this.#changed.fire(sourceId);
  }
}

/** The members of each kind of item, all of them texts. */
const members = {
  control: ['id', 'name'],
  integration: ['id', 'ticketing'],
  issue: ['id', 'ticketing', 'key'],
};

function isItem(value: unknown): value is Item {
  const item = (typeof value === 'object' && value ? value : {}) as Readonly<Record<string, unknown>>;
  const keys = Object.entries(members).find(([kind]) => kind === item['kind'])?.[1];
  return keys?.every((key) => typeof item[key] === 'string') ?? false;
}
