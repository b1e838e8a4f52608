import type { SchemaError, Validator } from '../../../generated/validators.js';
import type { Field } from '../schema/field.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import { closest } from '../../util/closest.ts';
import { choice, removeFix, setFix, type Finding, type FixData, type ScalarTextAt } from './finding.ts';
import { likelyValue, takes } from './likelyValue.ts';
import { quotedCode, quotedJson } from '../../util/quotedInMessages.ts';
import { isPlain } from '../../util/plainRecord.ts';

/** A value to check, with its schema. */
interface SchemaSubject {
  readonly validator: Validator;
  readonly field: Field;
  readonly value: unknown;
  /** The value in messages. */
  readonly what: string;
  readonly scalarText: ScalarTextAt;
  /** Null is allowed except as a list entry, because consoles use null for unset fields. */
  readonly isNullable?: true;
}

const nouns: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Returns at most one finding for each place. */
export function schemaFindings(subject: SchemaSubject): Finding[] {
  const { validator, value: root, isNullable } = subject;
  if (validator(root)) {
    return [];
  }
  const byPlace = new Map<string, SchemaError>();
  for (const error of validator.errors ?? []) {
    const { path, value } = follow(error.instancePath, root);
    const isUnset = isNullable && value === null && typeof path.at(-1) === 'string';
    // The document reports a number beyond every range.
    if (isUnset || (typeof value === 'number' && !Number.isFinite(value))) {
      continue;
    }
    const { additionalProperty = '', missingProperty = '' } = error.params;
    const key = [error.instancePath, additionalProperty, missingProperty].join('#');
    // The error of the type replaces the others, because a value of the wrong type violates every enum too.
    if (!byPlace.has(key) || error.keyword === 'type') {
      byPlace.set(key, error);
    }
  }
  return [...byPlace.values()].map((error) => findingOf(error, subject));
}

function findingOf(
  error: SchemaError,
  { value: root, field: rootField, what, scalarText }: SchemaSubject,
): Finding {
  const { path, value } = follow(error.instancePath, root);
  const label = labelOf(path, what);
  const field = rootField.at(path);
  switch (error.keyword) {
    case 'type':
      return {
        code: 'schema-type',
        message: typeMessage(label, error, value),
        path,
        ...typeFix(error, path, value, field, scalarText),
      };
    case 'enum':
      return { code: 'schema-enum', path, ...enumProblem(label, path, value, field) };
    case 'required': {
      const missing = String(error.params['missingProperty']);
      const message = `${label} needs \`${missing}\``;
      return { code: 'schema-required', message, path: [...path, missing], mark: 'start' };
    }
    case 'additionalProperties': {
      const key = String(error.params['additionalProperty']);
      const place = [...path, key];
      return { code: 'unknown-field', ...unknownMember(key, value, field, place), path: place, mark: 'key' };
    }
    case 'minItems':
    case 'minProperties':
    case 'minimum':
      return { code: 'schema-format', message: `${label} needs at least ${limitOf(error)}`, path };
    case 'maxItems':
    case 'maxProperties':
    case 'maximum':
      return { code: 'schema-format', message: `${label} allows at most ${limitOf(error)}`, path };
    default:
      return { code: 'schema-format', message: dateMessage(label, field), path, ...dateFix(path, value) };
  }
}

function limitOf({ keyword, params }: SchemaError): string {
  const limit = String(params['limit']);
  return keyword === 'minimum' || keyword === 'maximum'
    ? limit
    : `${limit} ${limit === '1' ? 'entry' : 'entries'}`;
}

/** Follows a JSON pointer. Only the data shows which steps of the pointer are indices. */
function follow(pointer: string, root: unknown): { readonly path: NodePath; readonly value: unknown } {
  const path: (string | number)[] = [];
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) {
      path.push(Number(key));
      value = value[Number(key)];
    } else {
      path.push(key);
      value = (value as Record<string, unknown>)[key];
    }
  }
  return { path, value };
}

function labelOf(path: NodePath, what: string): string {
  const last = path.at(-1);
  if (last === undefined) {
    return what;
  }
  if (typeof last === 'string') {
    return quotedCode(last);
  }
  const list = path.findLast((step) => typeof step === 'string');
  return list === undefined ? 'an entry' : `an entry of ${quotedCode(list)}`;
}

function typesOf(error: SchemaError): readonly string[] {
  const type = error.params['type'];
  return (Array.isArray(type) ? type : [type]).map(String).filter((name) => name !== 'null');
}

function typeMessage(label: string, error: SchemaError, value: unknown): string {
  const types = typesOf(error).map((name) => nouns[name] ?? name);
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const isFraction = type === 'number' && !Number.isInteger(value);
  return `${label} must be ${types.join(' or ')}${isFraction ? '' : `, not ${nouns[type] ?? 'empty'}`}`;
}

