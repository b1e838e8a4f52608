import type { KnownCollections } from '../policy/collections.ts';
import type { PolicyKind, RuleArray } from '../policy/families.ts';
import type { JsonArray, JsonObject, JsonValue } from '../json/json.ts';
import { isFlag, listAt, oddText, perhaps } from './misread.ts';
import { NetworkReader } from './network/networkReader.ts';
import type { NamedScope, OrderedRule } from './orderedRule.ts';
import { orderedRule, RuleReader } from './ruleReader.ts';

/** One ordered list of a policy, as order sees it: a rule for each that is written, in the order as written. */
export interface ListOrder {
  readonly kind: PolicyKind;
  readonly array: RuleArray['key'];
  readonly written: JsonArray;
  readonly rules: readonly OrderedRule[];
  /** Switched off as a whole by the policy: as if each of its rules were disabled. */
  readonly isOff: boolean;
}

/** Without it, the rules of a list do nothing. */
const switches: Readonly<Partial<Record<RuleArray['key'], string>>> = {
  containerRules: 'containerEnabled',
  hostRules: 'hostEnabled',
};

/** Reads documents of one policy; two that it reads can be compared. */
export class OrderReader {
  readonly kind: PolicyKind;
  readonly #collections: KnownCollections;
  readonly #rules: RuleReader;
  readonly #scopes = new Map<string, NamedScope>();

  constructor(kind: PolicyKind, collections: KnownCollections) {
    this.kind = kind;
    this.#collections = collections;
    this.#rules = new RuleReader(kind, collections);
  }

  /** One rule as it would be read in a list of the document. */
  readRule(document: JsonObject, array: RuleArray['key'], rule: JsonValue): OrderedRule {
    if (!this.kind.isNetwork) {
      return this.#rules.read(rule);
    }
    // What its entities name, and whether its list acts, stands beside the rules.
    const alone = new Map(document);
    for (const { key } of this.kind.arrays) {
      alone.set(key, key === array ? [rule] : []);
    }
    const [read] = this.read(alone).find((list) => list.array === array)?.rules ?? [];
    return read ?? this.#rules.read(rule);
  }

  /** In the order of the policy's lists. */
  read(document: JsonObject): readonly ListOrder[] {
    const { kind } = this;
    const network = kind.isNetwork
      ? new NetworkReader(kind, document, this.#collections, this.#scopes)
      : undefined;
    return kind.arrays.map(({ key }) => {
      const written = listAt(document, key);
      const flag = switches[key];
      const acts = flag === undefined || document.get(flag);
      const odd = acts === true ? undefined : oddText(acts, isFlag);
      const rules = written.map((rule) => (network ? network.read(key, rule) : this.#rules.read(rule)));
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
}
