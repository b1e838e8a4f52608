import { documentFormOf, isOwnField } from '../../../policy/comparisonForm.ts';
import { likelyField } from '../../../util/closest.ts';
import { quotedCode } from '../../../util/quotedInMessages.ts';
import { type Plain, isPlain, listAt } from '../../../util/plainRecord.ts';
import type { Field } from '../../schema/field.ts';
import type { FieldSubject, Finding, FixData, FixValue } from '../finding.ts';
import { takes } from '../likelyValue.ts';

/** The console and its clients send these undeclared fields; Ordinance keeps them unchanged. */
const tolerated = new Set(['$$hashKey', 'order', 'expandDetails', '$schema']);

/** The console adds undeclared fields to these objects, so only near misses are reported. */
const filledIn = new Set(['Collection', 'Scope', 'Custom rule', 'Custom rules', 'License compliance']);

/** Finds a field that the schema does not have, and the field or place that may be meant. */
export function unknownField(subject: FieldSubject): Finding | undefined {
  const { kind, object, objectField, path, key, value } = subject;
  const place = { path: [...path, key], mark: 'key' } as const;
  if (isOfApplication(objectField, key)) {
    const isInRule = objectField.member('applicationsSpec') !== undefined;
    return {
      code: 'misplaced-protection',
      message: `${quotedCode(key)} protects nothing here: it belongs to an application under \`applicationsSpec\`${isInRule ? '' : ' of a rule'}`,
      ...place,
      fixes: isInRule ? moves(object, key, value) : [],
    };
  }
  const isOwn = path.length === 0 && isOwnField(key, documentFormOf(kind));
  if (objectField.members.size === 0 || tolerated.has(key) || isOwn) {
    return undefined;
  }
  const likelyName = likelyNameOf(subject);
  if (likelyName === undefined) {
    return filledIn.has(objectField.schema.title ?? '')
      ? undefined
      : { code: 'unknown-field', message: `unknown field ${quotedCode(key)}`, ...place };
  }
  const fixes = renames(subject, likelyName);
  return key.toLowerCase() === likelyName.toLowerCase()
    ? {
        code: 'field-case',
        message: `the console ignores ${quotedCode(key)}: the field is named \`${likelyName}\``,
        ...place,
        fixes,
      }
    : {
        code: 'misspelled-field',
        message: `unknown field ${quotedCode(key)}, did you mean \`${likelyName}\`?`,
        ...place,
        fixes,
      };
}

/** The object is a rule of web applications, or the document that has the rules. */
function isOfApplication(objectField: Field, key: string): boolean {
  const rule = objectField.member('rules')?.item ?? objectField;
  return rule.member('applicationsSpec')?.item?.member(key) !== undefined;
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
function renames(
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
