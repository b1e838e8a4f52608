import type { Field } from '../../schema/field.ts';
import {
  changeTo,
  keyOrName,
  type FieldCheck,
  type FieldSubject,
  type Finding,
  type FixData,
  type FixValue,
  type RuleSubject,
} from '../finding.ts';
import { quotedCode, quotedText } from '../../../util/quotedInMessages.ts';
import { type Plain, isPlain, listAt, textAt } from '../../../util/plainRecord.ts';

/** Finds WAAS rules without applications, and applications that have the same id. */
export function* checkApplications({ kind, rule }: RuleSubject): Generator<Finding> {
  if (!kind.hasApps) {
    return;
  }
  const written = rule['applicationsSpec'] ?? [];
  if (Array.isArray(written) && written.length === 0 && rule['disabled'] !== true) {
    yield {
      code: 'no-applications',
      message: 'the rule protects nothing: protections belong to an application under `applicationsSpec`',
      ...keyOrName(rule, 'applicationsSpec'),
    };
  }
  const ids = listAt(rule, 'applicationsSpec').map((app) => textAt(app, 'appID') ?? '');
  const taken = new Set(ids);
  const seen = new Set<string>();
  let number = 2;
  for (const [index, id] of ids.entries()) {
    if (id !== '' && seen.has(id)) {
      while (taken.has(`${id}-${number}`)) {
        number += 1;
      }
      const free = `${id}-${number}`;
      taken.add(free);
      const path = ['applicationsSpec', index, 'appID'];
      yield {
        code: 'duplicate-app',
        message: `another application of the rule has the id ${quotedText(id)}: give each application its own id`,
        path,
        fixes: [changeTo(path, free)],
      };
    }
    seen.add(id);
  }
}

/** Finds a protection beside the applications. */
export const checkPlacement: FieldCheck = (subject, report) => {
  const { object, objectField, path, key, value } = subject;
  if (!subject.kind.hasApps || !isOfApplication(subject)) {
    return;
  }
  const isInRule = objectField.member('applicationsSpec') !== undefined;
  report({
    code: 'misplaced-protection',
    message: `${quotedCode(key)} protects nothing here: it belongs to an application under \`applicationsSpec\`${isInRule ? '' : ' of a rule'}`,
    path: [...path, key],
    mark: 'key',
    fixes: isInRule ? moves(object, key, value) : [],
  });
};

/** The result is true for a misplaced field that belongs to an application. */
export function isOfApplication({ field, objectField, key }: FieldSubject): boolean {
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
  return [
    {
      title: `Move ${quotedCode(key)} into the application`,
      steps: [
        { kind: 'set', path: ['applicationsSpec', 0, key], value: value as FixValue },
        { kind: 'remove', path: [key] },
      ],
    },
  ];
}
