import { createHash } from 'node:crypto';
import type { PolicyDocument } from './policyDocument.ts';
import type { RulePlace } from './ruleEdits.ts';
import type { RuleArrayView } from './ruleView.ts';

/**
 * A rule as it was shown or chosen: enough to find it again wherever it moved, and never another one. Without name and list it is
 * whatever rule is at the place.
 */
export interface RuleRef extends RulePlace {
  readonly name?: string | undefined;
  /**
   * The fingerprint identifies the list of a rule without a unique name, because the place counts only in this list.
   */
  readonly list?: string | undefined;
}

/** The references are those of all rules of a list, in order. */
export function ruleRefs(policy: PolicyDocument, view: RuleArrayView): readonly RuleRef[] {
  const counts = new Map<string | undefined, number>([[undefined, 2]]);
  for (const { facts } of view.rules) {
    counts.set(facts.name, (counts.get(facts.name) ?? 0) + 1);
  }
  let list: string | undefined;
  return view.rules.map(({ array, index, facts: { name } }) =>
    counts.get(name) === 1
      ? { array, index, name }
      : { array, index, name, list: (list ??= fingerprint(policy, view)) },
  );
}

/** The index of the rule now; `gone` without a rule of its name, `unclear` where another rule may be there. */
export function findRule(
  policy: PolicyDocument,
  view: RuleArrayView,
  { index, name, list }: RuleRef,
): number | 'gone' | 'unclear' {
  const alike = name === undefined ? view.rules : view.rules.filter(({ facts }) => facts.name === name);
  if (alike.length === 0 || (name === undefined && !(index in view.rules))) {
    return 'gone';
  }
  if (list !== undefined || name === undefined) {
    return list === undefined || list === fingerprint(policy, view) ? index : 'unclear';
  }
  const [only, ...others] = alike;
  return only && others.length === 0 ? only.index : 'unclear';
}

function fingerprint(policy: PolicyDocument, { range }: RuleArrayView): string {
  return createHash('sha256').update(policy.slice(range.start, range.end)).digest('base64');
}
