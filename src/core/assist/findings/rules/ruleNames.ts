import type { FixData, RuleCheck, DocumentCheck } from '../finding.ts';
import type { RuleView } from '../../../document/ruleView.ts';
import { quotedText } from '../quotedInMessages.ts';

const fixes: readonly FixData[] = [{ kind: 'name', title: 'Name it by its position in the list' }];

export const missingName: RuleCheck = {
  code: 'missing-name',
  summary: 'A rule has no name.',
  severity: 'error',
  scope: 'rule',
  *check({ rule }) {
    const name = rule['name'];
    if (name === undefined || name === null) {
      yield { message: 'the rule has no `name`', path: [], mark: 'start', fixes };
    } else if (typeof name === 'string' && name.trim() === '') {
      yield { message: 'the `name` of the rule is empty', path: ['name'], fixes };
    }
  },
};

export const duplicateRuleName: DocumentCheck = {
  code: 'duplicate-rule-name',
  summary: 'Two rules of a list have the same name.',
  severity: 'warning',
  scope: 'document',
  *check({ arrays }) {
    for (const { rules } of arrays) {
      const names = new Set(rules.map(({ facts }) => facts.name));
      if (names.size === rules.length) {
        continue;
      }
      const first = new Map<string, RuleView>();
      const freeName = freeNames(names);
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
        yield {
          message: `rule ${earlier.index + 1} already has the name ${quotedText(name)}: audits and affected resources cannot distinguish the rules`,
          rule,
          path: ['name'],
          fixes: [{ kind: 'set', title: `Rename to ${quotedText(free)}`, path: ['name'], value: free }],
          related: [{ message: 'the first rule with this name', rule: earlier, path: ['name'] }],
        };
      }
    }
  },
};

/** The names have the form `name 2`; each unused name is given once. */
function freeNames(taken: ReadonlySet<string | undefined>): (name: string) => string {
  const next = new Map<string, number>();
  return (name) => {
    let number = next.get(name) ?? 2;
    while (taken.has(`${name} ${number}`)) {
      number += 1;
    }
    next.set(name, number + 1);
    return `${name} ${number}`;
  };
}
