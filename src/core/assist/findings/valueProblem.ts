import { lostCharacter } from '../../document/text.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { quotedCode, quotedText } from '../../util/quotedInMessages.ts';
import type { Field } from '../schema/field.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import type { Finding, ObjectSubject } from './finding.ts';
import { re2Problem } from './re2Syntax.ts';
import { findSecret, namesSecret } from './secretPatterns.ts';

interface ValueProblem extends Pick<Finding, 'code' | 'message'> {
  /** The likely value, which a fix writes. */
  readonly change?: string | undefined;
}

/** Finds the worst problem of the value of a field, or of the entry at `index` of its list. */
export function valueProblem(
  subject: ObjectSubject,
  key: string,
  field: Field | undefined,
  value: unknown,
  index?: number,
): ValueProblem | undefined {
  if (typeof value === 'string') {
    return textProblem(subject, key, field, value);
  }
  return typeof value === 'number' ? numberProblem(subject, key, field, value, index) : undefined;
}

/** The path of the value of a field, or of the entry at `index` of its list. */
export function placeOf({ path }: ObjectSubject, key: string, index?: number): NodePath {
  return index === undefined ? [...path, key] : [...path, key, index];
}

export const lostMessage = `a character was lost here (${lostCharacter}): write it again, and save the file as UTF-8`;

function textProblem(
  subject: ObjectSubject,
  key: string,
  field: Field | undefined,
  text: string,
): ValueProblem | undefined {
  const { kind, object } = subject;
  // The console writes read-only fields itself, above all dates and owners.
  const isWrittenByPeople = field?.schema.readOnly !== true;
  const isLost = isWrittenByPeople && text.includes(lostCharacter);
  const problem =
    (isWrittenByPeople ? secretProblem(subject, key, field, text) : undefined) ??
    (isLost ? ({ code: 'lost-character', message: lostMessage } as const) : undefined);
  if (problem) {
    return problem;
  }
  const { meaning = '', meaningIf } = field?.schema ?? {};
  switch (meaning) {
    case 'address':
      return addressProblem(text);
    case 'cve':
      return cveProblem(text, kind);
    case 'pattern': {
      const isPattern = meaningIf === undefined || object[meaningIf] === true;
      const reason = isPattern ? re2Problem(text) : undefined;
      return reason === undefined
        ? undefined
        : { code: 'broken-pattern', message: `this regular expression does not compile: ${reason}` };
    }
    default:
      return undefined;
  }
}

const advice = 'policy files are shared, so keep secrets on the console';

function secretProblem(
  { object, schema }: ObjectSubject,
  key: string,
  field: Field | undefined,
  text: string,
): ValueProblem | undefined {
  const code = 'secret-in-file';
  const isSecretField = schema.members.has('encrypted')
    ? key === 'plain'
    : field === undefined && namesSecret(key);
  if (isSecretField && text === object[key] && text !== '') {
    return { code, message: `${quotedCode(key)} contains a secret in plain text: ${advice}` };
  }
  const secret = findSecret(text);
  return secret && { code, message: `this looks like ${secret.what}: ${advice}` };
}

const standardId = /^CVE-\d{4}-\d{4,}$/;

function cveProblem(id: string, { decidesBy }: PolicyKind): ValueProblem | undefined {
  if (decidesBy !== 'thresholds' || standardId.test(id)) {
    return undefined;
  }
  const change = likelyCve(id);
  const message =
    id.trim() === ''
      ? 'the exception has no vulnerability id, so it never applies: write an id such as `CVE-2031-0001`'
      : `${quotedText(id)} is not an id such as \`CVE-2031-0001\`, so the exception never applies: correct the id`;
  return change === id ? undefined : { code: 'malformed-cve', message, change };
}

/**
 * The id is the likely intent. Many ids besides CVE exist, so only a mistyped CVE is corrected, and space around any
 * id. The result is undefined without a correction.
 */
