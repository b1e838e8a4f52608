import { likelyField } from '../../../util/closest.ts';
import type { Finding, FixData, FixValue, MemberCheck, MemberSubject } from '../finding.ts';
import type { Field } from '../../schema/field.ts';
import { takes } from '../likelyValue.ts';
import { documentFormOf, isOwnField } from '../../../policy/comparisonForm.ts';
import { quotedCode } from '../quotedInMessages.ts';
import { isOfApplication } from './applications.ts';
import { hasOldScope } from './noCollections.ts';

/** The console and its clients send these undeclared fields; Ordinance keeps them unchanged. */
const tolerated = new Set(['$$hashKey', 'order', 'expandDetails', '$schema']);

/** The console adds undeclared fields to these objects, so only near misses are reported. */
const filledIn = new Set(['Collection', 'Scope', 'Custom rule', 'Custom rules', 'License compliance']);

export const unknownField: MemberCheck = {
  code: 'unknown-field',
  summary: 'A field is unknown.',
  severity: 'hint',
  scope: 'member',
  concerns: (field) => field === undefined,
  check(member, report) {
    if (
      isUnknown(member) &&
      meantBy(member) === undefined &&
      !filledIn.has(member.objectField.schema.title ?? '')
    ) {
      const { path, key } = member;
      report({ message: `unknown field ${quotedCode(key)}`, path: [...path, key], mark: 'key' });
    }
  },
};

export const misspelledField: MemberCheck = {
  code: 'misspelled-field',
  summary: 'A field is unknown and similar to a known field.',
  severity: 'warning',
  scope: 'member',
  concerns: (field) => field === undefined,
  check(member, report) {
    const meant = isUnknown(member) ? meantBy(member) : undefined;
    if (meant !== undefined && !onlyCase(member.key, meant)) {
      report({
        message: `unknown field ${quotedCode(member.key)}, did you mean \`${meant}\`?`,
        ...placeAndFix(member, meant),
      });
    }
  },
};

export const fieldCase: MemberCheck = {
  code: 'field-case',
  summary: 'A field has the wrong case, so the console ignores it.',
  severity: 'warning',
  scope: 'member',
  concerns: (field) => field === undefined,
  check(member, report) {
    const meant = isUnknown(member) ? meantBy(member) : undefined;
    if (meant !== undefined && onlyCase(member.key, meant)) {
      report({
        message: `the console ignores ${quotedCode(member.key)}: the field is named \`${meant}\``,
        ...placeAndFix(member, meant),
      });
    }
  },
};

function isUnknown(member: MemberSubject): boolean {
  const { kind, field, objectField, path, key } = member;
  const isOwn = path.length === 0 && isOwnField(key, documentFormOf(kind));
  // The finding `misplaced-protection` describes a protection beside the applications better.
  const isMisplaced = isOfApplication(member);
  return field === undefined && !objectField.open && !tolerated.has(key) && !isOwn && !isMisplaced;
}

/** The cache keeps likely names, because consoles send the same unknown names again and again. */
const meant = new WeakMap<Field, Map<string, string | undefined>>();
const MAX_NAMES = 500;

function meantBy({ key, objectField }: MemberSubject): string | undefined {
  const known = meant.get(objectField) ?? new Map<string, string | undefined>();
  meant.set(objectField, known);
  if (known.has(key)) {
    return known.get(key);
  }
  const found = likelyField(key, objectField.members.keys());
  if (known.size < MAX_NAMES) {
    known.set(key, found);
  }
  return found;
}

function onlyCase(key: string, meant: string): boolean {
  return key.toLowerCase() === meant.toLowerCase();
}

function placeAndFix(
  { object, objectField, path, key, value }: MemberSubject,
  meant: string,
): Pick<Finding, 'path' | 'mark' | 'fixes'> {
  const place = [...path, key];
  const target = objectField.member(meant);
  // The fix is left out when the value would be wrong under the right name too.
  const fixes = target && takes(target, value) ? [fixFor(object, place, meant, value)] : [];
  return { path: place, mark: 'key', fixes };
}

function fixFor(object: object, place: Finding['path'], meant: string, value: unknown): FixData {
  if (!Object.hasOwn(object, meant)) {
    return { kind: 'rename-key', title: `Rename to \`${meant}\``, path: place, key: meant };
  }
  // A rename would duplicate the key when both names exist.
  const title = `Write this value to \`${meant}\``;
  return {
    kind: 'several',
    title,
    steps: [
      { kind: 'set', title, path: [...place.slice(0, -1), meant], value: value as FixValue },
      { kind: 'remove', title, path: place },
    ],
  };
}

export const deprecatedField: MemberCheck = {
  code: 'deprecated-field',
  summary: 'A field belongs to an older console.',
  severity: 'hint',
  scope: 'member',
  concerns: (field) => field?.schema.deprecationMessage !== undefined,
  check({ object, field, path, key }, report) {
    const reason = field?.schema.deprecationMessage;
    // The finding `old-scope` describes this place better.
    if (reason !== undefined && !(key === 'resources' && hasOldScope(object))) {
      report({
        message: `\`${key}\`: ${reason[0]!.toLowerCase()}${reason.slice(1).replace(/\.$/, '')}`,
        path: [...path, key],
        mark: 'key',
        tags: ['deprecated'],
      });
    }
  },
};
