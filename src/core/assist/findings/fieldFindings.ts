import type { NodePath } from '../../document/syntaxNode.ts';
import { lostCharacter } from '../../document/text.ts';
import { documentFormOf, isOwnField } from '../../policy/comparisonForm.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { type Plain, isPlain, listAt } from '../../util/plainRecord.ts';
import { quotedCode } from '../../util/quotedInMessages.ts';
import type { Field, JsonSchema } from '../schema/field.ts';
import {
  changeTo,
  setFix,
  type Finding,
  type FixData,
  type FixStep,
  type ObjectSubject,
  type ScalarTextAt,
} from './finding.ts';
import { takes } from './likelyValue.ts';
import { closestKey, hasOldScope } from './collectionNames.ts';
import { lostMessage, MAX_PORT, placeOf, valueProblem } from './valueProblem.ts';

/** An object can have many unknown fields; findings beyond this number help no one. */
const MAX_UNKNOWN_FIELDS = 2000;

/** Finds everything that is wrong with a field by itself, for each field that the schema knows below `root`. */
export function fieldFindings(
  kind: PolicyKind,
  plain: Plain,
  root: Field,
  scalarText: ScalarTextAt,
): Finding[] {
  const findings: Finding[] = [];
  const add = (finding: Finding | undefined): unknown => finding && findings.push(finding);
  const visitValue = (
    subject: ObjectSubject,
    key: string,
    field: Field | undefined,
    value: unknown,
    index?: number,
  ): void => {
    if (isPlain(value)) {
      const schema = index === undefined ? field : field?.item;
      if (schema) {
        visitObject({ kind, object: value, schema, path: placeOf(subject, key, index), scalarText });
      }
      return;
    }
    const problem = valueProblem(subject, key, field, value, index);
    if (problem) {
      const { change, ...finding } = problem;
      const path = placeOf(subject, key, index);
      add({ ...finding, path, ...(change !== undefined && { fixes: [changeTo(path, change)] }) });
    }
  };
  const visitObject = (subject: ObjectSubject): void => {
    const { object, schema, path } = subject;
    let unknown = 0;
    for (const key of Object.keys(object)) {
      const value = object[key];
      const field = schema.member(key);
      if (field) {
        add(deprecated(subject, key, field));
        add(unacceptedEffect(subject, key, field, value));
        add(reversedRange(subject, key, field, value));
      } else if (++unknown <= MAX_UNKNOWN_FIELDS) {
        add(unknownField(subject, key));
        if (key.includes(lostCharacter)) {
          add({ code: 'lost-character', message: lostMessage, path: [...path, key], mark: 'key' });
        }
      } else {
        continue;
      }
      if (Array.isArray(value)) {
        value.forEach((entry, index) => visitValue(subject, key, field, entry, index));
      } else {
        visitValue(subject, key, field, value);
      }
    }
  };
  visitObject({ kind, object: plain, schema: root, path: [], scalarText });
  return findings;
}

function deprecated({ object, path }: ObjectSubject, key: string, { schema }: Field): Finding | undefined {
  const reason = schema.deprecationMessage;
  // The finding `old-scope` describes this place better.
  return reason === undefined || (key === 'resources' && hasOldScope(object))
    ? undefined
    : {
        code: 'deprecated-field',
        message: `\`${key}\`: ${reason[0]!.toLowerCase()}${reason.slice(1).replace(/\.$/, '')}`,
        path: [...path, key],
        mark: 'key',
        tags: ['deprecated'],
      };
}

/** The console and its clients send these undeclared fields; Ordinance keeps them unchanged. */
const tolerated = new Set(['$$hashKey', 'order', 'expandDetails', '$schema']);

/** The console adds undeclared fields to these objects, so only near misses are reported. */
const filledIn = new Set(['Collection', 'Scope', 'Custom rule', 'Custom rules', 'License compliance']);

