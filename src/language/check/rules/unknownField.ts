import { closest } from '../closest.ts';
import type { Finding, MemberCheck, MemberSubject } from '../finding.ts';

/** Sent by consoles and clients without being declared; kept and left alone. */
const tolerated = new Set(['$$hashKey', 'order', 'expandDetails', '$schema']);

/** A collection as a console fills it in has more members than are declared; only near misses are worth a word. */
const filledIn = new Set(['Collection', 'Scope', 'Custom rule', 'Custom rules', 'License compliance']);

export const unknownField: MemberCheck = {
  code: 'unknown-field',
  summary: 'A field is not known; it may be mistyped.',
  severity: 'hint',
  scope: 'member',
  check: (subject) => unknownMembers(subject, false),
};

export const fieldCase: MemberCheck = {
  code: 'field-case',
  summary: 'A field is written in the wrong case, so the console does not see it.',
  severity: 'warning',
  scope: 'member',
  check: (subject) => unknownMembers(subject, true),
};

function* unknownMembers(
  { object, field, path }: MemberSubject,
  wrongCase: boolean,
): Generator<Omit<Finding, 'code'>> {
  if (field.open) {
    return;
  }
  for (const key of Object.keys(object)) {
    if (field.members.has(key) || tolerated.has(key)) {
      continue;
    }
    const meant = closest(key, field.members.keys());
    const onlyCase = meant !== undefined && meant.toLowerCase() === key.toLowerCase();
    // With both spellings present a rename would make a second of the same name.
    const fixes =
      meant === undefined || Object.hasOwn(object, meant)
        ? []
        : [
            {
              kind: 'rename-key',
              title: `Rename to \`${meant}\``,
              path: [...path, key],
              key: meant,
            } as const,
          ];
    if (onlyCase && wrongCase) {
      yield {
        message: `the field is called \`${meant}\`; the console does not see \`${key}\``,
        path: [...path, key],
        mark: 'key',
        fixes,
      };
    } else if (!onlyCase && !wrongCase && (meant !== undefined || !filledIn.has(field.schema.title ?? ''))) {
      yield {
        message: `unknown field \`${key}\`${meant === undefined ? '' : `, did you mean \`${meant}\`?`}`,
        path: [...path, key],
        mark: 'key',
        fixes,
      };
    }
  }
}
