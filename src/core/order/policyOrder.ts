import type { KnownCollections } from '../policy/collections.ts';
import type { PolicyKind, RuleArray } from '../policy/families.ts';
import { arrayAt, type JsonArray, type JsonObject } from '../json/json.ts';
import type { Analysis } from './orderFinding.ts';
import { analyseLanes } from './lanes.ts';
import { NetworkReader } from './network/networkReader.ts';
import type { NamedScope, OrderedRule } from './orderedRule.ts';
import { RuleReader } from './ruleReader.ts';

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

  /** In the order of the policy's lists. */
  read(document: JsonObject): readonly ListOrder[] {
    const { kind } = this;
    const network =
      kind.family === 'cnns' ? new NetworkReader(kind, document, this.#collections, this.#scopes) : undefined;
    return kind.arrays.map(({ key }) => {
      const written = arrayAt(document, key);
      const flag = switches[key];
      return {
        kind,
        array: key,
        written,
        rules: written.map((rule) => (network ? network.read(key, rule) : this.#rules.read(rule))),
        isOff: flag !== undefined && document.get(flag) !== true,
      };
    });
  }
}

/**
 * What is certain about rules because of their place. Of a list that is switched off: as it would be. A rule that does what
 * is done where no rule decides is not without effect: somebody said so.
 */
export function findingsOf({ rules }: ListOrder, budget?: number): Analysis {
  return analyseLanes(rules, budget === undefined ? {} : { budget });
}
