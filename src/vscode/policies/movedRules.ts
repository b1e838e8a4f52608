import type { PolicyName } from '../../core/policy/families.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';

/**
 * The rules that were moved last. The tree can only be told to select one row, and takes its time, so what a second key moves
 * is remembered here, until a person selects something else or the file is edited in another way.
 */
export class MovedRules {
  #rules: readonly RuleTarget[] = [];
  #isShown = true;

  /** @param rules where they stand now; the first is the one that is selected as soon as it is shown */
  remember(rules: readonly RuleTarget[]): void {
    this.#rules = rules;
    this.#isShown = false;
  }

  /** Told when the first of `rules` is selected. */
  shown(rules: readonly RuleTarget[]): void {
    this.#isShown ||= rules === this.#rules;
  }

  /** Told when a person selected rows that may be others: from now on what is lit up counts. */
  doubted(): void {
    this.#isShown = true;
  }

  /** Told when another row was lit up than a person chose: only that one counts. Answers whether rules that are marked were forgotten. */
  left(): boolean {
    return this.#forget();
  }

  /** What is selected in truth while the tree still selects what was. */
  get awaited(): readonly RuleTarget[] | undefined {
    return this.#isShown || this.#rules.length === 0 ? undefined : this.#rules;
  }

  /** Others after each move, and each time they are forgotten. */
  get current(): readonly RuleTarget[] {
    return this.#rules;
  }

  /** Whether rules were moved, and are not forgotten, since these were `current`. */
  isAfter(current: readonly RuleTarget[]): boolean {
    return this.#rules !== current && this.#rules.length > 0;
  }

  has(rule: Target): boolean {
    return this.#rules.length > 1 && this.#rules.some((each) => isSame(each, rule));
  }

  /** What is meant by the selected rows: with the first of the rules, all of them. */
  with(selection: readonly Target[]): readonly Target[] {
    return this.isFirst(selection) ? this.#rules : selection;
  }

  /** Told what a person selected. Answers whether rules that are marked were forgotten. */
  selected(selection: readonly Target[]): boolean {
    return !this.isFirst(selection) && this.#forget();
  }

  /** Told of every edit of a policy file that comes before they are remembered again. */
  edited(consoleId: string, policy: PolicyName): boolean {
    const [first] = this.#rules;
    return first?.consoleId === consoleId && first.policy === policy && this.#forget();
  }

  /** Whether the first of them is selected, alone. */
  isFirst(selection: readonly Target[]): boolean {
    const [first] = this.#rules;
    const [only] = selection;
    return first !== undefined && only !== undefined && selection.length === 1 && isSame(first, only);
  }

  #forget(): boolean {
    const had = this.#rules.length > 1;
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
