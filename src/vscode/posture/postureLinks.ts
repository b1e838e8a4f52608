import type { JsonValue } from '../../core/json/json.ts';
import { readControl } from '../../core/posture/control.ts';
import type { Resource } from '../../core/posture/resource.ts';
import { readSettings } from '../../core/posture/setting.ts';
import type { Remembering } from '../platform/memory.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import type { PostureReadings } from './postureReadings.ts';
import type { Integration, Link } from './rows/postureRow.ts';

interface Control {
  readonly id: string;
  readonly name?: string;
}

interface Issue extends Integration {
  readonly key: string;
}

/** More are not kept; the oldest go first. */
const most = 500;

/**
 * Items without a list in the service, remembered for each console: opened controls, and integrations and issues from tickets or typed
 * ones.
 */
export class PostureLinks implements Disposable {
  readonly #memory: Remembering;
  readonly #subscription: Disposable;
  readonly #changed = new Emitter<string>();
  /** Fires the console whose links changed. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: Remembering, readings: PostureReadings) {
    this.#memory = memory;
    this.#subscription = readings.onDidRead(({ sourceId, resource, value }) =>
      this.#learn(sourceId, resource, value),
    );
  }

  controls(sourceId: string): readonly Control[] {
    return this.#all(sourceId, 'controls').flatMap((value) => (isControl(value) ? [value] : []));
  }

  integrations(sourceId: string): readonly Integration[] {
    return this.#all(sourceId, 'integrations').flatMap((value) => (isIntegration(value) ? [value] : []));
  }

  issues(sourceId: string, { id, ticketing }: Integration): readonly string[] {
    return this.#all(sourceId, 'issues').flatMap((value) =>
      isIssue(value) && value.id === id && value.ticketing === ticketing ? [value.key] : [],
    );
  }

  addIntegration(sourceId: string, { id, ticketing }: Integration): void {
    this.#add(sourceId, 'integrations', [{ id, ticketing }]);
  }

  addIssue(sourceId: string, { id, ticketing }: Integration, key: string): void {
    this.#add(sourceId, 'issues', [{ id, ticketing, key }]);
  }

  /** An integration goes with its issues. */
  remove(sourceId: string, { id, ticketing, key }: Link): void {
    const isOther = (value: unknown): boolean =>
      !(isIntegration(value) && value.id === id && value.ticketing === ticketing) ||
      (key !== undefined && !(isIssue(value) && value.key === key));
    const removed = key === undefined ? ['integrations', 'issues'] : ['issues'];
    for (const what of removed) {
      void this.#memory.remember(`${what} ${sourceId}`, this.#all(sourceId, what).filter(isOther));
    }
    this.#changed.fire(sourceId);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #learn(sourceId: string, resource: Resource, value: JsonValue): void {
    if (resource.kind === 'control') {
      const { name } = readControl(value);
      this.#add(sourceId, 'controls', [{ id: resource.id, ...(name === undefined ? {} : { name }) }]);
    }
    if (resource.kind === 'configuration') {
      const issues = readSettings(value).flatMap(({ tickets }) =>
        tickets.flatMap(({ integration: id, ticketing, key }) =>
          id === undefined ? [] : [{ id, ticketing, key }],
        ),
      );
      this.#add(
        sourceId,
        'integrations',
        issues.map(({ id, ticketing }) => ({ id, ticketing })),
      );
      this.#add(sourceId, 'issues', issues);
    }
  }

  #all(sourceId: string, what: string): readonly unknown[] {
    return this.#memory.remembered(`${what} ${sourceId}`);
  }

  #add(sourceId: string, what: string, values: readonly object[]): void {
    const known = this.#all(sourceId, what);
    const keys = new Map(known.map((value) => [JSON.stringify(value), value]));
    for (const value of values) {
      keys.set(JSON.stringify(value), value);
    }
    if (keys.size > known.length) {
      void this.#memory.remember(`${what} ${sourceId}`, [...keys.values()].slice(-most));
      this.#changed.fire(sourceId);
    }
  }
}

function isControl(value: unknown): value is Control {
  return hasText(value, 'id');
}

function isIntegration(value: unknown): value is Integration {
  return hasText(value, 'id') && hasText(value, 'ticketing');
}

function isIssue(value: unknown): value is Issue {
  return isIntegration(value) && hasText(value, 'key');
}

function hasText(value: unknown, key: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Record<string, unknown>)[key] === 'string' &&
    (value as Record<string, unknown>)[key] !== ''
  );
}
