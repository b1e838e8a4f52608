import { policyKinds, type PolicyKind, type PolicyName } from '../../../src/core/policy/families.ts';
import {
  arrayAt,
  fromPlain,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { collectionName } from '../../../src/core/policy/comparisonForm.ts';
import type { LivePolicies, ReplaceableLive } from '../../../src/core/sync/ports.ts';
import { asObject } from '../policy/policyArbitraries.ts';
import { testDestination } from './testDestination.ts';

/**
 * What happens to the next PUT: `silent` is answered with success and forgotten. `late`: it is answered with the error, or
 * with success, and applied when `arrive` is called, or before the n-th GET of a policy after it (counted from 1). `stale`:
 * it is applied, and so many GETs still answer what was there before.
 */
export type PutFault =
  | { readonly when: 'before' | 'after'; readonly error: Error }
  | { readonly when: 'late'; readonly error?: Error; readonly atRead?: number }
  | { readonly when: 'stale'; readonly reads: number; readonly error?: Error }
  | 'silent';

/**
 * A console in memory that keeps its documents: fills members in on write, leaves rules with unknown collections out
 * without a word, deletes all rules on `{}`.
 */
export class FakeConsole implements LivePolicies {
  readonly destination = testDestination;
  readonly documents = new Map<string, JsonObject>();
  collections = new Set(['All', 'prod', 'dev']);
  /** What arrived, in order: `GET <policy>`, `PUT <policy>`, `GET collections`. */
  readonly requests: string[] = [];
  readonly bodies: string[] = [];
  /** PUTs that were applied at some time, counted from 1. */
  readonly applied = new Set<number>();
  putFault: PutFault | undefined;
  readFault: ((count: number, policy: PolicyName) => Error | undefined) | undefined;
  /** Runs as the n-th GET of a policy arrives (counted from 1), before it is answered. */
  beforeRead: ((count: number) => unknown) | undefined;
  beforeWrite: (() => unknown) | undefined;
  #reads = 0;
  #clock = 0;
  #stale: { left: number; readonly text: string } | undefined;
  #late: { left: number; readonly apply: () => void }[] = [];

  constructor() {
    for (const kind of policyKinds) {
      this.set(
        kind,
        `{"rules":[{"name":"a","collections":[{"name":"All"}],"note":1.0},{"name":"b","collections":[{"name":"prod"}]}]}`,
      );
    }
  }

  /** Somebody else's write. */
  set(kind: PolicyKind, text: string): void {
    const sent = asObject(parseJson(text));
    const rules = sent.get('rules');
    const arrays =
      kind.family === 'cnns' && isJsonArray(rules)
        ? new Map<string, JsonValue>([['hostRules', rules]])
        : sent;
    this.documents.set(kind.name, this.#filled(kind, arrays));
  }

  text(kind: PolicyKind): string {
    return writeJson(this.documents.get(kind.name) ?? null);
  }

  names(kind: PolicyKind): string[] {
    const document = this.documents.get(kind.name) ?? new Map();
    return kind.arrays.flatMap(({ key }) =>
      arrayAt(document, key).map((rule) => asObject(rule).get('name') as string),
    );
  }

  get puts(): number {
    return this.requests.filter((request) => request.startsWith('PUT')).length;
  }

  async read(kind: PolicyKind, signal?: AbortSignal): Promise<string> {
    await Promise.resolve();
    signal?.throwIfAborted();
    this.requests.push(`GET ${kind.name}`);
    const count = ++this.#reads;
    this.#late.filter((one) => --one.left === 0).forEach(({ apply }) => apply());
    this.#late = this.#late.filter(({ left }) => left > 0);
    await this.beforeRead?.(count);
    const error = this.readFault?.(count, kind.name);
    if (error) {
      throw error;
    }
    return this.#stale && this.#stale.left-- > 0 ? this.#stale.text : this.text(kind);
  }

  async readPolicy(kind: PolicyKind, signal?: AbortSignal): Promise<ReplaceableLive> {
    return { text: await this.read(kind, signal), replace: (body) => this.replace(kind, body) };
  }

  async replace(kind: PolicyKind, body: string): Promise<'accepted' | void> {
    await Promise.resolve();
    this.requests.push(`PUT ${kind.name}`);
    this.bodies.push(body);
    await this.beforeWrite?.();
    const fault = this.putFault;
    this.putFault = undefined;
    if (fault === 'silent') {
      return;
    }
    if (fault?.when === 'before') {
      throw fault.error;
    }
    const put = this.puts;
    const apply = (): void => {
      this.applied.add(put);
      this.documents.set(kind.name, this.#filled(kind, asObject(parseJson(body))));
    };
    if (fault?.when === 'late') {
      this.#late.push({ left: fault.atRead ?? Infinity, apply });
    } else {
      this.#stale = fault?.when === 'stale' ? { left: fault.reads, text: this.text(kind) } : undefined;
      apply();
    }
    if (fault && 'error' in fault && fault.error) {
      throw fault.error;
    }
  }

  /** Applies everything that was sent and is still on its way, in the order it was sent. */
  arrive(): void {
    for (const { apply } of this.#late.splice(0)) {
      apply();
    }
  }

  /** Forgets everything that is on its way: it never arrives. */
  lose(): void {
    this.#late = [];
  }

  /** Whether something is on its way. */
  get isLate(): boolean {
    return this.#late.length > 0;
  }

  async collectionNames(): Promise<ReadonlySet<string>> {
    await Promise.resolve();
    this.requests.push('GET collections');
    return new Set(this.collections);
  }

  forgetRequests(): void {
    this.requests.length = 0;
    this.bodies.length = 0;
    this.#reads = 0;
  }

  #filled(kind: PolicyKind, sent: JsonObject): JsonObject {
    const modified = `2026-01-01T00:00:${String(this.#clock++ % 60).padStart(2, '0')}.5Z`;
    const result = new Map<string, JsonValue>([
      ['_id', kind.identity.value],
      [kind.identity.field, kind.identity.value],
      ['modified', modified],
      ...sent,
    ]);
    for (const { key } of kind.arrays) {
      result.set(
        key,
        arrayAt(sent, key)
          .filter((rule) =>
            arrayAt(asObject(rule), 'collections').every((item) =>
              this.collections.has(collectionName(item) ?? ''),
            ),
          )
          .map((rule) => fill(asObject(rule), modified)),
      );
    }
    return result;
  }
}

function fill(rule: JsonObject, modified: string): JsonObject {
  const collections = arrayAt(rule, 'collections').map((item) =>
    isJsonObject(item)
      ? new Map([...asObject(fromPlain({ hosts: ['*'], color: '#fff', system: true })), ...item])
      : item,
  );
  return new Map<string, JsonValue>([
    ...rule,
    ['collections', collections],
    ['modified', modified],
    ['owner', 'someone'],
    ['previousName', ''],
    ['graceDays', asObject(fromPlain({ n: 0 })).get('n') as JsonValue],
  ]);
}
