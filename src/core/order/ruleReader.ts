import type { KnownCollections, ResourceList } from '../policy/collections.ts';
import { canonicalText, type KnownTexts } from '../policy/canonical.ts';
import { collectionName } from '../policy/comparisonForm.ts';
import type { PolicyKind } from '../policy/families.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { ruleName } from '../policy/ruleMatch.ts';
import { scopeFieldsOf } from '../policy/scopeFields.ts';
import { effectText } from './effect/effectText.ts';
import { laneOf } from './laneOf.ts';
import { listAt, takingPart, unknownScope, unreadableRule } from './misread.ts';
import type { NamedScope, OrderedRule } from './orderedRule.ts';
import { readScope } from './readScope.ts';
import { Work } from './work.ts';

/** The collection that comes with every console, cannot be edited, and names everything, whatever a file says of it. */
const all = 'All';

/** Looks at patterns for reading the collections that a policy names; those beyond may name anything. */
const mostWork = 5_000_000;

/** Collections as scopes, each read once: the same collection is the same scope. */
export class ScopeReader {
  readonly #collections: KnownCollections;
  readonly #matters: ReadonlySet<ResourceList>;
  readonly #scopes = new Map<string, NamedScope>();
  readonly #work: Work;

  constructor(
    collections: KnownCollections,
    matters: readonly ResourceList[],
    work: Work = new Work(mostWork),
  ) {
    this.#work = work;
    this.#collections = collections;
    this.#matters = new Set(matters);
  }

  /** Looks at patterns that were needed so far. */
  get work(): number {
    return this.#work.done;
  }

  scope(name: string): NamedScope {
    let scope = this.#scopes.get(name);
    if (!scope) {
      const patterns = name === all ? {} : this.#collections.get(name);
      scope = readScope(name, patterns, this.#matters, this.#work);
      this.#scopes.set(name, scope);
    }
    return scope;
  }

  /** Those that are named. Something that is no collection may name anything. */
  scopes(collections: readonly JsonValue[]): readonly NamedScope[] {
    return collections.map((one) => {
      const name = collectionName(one);
      if (name === undefined) {
        return unknownScope(canonicalText(one, undefined));
      }
      return this.scope(name);
    });
  }
}

/** Rules of one policy, but for the network's, as order sees them. */
export class RuleReader {
  readonly #kind: PolicyKind;
  readonly #scopes: ScopeReader;
  readonly #read = new WeakMap<object, OrderedRule>();

  /** `scopes`: of policies that look at the same lists of a collection. */
  constructor(
    kind: PolicyKind,
    collections: KnownCollections,
    scopes = new ScopeReader(collections, scopeFieldsOf(kind.name).lists),
  ) {
    this.#kind = kind;
    this.#scopes = scopes;
  }

  read(rule: JsonValue): OrderedRule {
    if (!isJsonObject(rule)) {
      return unreadableRule(rule);
    }
    let read = this.#read.get(rule);
    if (!read) {
      read = orderedRule(this.#namedBy(rule), () => effectText(this.#kind, rule));
      this.#read.set(rule, read);
    }
    return read;
  }

  /** The same at once and in full, which keeps nothing of the rule. `known`: what members of other rules come to. */
  readWhole(rule: JsonValue, known?: KnownTexts): OrderedRule {
    return isJsonObject(rule)
      ? { ...this.#namedBy(rule), effect: effectText(this.#kind, rule, known) }
      : unreadableRule(rule);
  }

  #namedBy(rule: JsonObject): Omit<OrderedRule, 'effect'> {
    const lane = laneOf(this.#kind, rule);
    return {
      name: ruleName(rule),
      enabled: rule.get('disabled') !== true,
      scopes: takingPart(rule, this.#scopes.scopes(listAt(rule, 'collections'))),
      ...(lane !== undefined && { lane }),
    };
  }

  /** The same of a rule that is not parsed: its names, and its whole content only when it is asked for. */
  readFacts(
    facts: { readonly name?: string; readonly disabled: boolean; readonly collections: readonly string[] },
    value: () => JsonValue,
  ): OrderedRule {
    if (this.#kind.hasApps) {
      return this.read(value());
    }
    const scopes = facts.collections.map((name) => this.#scopes.scope(name));
    return orderedRule({ name: facts.name ?? '', enabled: !facts.disabled, scopes }, () => {
      const rule = value();
      return isJsonObject(rule) ? effectText(this.#kind, rule) : '';
    });
  }
}

/** The effect is worked out when it is first asked for. */
export function orderedRule(rule: Omit<OrderedRule, 'effect'>, effect: () => string): OrderedRule {
  let known: string | undefined;
  return {
    ...rule,
    get effect() {
      known ??= effect();
      return known;
    },
  };
}
