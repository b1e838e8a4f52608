import { createHash } from 'node:crypto';
import { ExpectedError } from '../util/errors.ts';
import { l10n } from '../util/l10n.ts';
import type { PolicyDocument } from './policyDocument.ts';
import type { RulePlace } from './ruleEdits.ts';
import type { RuleArrayView, RuleView } from './ruleView.ts';

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

/** The rule to show: the rule of the name at the place, also among rules of one name, else what `findRule` finds. */
export function ruleToShow(policy: PolicyDocument, rule: RuleRef): RuleView | undefined {
  const view = policy.array(rule.array);
  const there = view?.rules[rule.index];
  if (!view || rule.name === undefined || there?.facts.name === rule.name) {
    return there;
  }
  const index = findRule(policy, view, rule);
  return typeof index === 'number' ? view.rules[index] : undefined;
}

/** The current rules, ascending. Throws ExpectedError when a rule is gone or ambiguous. */
export function rulesNow(
  policy: PolicyDocument,
  view: RuleArrayView,
  rules: readonly RuleRef[],
): readonly RuleRef[] {
  const indices = new Set(
    rules.map((rule) => {
      const index = findRule(policy, view, rule);
      if (index === 'gone') {
        throw ruleGone(rule.name);
      }
      if (index === 'unclear') {
        throw ruleUnclear();
      }
      return index;
    }),
  );
  return ruleRefs(policy, view).filter(({ index }) => indices.has(index));
}

export function ruleGone(name: string | undefined): ExpectedError {
  return new ExpectedError('rule-gone', l10n.t('The rule "{0}" is gone.', name ?? l10n.t('(no name)')));
}

export function changedMeanwhile(): ExpectedError {
  return new ExpectedError('changed', l10n.t('The file changed. Try again.'));
}

/** Has no help, because a repeated request for the same rule would be refused again. */
export function ruleUnclear(): ExpectedError {
  return new ExpectedError('changed', l10n.t('The file changed. Try again.'), { help: [] });
}

function fingerprint(policy: PolicyDocument, { range }: RuleArrayView): string {
  return createHash('sha256').update(policy.slice(range.start, range.end)).digest('base64');
}

/** The ids use names, so that a rule keeps its id when it moves. A counter distinguishes rules of one name. */
export function ruleIds(rules: readonly { readonly facts: Pick<RuleView['facts'], 'name'> }[]): string[] {
  const seen = new Map<string, number>();
  return rules.map(({ facts: { name = '' } }) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return `${count}:${name}`;
  });
}
