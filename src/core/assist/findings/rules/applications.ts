import type { Field } from '../../schema/field.ts';
import type { FixData, FixValue, MemberCheck, MemberSubject, Plain, RuleCheck } from '../finding.ts';
import { isPlain, listAt, textAt } from '../plainData.ts';
import { quotedCode, quotedText } from '../quotedInMessages.ts';

export const noApplications: RuleCheck = {
  code: 'no-applications',
  summary: 'A WAAS rule has no applications, so it protects nothing.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.hasApps,
  *check({ rule }) {
    const apps = rule['applicationsSpec'];
    const isWritten = apps !== undefined && apps !== null && (!Array.isArray(apps) || apps.length > 0);
    if (isWritten || rule['disabled'] === true) {
      return;
    }
    const message =
      'the rule protects nothing: protections belong to an application under `applicationsSpec`';
    if ('applicationsSpec' in rule) {
      yield { message, path: ['applicationsSpec'], mark: 'key' };
    } else if ('name' in rule) {
      yield { message, path: ['name'] };
    } else {
      yield { message, path: [], mark: 'start' };
    }
  },
};

export const misplacedProtection: MemberCheck = {
  code: 'misplaced-protection',
  summary: 'A protection is outside the applications of a rule, so it protects nothing.',
  severity: 'warning',
  scope: 'member',
  applies: (kind) => kind.hasApps,
  concerns: (field) => field === undefined,
  check(member, report) {
    const { object, objectField, path, key, value } = member;
    if (!isOfApplication(member)) {
      return;
    }
    const isInRule = objectField.member('applicationsSpec') !== undefined;
    report({
      message: `${quotedCode(key)} protects nothing here: it belongs to an application under \`applicationsSpec\`${isInRule ? '' : ' of a rule'}`,
      path: [...path, key],
      mark: 'key',
      fixes: isInRule ? moves(object, key, value) : [],
    });
  },
};

/** The result is true for a misplaced field that belongs to an application. */
export function isOfApplication({ field, objectField, key }: MemberSubject): boolean {
  return field === undefined && applicationField(objectField)?.member(key) !== undefined;
}

/** The object is a rule, or the document that has the rules. */
function applicationField(objectField: Field): Field | undefined {
  const rule = objectField.member('rules')?.item ?? objectField;
  return rule.member('applicationsSpec')?.item;
}

/** The target is clear when the rule has one application without the field. */
function moves(rule: Plain, key: string, value: unknown): readonly FixData[] {
  const apps = listAt(rule, 'applicationsSpec');
  const [app] = apps;
  if (apps.length !== 1 || !isPlain(app) || Object.hasOwn(app, key)) {
    return [];
  }
  const title = `Move ${quotedCode(key)} into the application`;
  const to = ['applicationsSpec', 0, key];
  return [
    {
      kind: 'several',
      title,
      steps: [
        { kind: 'set', title, path: to, value: value as FixValue },
        { kind: 'remove', title, path: [key] },
      ],
    },
  ];
}

export const duplicateApp: RuleCheck = {
  code: 'duplicate-app',
  summary: 'Two applications of a WAAS rule have the same id.',
  severity: 'error',
  scope: 'rule',
  applies: (kind) => kind.hasApps,
  *check({ rule }) {
    const apps = listAt(rule, 'applicationsSpec');
    const taken = new Set(apps.map((app) => textAt(app, 'appID')));
    const seen = new Set<string>();
    let number = 2;
    for (const [index, app] of apps.entries()) {
      const id = textAt(app, 'appID');
      if (id === undefined || id === '') {
        continue;
      }
      if (seen.has(id)) {
        while (taken.has(`${id}-${number}`)) {
          number += 1;
        }
        const free = `${id}-${number}`;
        taken.add(free);
        yield {
          message: `another application of the rule has the id ${quotedText(id)}`,
          path: ['applicationsSpec', index, 'appID'],
          fixes: [
            {
              kind: 'set',
              title: `Change to ${quotedText(free)}`,
              path: ['applicationsSpec', index, 'appID'],
              value: free,
            },
          ],
        };
      }
      seen.add(id);
    }
  },
};
