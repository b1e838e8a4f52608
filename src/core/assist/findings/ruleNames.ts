import { setFix, type DocumentSubject, type FixData, type RuleSubject } from './finding.ts';
import { freeNames } from '../../util/freeName.ts';
import { quotedText } from '../../util/quotedInMessages.ts';
import type { RuleView } from '../../document/ruleView.ts';

const fixes: readonly FixData[] = [
  { title: 'Name it by its position in the list', steps: [{ kind: 'name' }] },
];

export function checkRuleName({ rule: { name }, add }: RuleSubject): void {
  if (name === undefined || name === null) {
    add({
      code: 'missing-name',
      message: 'the rule has no `name`: audits and affected resources find a rule by its name',
      path: [],
      mark: 'start',
      fixes,
    });
  } else if (typeof name === 'string' && name.trim() === '') {
    add({
      code: 'missing-name',
      message: 'the `name` of the rule is empty: audits and affected resources find a rule by its name',
      path: ['name'],
      fixes,
    });
  }
}

export function checkUniqueNames({ arrays, add }: DocumentSubject): void {
  for (const { rules } of arrays) {
    const names = new Set(rules.map(({ facts }) => facts.name));
    if (names.size === rules.length) {
      continue;
    }
    const first = new Map<string, RuleView>();
    const freeName = freeNames(names, (name, number) => `${name} ${number}`);
    for (const rule of rules) {
      const { name = '' } = rule.facts;
      const earlier = first.get(name);
      if (name.trim() === '') {
        continue;
      }
      if (!earlier) {
        first.set(name, rule);
        continue;
      }
      const free = freeName(name);
      add({
        code: 'duplicate-rule-name',
        message: `rule ${earlier.index + 1} already has the name ${quotedText(name)}: audits and affected resources cannot distinguish the rules`,
        rule,
        path: ['name'],
        fixes: [setFix(`Rename to ${quotedText(free)}`, ['name'], free)],
        related: [{ message: 'the first rule with this name', rule: earlier, path: ['name'] }],
      });
    }
  }
}
