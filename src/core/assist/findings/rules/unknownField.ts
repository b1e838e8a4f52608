import { documentFormOf, isOwnField } from '../../../policy/comparisonForm.ts';
import { likelyField } from '../../../util/closest.ts';
import type { Field } from '../../schema/field.ts';
import type { FieldCheck, FieldSubject, FixData, FixValue } from '../finding.ts';
import { takes } from '../likelyValue.ts';
import { quotedCode } from '../../../util/quotedInMessages.ts';
import { isOfApplication } from './applications.ts';
import { hasOldScope } from './noCollections.ts';

/** The console and its clients send these undeclared fields; Ordinance keeps them unchanged. */
const tolerated = new Set(['$$hashKey', 'order', 'expandDetails', '$schema']);

/** The console adds undeclared fields to these objects, so only near misses are reported. */
const filledIn = new Set(['Collection', 'Scope', 'Custom rule', 'Custom rules', 'License compliance']);

/** Finds a field that the schema does not have, and the field that may be meant. */
export const checkUnknownField: FieldCheck = (subject, report) => {
  const { kind, objectField, path, key } = subject;
  const isOwn = path.length === 0 && isOwnField(key, documentFormOf(kind));
  // The finding `misplaced-protection` describes a protection beside the applications better.
  if (objectField.open || tolerated.has(key) || isOwn || isOfApplication(subject)) {
    return;
  }
  const likelyName = likelyNameOf(subject);
  const place = { path: [...path, key], mark: 'key' } as const;
  if (likelyName === undefined) {
    if (!filledIn.has(objectField.schema.title ?? '')) {
      report({ code: 'unknown-field', message: `unknown field ${quotedCode(key)}`, ...place });
    }
  } else if (key.toLowerCase() === likelyName.toLowerCase()) {
    const message = `the console ignores ${quotedCode(key)}: the field is named \`${likelyName}\``;
    report({ code: 'field-case', message, ...place, fixes: fixesFor(subject, likelyName) });
  } else {
    const message = `unknown field ${quotedCode(key)}, did you mean \`${likelyName}\`?`;
    report({ code: 'misspelled-field', message, ...place, fixes: fixesFor(subject, likelyName) });
  }
};

/** The cache keeps likely names, because consoles send the same unknown names again and again. */
const likelyNames = new WeakMap<Field, Map<string, string | undefined>>();
const MAX_NAMES = 500;

function likelyNameOf({ key, objectField }: FieldSubject): string | undefined {
  const known = likelyNames.get(objectField) ?? new Map<string, string | undefined>();
  likelyNames.set(objectField, known);
  if (known.has(key)) {
    return known.get(key);
  }
  const likelyName = likelyField(key, objectField.members.keys());
  if (known.size < MAX_NAMES) {
    known.set(key, likelyName);
  }
  return likelyName;
}

/** There is no fix when the value would be wrong under the right name too. */
function fixesFor(
  { object, objectField, path, key, value }: FieldSubject,
  likelyName: string,
): readonly FixData[] {
  const place = [...path, key];
  const target = objectField.member(likelyName);
  if (!target || !takes(target, value)) {
    return [];
  }
  // A rename would duplicate the key when both names exist.
  return Object.hasOwn(object, likelyName)
    ? [
        {
          title: `Write this value to \`${likelyName}\``,
          steps: [
            { kind: 'set', path: [...path, likelyName], value: value as FixValue },
            { kind: 'remove', path: place },
          ],
        },
      ]
    : [
        {
          title: `Rename to \`${likelyName}\``,
          steps: [{ kind: 'rename-key', path: place, key: likelyName }],
        },
      ];
}

export const checkDeprecation: FieldCheck = ({ object, field, path, key }, report) => {
  const reason = field?.schema.deprecationMessage;
  // The finding `old-scope` describes this place better.
  if (reason !== undefined && !(key === 'resources' && hasOldScope(object))) {
    report({
      code: 'deprecated-field',
      message: `\`${key}\`: ${reason[0]!.toLowerCase()}${reason.slice(1).replace(/\.$/, '')}`,
      path: [...path, key],
      mark: 'key',
      tags: ['deprecated'],
    });
  }
};
