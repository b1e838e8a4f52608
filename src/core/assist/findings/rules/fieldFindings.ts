import type { NodePath } from '../../../document/syntaxNode.ts';
import { lostCharacter } from '../../../document/text.ts';
import type { PolicyKind } from '../../../policy/families.ts';
import { type Plain, isPlain } from '../../../util/plainRecord.ts';
import type { Field, JsonSchema } from '../../schema/field.ts';
import { changeTo, setFix, type FieldSubject, type Finding, type ScalarTextAt } from '../finding.ts';
import { hasOldScope } from './noCollections.ts';
import { unknownField } from './unknownField.ts';
import { lostMessage, MAX_PORT, valueProblem } from './valueProblem.ts';

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
  const addOfValue = (value: unknown, subject: FieldSubject, at: NodePath): void => {
    const place = (): NodePath => [...subject.path, subject.key, ...at];
    const problem = valueProblem(value, subject, () => scalarText(place()));
    if (problem) {
      const { change, ...own } = problem;
      const path = place();
      add({ ...own, path, ...(change !== undefined && { fixes: [changeTo(path, change)] }) });
    }
  };
  const visitObject = (object: Plain, objectField: Field, path: NodePath): void => {
    let unknown = 0;
    for (const key of Object.keys(object)) {
      const value = object[key];
      const field = objectField.member(key);
      const subject = { kind, object, objectField, field, path, key, value };
      if (field) {
        add(deprecated(subject, field));
        add(unacceptedEffect(subject, field));
        add(reversedRange(subject, field));
      } else if (++unknown <= MAX_UNKNOWN_FIELDS) {
        add(unknownField(subject));
        add(lostCharacterIn(subject));
      } else {
        continue;
      }
      if (Array.isArray(value)) {
        value.forEach((item, index) => addOfValue(item, subject, [index]));
      } else {
        addOfValue(value, subject, []);
      }
      visitBelow(value, field, path, key);
    }
  };
  const visitBelow = (
    value: unknown,
    field: Field | undefined,
    path: NodePath,
    step: string | number,
  ): void => {
    if (field && isPlain(value)) {
      visitObject(value, field, [...path, step]);
    } else if (field?.item && Array.isArray(value)) {
      value.forEach((entry, index) => visitBelow(entry, field.item, [...path, step], index));
    }
  };
  visitObject(plain, root, []);
  return findings;
}

function deprecated({ object, path, key }: FieldSubject, { schema }: Field): Finding | undefined {
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

function lostCharacterIn({ path, key }: FieldSubject): Finding | undefined {
  return key.includes(lostCharacter)
    ? { code: 'lost-character', message: lostMessage, path: [...path, key], mark: 'key' }
    : undefined;
}

/** These effects are offered where the schema lists none. The alert comes first, because "fix all" writes the first. */
const offered = ['alert', 'prevent', 'disable'];

/** Finds an effect that the schema has, and this field or policy does not accept. */
function unacceptedEffect({ kind, path, key, value }: FieldSubject, { schema }: Field): Finding | undefined {
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

function reversedRange({ object, path, key, value: end }: FieldSubject, field: Field): Finding | undefined {
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