function typeFix(
  error: SchemaError,
  path: NodePath,
  value: unknown,
  field: Field | undefined,
  scalarText: ScalarTextAt,
): { fixes?: readonly FixData[] } {
  const named = typeof value === 'string' ? namedBy(value, field) : undefined;
  if (named) {
    return { fixes: [setFix(`Write ${named.value} (${named.title})`, path, named.value)] };
  }
  if (isPlain(value) && Object.keys(value).length > 0 && field?.item && takes(field.item, value)) {
    return { fixes: [{ title: 'Put it into a list', steps: [{ kind: 'list', path }] }] };
  }
  const likely = likelyValue(typesOf(error), value, field, scalarText(path));
  return likely === undefined ? {} : { fixes: [setFix(`Write ${quotedJson(likely)}`, path, likely)] };
}

/** Severities are numbers that people know by their names. */
function namedBy(word: string, field: Field | undefined): { value: number; title: string } | undefined {
  const name = word.trim().toLowerCase();
  const severity = field?.schema.suggestions?.find(
    ({ value, title }) => typeof value === 'number' && title.split(' ')[0] === name,
  );
  return severity && { value: Number(severity.value), title: severity.title };
}

const MAX_LISTED_VALUES = 12;

/** The fix writes the similar value. Where no value is similar, each of a few values is a fix. */
function enumProblem(
  label: string,
  path: NodePath,
  value: unknown,
  field: Field | undefined,
): { message: string; fixes?: readonly FixData[] } {
  const allowed = (field?.schema.enum ?? []).map(String);
  const similar = closest(String(value), allowed);
  // Some words also have the forms `at least` and `at most`.
  const words = allowed.filter((word) => !/^at \w+ /.test(word));
  const isListed = words.length <= MAX_LISTED_VALUES;
  const bounds = words.length < allowed.length ? ', also with `at least` or `at most`' : '';
  const listed = isListed ? `one of ${words.map(quoted).join(', ')}${bounds}` : 'one of the known values';
  const change = (word: string): FixData =>
    setFix(`Change to ${quoted(word)}`, path, typeof value === 'number' ? Number(word) : word);
  return similar === undefined
    ? {
        message: `${label} must be ${listed}`,
        fixes: isListed ? words.map((word) => choice(change(word))) : [],
      }
    : {
        message: `${label} must be ${listed}; did you mean ${quoted(similar)}?`,
        fixes: [change(similar)],
      };
}

/** The message has the similar field, or the known ones. A rename would duplicate an existing field. */
function unknownMember(
  key: string,
  holder: unknown,
  field: Field | undefined,
  path: NodePath,
): { message: string; fixes: readonly FixData[] } {
  const known = [...(field?.members.keys() ?? [])];
  const similar = closest(key, known);
  const remove = removeFix(`Remove ${quotedCode(key)}`, path);
  if (similar === undefined) {
    const message = `unknown field ${quotedCode(key)}; known are ${known.map(quotedCode).join(', ')}`;
    return { message, fixes: [remove] };
  }
  const rename: FixData = {
    title: `Rename to ${quotedCode(similar)}`,
    steps: [{ kind: 'rename-key', path, key: similar }],
  };
  return {
    message: `unknown field ${quotedCode(key)}, did you mean ${quotedCode(similar)}?`,
    fixes: isPlain(holder) && !Object.hasOwn(holder, similar) ? [rename, choice(remove)] : [remove],
  };
}

function dateMessage(label: string, field: Field | undefined): string {
  const example = field?.schema.examples?.[0];
  return `${label} must be a date and time${typeof example === 'string' ? ` such as \`${example}\`` : ''}`;
}

/** Completes a date without a time, or with a space before the time. Consoles use UTC. */
function dateFix(path: NodePath, value: unknown): { fixes?: readonly FixData[] } {
  const parts =
    typeof value === 'string'
      ? /^(\d{4}-\d\d-\d\d)(?:[ Tt](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?)?\s*(?:[Zz]|UTC)?$/.exec(value.trim())
      : null;
  if (!parts) {
    return {};
  }
  const [, day = '', minutes = '00:00', seconds = ':00'] = parts;
  const date = `${day}T${minutes}${seconds}Z`;
  return Number.isNaN(Date.parse(date)) || new Date(date).toISOString().slice(0, 10) !== day
    ? {}
    : { fixes: [setFix(`Write ${quotedJson(date)}`, path, date)] };
}

function quoted(text: string): string {
  return text === '' ? 'an empty text' : `\`${text}\``;
}

/** Adds those of other findings that have no finding of the schema at, above or below their places. */
export function withOthers(findings: readonly Finding[], others: readonly Finding[]): Finding[] {
  const keyOf = (path: NodePath): string => path.join('\0');
  const covered = new Set(findings.map(({ path }) => keyOf(path)));
  const above = new Set(findings.flatMap(({ path }) => path.map((_, at) => keyOf(path.slice(0, at)))));
  const isCovered = ({ path }: Finding): boolean =>
    above.has(keyOf(path)) || [...path, ''].some((_, at) => covered.has(keyOf(path.slice(0, at))));
  return [...findings, ...others.filter((finding) => !isCovered(finding))];
}
