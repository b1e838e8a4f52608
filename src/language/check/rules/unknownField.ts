import { closest } from '../closest.ts';
import type { Finding, MemberCheck, MemberSubject } from '../finding.ts';
import { shownCode } from '../shown.ts';

/** Sent by consoles and clients without being declared; kept and left alone. */
const tolerated = new Set(['$$hashKey', 'order', 'expandDetails', '$schema']);

/** As a console fills them in they have more members than are declared; only near misses are worth a word. */
const filledIn = new Set(['Collection', 'Scope', 'Custom rule', 'Custom rules', 'License compliance']);

export const unknownField: MemberCheck = {
  code: 'unknown-field',
  summary: 'A field is not known; it may be mistyped.',
  severity: 'hint',
  scope: 'member',
  check(member, report) {
    if (!isUnknown(member)) {
      return;
    }
    const { key, objectField } = member;
    const meant = closest(key, objectField.members.keys());
    if (meant === undefined ? !filledIn.has(objectField.schema.title ?? '') : !onlyCase(key, meant)) {
      report({
        message: `unknown field ${shownCode(key)}${meant === undefined ? '' : `, did you mean \`${meant}\`?`}`,
        ...placeAndFix(member, meant),
      });
    }
  },
};

export const fieldCase: MemberCheck = {
  code: 'field-case',
  summary: 'A field is written in the wrong case, so the console does not see it.',
  severity: 'warning',
  scope: 'member',
  check(member, report) {
    if (!isUnknown(member)) {
      return;
    }
    const { key, objectField } = member;
    const meant = closest(key, objectField.members.keys());
    if (meant !== undefined && onlyCase(key, meant)) {
      report({
        message: `the field is called \`${meant}\`; the console does not see ${shownCode(key)}`,
        ...placeAndFix(member, meant),
      });
    }
  },
};

function isUnknown({ field, objectField, key }: MemberSubject): boolean {
  return field === undefined && !objectField.open && !tolerated.has(key);
}

function onlyCase(key: string, meant: string): boolean {
  return key.toLowerCase() === meant.toLowerCase();
}

function placeAndFix(
  { object, path, key }: MemberSubject,
  meant: string | undefined,
): Pick<Finding, 'path' | 'mark' | 'fixes'> {
  const place = [...path, key];
  // With both spellings present a rename would make a second of the same name.
  const fixes =
    meant === undefined || Object.hasOwn(object, meant)
      ? []
      : [{ kind: 'rename-key', title: `Rename to \`${meant}\``, path: place, key: meant } as const];
  return { path: place, mark: 'key', fixes };
}
