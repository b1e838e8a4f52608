import type { PolicyName } from '../../core/policy/families.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';

/**
 * The rules that were moved together last. The tree can only be told to select one row, so what a second key moves is
 * remembered here, until a person selects something else or the file is edited in another way.
 */
export class MovedRules {
  #rules: readonly RuleTarget[] = [];

  /** @param rules where they stand now; the first is the one that is selected */
  remember(rules: readonly RuleTarget[]): void {
    this.#rules = rules.length > 1 ? rules : [];
  }

  has(rule: Target): boolean {
    return this.#rules.some((each) => isSame(each, rule));
  }

  /** What is meant by the selected rows: with the first of the rules, all of them. */
  with(selection: readonly Target[]): readonly Target[] {
    return this.#isFirst(selection) ? this.#rules : selection;
  }

  /** Told what a person selected. Answers whether the rules were forgotten. */
  selected(selection: readonly Target[]): boolean {
    return !this.#isFirst(selection) && this.#forget();
  }

  /** Told of every edit of a policy file that comes before they are remembered again. */
  edited(consoleId: string, policy: PolicyName): boolean {
    const [first] = this.#rules;
    return first?.consoleId === consoleId && first.policy === policy && this.#forget();
  }

  #isFirst(selection: readonly Target[]): boolean {
    const [first] = this.#rules;
    const [only] = selection;
    return first !== undefined && only !== undefined && selection.length === 1 && isSame(first, only);
  }

  #forget(): boolean {
    const had = this.#rules.length > 0;
    this.#rules = [];
    return had;
  }
}

function isSame(a: RuleTarget, b: Target): boolean {
  return (
    b.kind === 'rule' &&
    a.consoleId === b.consoleId &&
    a.policy === b.policy &&
    a.array === b.array &&
    a.index === b.index
  );
}