function likelyCve(id: string): string | undefined {
  const text = id.trim();
  const parts = /^([CVE]{2,4})[\W_]*(\d{4})[\W_]+(\d{4,})$/iu.exec(text);
  const [, letters = ''] = parts ?? [];
  // The letters of CVE may be swapped, with one of them missing or repeated.
  if (parts && new Set(letters.toUpperCase()).size === Math.min(3, letters.length)) {
    return `CVE-${parts[2]}-${parts[3]}`;
  }
  return text === '' || /^cve\b/i.test(text) ? undefined : text;
}

export const MAX_PORT = 65_535;

/** Numbers of this size may not fit: a double does not show whether they do, but their text does. */
const MIN_LARGE = 2 ** 63;
const MAX_NUMBER = 2n ** 63n - 1n;

/** The document reports numbers beyond the range of every reader. */
function numberProblem(
  subject: ObjectSubject,
  key: string,
  field: Field | undefined,
  number: number,
  index: number | undefined,
): ValueProblem | undefined {
  if (!Number.isFinite(number)) {
    return undefined;
  }
  if (field?.schema.meaning === 'port' && (number < 0 || number > MAX_PORT)) {
    return { code: 'port-out-of-range', message: `${number} is not a port: use 0 to ${MAX_PORT}` };
  }
  if (Math.abs(number) < MIN_LARGE) {
    return undefined;
  }
  const type = (index === undefined ? field : field?.item)?.schema.type;
  return [type].flat().includes('integer') && isTooLarge(subject.scalarText(placeOf(subject, key, index)))
    ? { code: 'number-out-of-range', message: `\`${key}\` must be at most ${MAX_NUMBER}` }
    : undefined;
}

function isTooLarge(written: string | undefined): boolean {
  if (written === undefined || !/^-?\d+$/.test(written)) {
    return written !== undefined;
  }
  const value = BigInt(written);
  return value > MAX_NUMBER || value < -MAX_NUMBER - 1n;
}

const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^(?:${byte}\\.){3}${byte}$`);

function addressProblem(text: string): ValueProblem | undefined {
  const code = 'not-an-address';
  if (!isAddress(text)) {
    const compact = text.replaceAll(/\s+/g, '');
    return {
      code,
      message: `${quotedText(text)} is not an address (\`192.0.2.7\`) or a network (\`192.0.2.0/24\`)${lengthAdvice(text)}`,
      change: isAddress(compact) ? compact : undefined,
    };
  }
  const network = networkOf(text);
  const message = `${quotedText(text)} is an address inside a network; the network is ${quotedText(network)}`;
  return network === text ? undefined : { code, message, change: network };
}

/** An address of either version, or a network in address/length form. */
function isAddress(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const version = ipVersion(address);
  return (
    version > 0 &&
    more.length === 0 &&
    (length === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(length) && Number(length) <= maxLength(version)))
  );
}

/** The version is 4 or 6 for an IP address, and 0 for other text. */
function ipVersion(text: string): 0 | 4 | 6 {
  if (ipv4.test(text)) {
    return 4;
  }
  // An IPv4 address replaces the last two of eight groups, and one `::` replaces groups of zeros.
  const last = text.slice(text.lastIndexOf(':') + 1);
  const halves = (ipv4.test(last) ? `${text.slice(0, -last.length)}0:0` : text).split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const isWhole = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
  return isWhole && groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) ? 6 : 0;
}

/** A network of IPv4 by its first address; everything else as it is. */
function networkOf(text: string): string {
  const [address = '', length] = text.split('/');
  if (length === undefined || ipVersion(address) !== 4) {
    return text;
  }
  const size = 2 ** (32 - Number(length));
  const number = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
  const first = Math.floor(number / size) * size;
  return `${[24, 16, 8, 0].map((bits) => Math.floor(first / 2 ** bits) % 256).join('.')}/${length}`;
}

function maxLength(version: number): number {
  return version === 4 ? 32 : 128;
}

function lengthAdvice(text: string): string {
  const [address = '', length, ...more] = text.trim().split('/');
  const version = ipVersion(address);
  return version > 0 && length !== undefined && more.length === 0
    ? `: the length of a network of IPv${version} is between 0 and ${maxLength(version)}`
    : '';
}
