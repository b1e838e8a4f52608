import type { KnownCollections } from '../policy/collections.ts';
import type { PolicyKind, RuleArray } from '../policy/families.ts';
import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from '../json/json.ts';
import { isFlag, listAt, oddText, perhaps, takingPart, unreadableRule } from './misread.ts';
import { NetworkReader } from './network/networkReader.ts';
import { orderedRule, type NamedScope, type OrderedRule } from './orderedRule.ts';
import { ruleName } from '../policy/ruleMatch.ts';
import { effectText } from './effect/effectText.ts';
import { isEmpty, memberText } from '../policy/canonical.ts';
import { ScopeReader } from './scopeReader.ts';

/** One ordered list of a policy: a rule for each written value, in the same order. */
export interface ListOrder {
  readonly kind: PolicyKind;
  readonly array: RuleArray['key'];
  readonly written: JsonArray;
  readonly rules: readonly OrderedRule[];
  /** Switched off as a whole by the policy: as if each of its rules were disabled. */
  readonly isOff: boolean;
}

/** The acting rules of a list: each is disabled where the policy switches off the list. */
export function actingRules({ rules, isOff }: Pick<ListOrder, 'rules' | 'isOff'>): readonly OrderedRule[] {
  return isOff ? rules.map(({ name, scopes }) => ({ name, scopes, enabled: false, effect: '' })) : rules;
}

/** Reads documents of one policy; two that it reads can be compared. */
export class OrderReader {
  readonly kind: PolicyKind;
  readonly #collections: KnownCollections;
  readonly #scopes: ScopeReader;
  readonly #connections = new Map<string, NamedScope>();
  readonly #read = new WeakMap<object, OrderedRule>();

  constructor(kind: PolicyKind, collections: KnownCollections) {
    this.kind = kind;
    this.#collections = collections;
    this.#scopes = new ScopeReader(collections, kind.scopeLists);
  }

  /** One rule as it would be read in a list of the document. */
  readRule(document: JsonObject, array: RuleArray['key'], rule: JsonValue): OrderedRule {
    if (!this.kind.isNetwork) {
      return this.#readRule(rule);
    }
    // The entities, and the switch of the list, are beside the rules.
    const alone = new Map(document);
    for (const { key } of this.kind.arrays) {
      alone.set(key, key === array ? [rule] : []);
    }
    const [read] = this.read(alone).find((list) => list.array === array)?.rules ?? [];
    return read ?? this.#readRule(rule);
  }

  /** In the order of the policy's lists. */
  read(document: JsonObject): readonly ListOrder[] {
    const { kind } = this;
    const network = kind.isNetwork
      ? new NetworkReader(kind, document, this.#collections, this.#connections)
      : undefined;
    return kind.arrays.map(({ key, enabledBy }) => {
      const written = listAt(document, key);
      const acts = enabledBy === undefined || document.get(enabledBy);
      const odd = acts === true ? undefined : oddText(acts, isFlag);
      const rules = written.map((rule) => (network ? network.read(key, rule) : this.#readRule(rule)));
      return {
        kind,
        array: key,
        written,
        rules:
          odd === undefined
            ? rules
            : rules.map((rule) =>
                orderedRule(
                  { ...rule, scopes: rule.scopes.map((scope) => perhaps(scope, odd)) },
                  () => rule.effect,
                ),
              ),
        isOff: acts !== true && odd === undefined,
      };
    });
  }

  #readRule(rule: JsonValue): OrderedRule {
    if (!isJsonObject(rule)) {
      return unreadableRule(rule);
    }
    let read = this.#read.get(rule);
    if (!read) {
      read = orderedRule(this.#namedBy(rule), () => effectText(this.kind, rule));
      this.#read.set(rule, read);
    }
    return read;
  }

  /** Reads a rule of any policy except a network in full, so that its data can be freed. */
  readWhole(rule: JsonValue): OrderedRule {
    return isJsonObject(rule)
      ? { ...this.#namedBy(rule), effect: effectText(this.kind, rule) }
      : unreadableRule(rule);
  }

  #namedBy(rule: JsonObject): Omit<OrderedRule, 'effect'> {
    const group = comparisonGroupOf(this.kind, rule);
    return {
      name: ruleName(rule),
      enabled: rule.get('disabled') !== true,
      scopes: takingPart(rule, this.#scopes.scopes(listAt(rule, 'collections'))),
      ...(group !== undefined && { comparisonGroup: group }),
    };
  }
}

/** Fields of a WAAS rule that restrict it within a container or host, beside its collections. */
const groupFields = ['autoProtectPorts', 'windows', 'outOfBandScope', 'trafficMirroring'];

/**
 * The ports, hosts and systems of a WAAS rule, beside its collections. It is not documented whether a rule for other ports of the
 * same container applies, too. Undefined for other policies.
 */
function comparisonGroupOf({ hasApps }: PolicyKind, rule: JsonObject): string | undefined {
  if (!hasApps) {
    return undefined;
  }
  const members = groupFields.map((key) => memberText(rule.get(key), undefined));
  const endpoints = listAt(rule, 'applicationsSpec').flatMap((application) => {
    const specification = isJsonObject(application) ? application.get('apiSpec') : application;
    const listed = isJsonObject(specification) ? listAt(specification, 'endpoints') : [specification];
    return listed
      .filter((endpoint) => !isEmpty(endpoint, undefined))
      .map((endpoint) => memberText(endpoint, undefined));
  });
  return JSON.stringify([members, [...new Set(endpoints)].sort()]);
}