/** Finds a field that the schema does not have, and the field or place that may be meant. */
function unknownField(subject: ObjectSubject, key: string): Finding | undefined {
  const { kind, object, schema, path } = subject;
  const place = { path: [...path, key], mark: 'key' } as const;
  if (isOfApplication(schema, key)) {
    const isInRule = schema.member('applicationsSpec') !== undefined;
    return {
      code: 'misplaced-protection',
      message: `${quotedCode(key)} protects nothing here: it belongs to an application under \`applicationsSpec\`${isInRule ? '' : ' of a rule'}`,
      ...place,
      fixes: isInRule ? moves(object, key) : [],
    };
  }
  const isOwn = path.length === 0 && isOwnField(key, documentFormOf(kind));
  if (schema.members.size === 0 || tolerated.has(key) || isOwn) {
    return undefined;
  }
  const likelyName = closestKey(key, schema.members);
  if (likelyName === undefined) {
    return filledIn.has(schema.schema.title ?? '')
      ? undefined
      : { code: 'unknown-field', message: `unknown field ${quotedCode(key)}`, ...place };
  }
  const fixes = renames(subject, key, likelyName);
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
function isOfApplication(schema: Field, key: string): boolean {
  const rule = schema.member('rules')?.item ?? schema;
  return rule.member('applicationsSpec')?.item?.member(key) !== undefined;
}

/** The target is clear when the rule has one application without the field. */
function moves(rule: Plain, key: string): readonly FixData[] {
  const apps = listAt(rule, 'applicationsSpec');
  const [app] = apps;
  if (apps.length !== 1 || !isPlain(app) || Object.hasOwn(app, key)) {
    return [];
  }
  return [
    {
      title: `Move ${quotedCode(key)} into the application`,
      steps: [{ kind: 'move-field', path: ['applicationsSpec', 0], key }],
    },
  ];
}

/** There is no fix when the value would be wrong under the right name too. */
function renames(
  { object, schema, path }: ObjectSubject,
  key: string,
  likelyName: string,
): readonly FixData[] {
  const place = [...path, key];
  const target = schema.member(likelyName);
  if (!target || !takes(target, object[key])) {
    return [];
  }
  const rename: FixStep = { kind: 'rename-key', path: place, key: likelyName };
  // A rename would duplicate the key when both names exist.
  return Object.hasOwn(object, likelyName)
    ? [
        {
          title: `Write this value to \`${likelyName}\``,
          steps: [{ kind: 'remove', path: [...path, likelyName] }, rename],
        },
      ]
    : [{ title: `Rename to \`${likelyName}\``, steps: [rename] }];
}

/** These effects are offered where the schema lists none. The alert comes first, because "fix all" writes the first. */
const offered = ['alert', 'prevent', 'disable'];

/** Finds an effect that the schema has, and this field or policy does not accept. */
function unacceptedEffect(
  { kind, path }: ObjectSubject,
  key: string,
  { schema }: Field,
  value: unknown,
): Finding | undefined {
  if (
    kind.decidesBy !== 'sensors' ||
    typeof value !== 'string' ||
    !schema.enum?.includes(value) ||
    !refuses(kind, schema, path, value)
  ) {
    return undefined;
  }
  const usable = (schema.acceptedValues ?? offered)
    .filter((effect) => !refuses(kind, schema, path, effect))
    .toSorted((a, b) => Number(b === 'alert') - Number(a === 'alert'));
  const place = [...path, key];
  return {
    code: 'unaccepted-effect',
    message: `\`${key}\` of ${kind.name} cannot be \`${value}\` here: use ${usable.map((effect) => `\`${effect}\``).join(' or ')}`,
    path: place,
    fixes: usable.map((effect) => setFix(`Change to \`${effect}\``, place, effect)),
  };
}

function refuses(kind: PolicyKind, { acceptedValues }: JsonSchema, path: NodePath, effect: string): boolean {
  if (acceptedValues) {
    return !acceptedValues.includes(effect);
  }
  const cannot: readonly string[] = kind.cannot;
  const seesCopies = kind.hasApps && cannot.includes('prevent');
  switch (effect) {
    case 'block':
      // A web application is protected by looking at its requests, so a rule stops no workload.
      return kind.hasApps || cannot.includes(effect);
    case 'reCAPTCHA':
      return seesCopies || !path.includes('botProtectionSpec');
    case 'allow':
      return seesCopies && !path.includes('customRules');
    default:
      return cannot.includes(effect);
  }
}

function reversedRange(
  { object, path }: ObjectSubject,
  key: string,
  field: Field,
  end: unknown,
): Finding | undefined {
  const lower = field.schema.notBelow;
  const start = lower === undefined ? undefined : object[lower];
  if (lower === undefined || !isEnd(end, field) || !isEnd(start, field) || end >= start) {
    return undefined;
  }
  const place = [...path, key];
  return {
    code: 'reversed-range',
    message: `\`${key}\` is ${end}, below \`${lower}\`, which is ${start}: the range is empty`,
    path: place,
    fixes: [
      {
        title: `Swap: from ${end} to ${start}`,
        steps: [
          { kind: 'set', path: [...path, lower], value: end },
          { kind: 'set', path: place, value: start },
        ],
      },
    ],
  };
}

/** The value is a valid end of a range. Consoles write 0 for an unset end. */
function isEnd(value: unknown, { schema }: Field): value is number {
  return (
    typeof value === 'number' &&
    value !== 0 &&
    (schema.type !== 'integer' || Number.isInteger(value)) &&
    (schema.meaning !== 'port' || (value > 0 && value <= MAX_PORT))
  );
}
