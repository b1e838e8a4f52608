import { lostCharacter } from '../../../document/text.ts';
import type { Field } from '../../schema/field.ts';
import type { NodePath } from '../../../document/syntaxNode.ts';
import { changeTo, type FieldCheck, type ValueCheck } from '../finding.ts';
import { quotedCode, quotedText } from '../../../util/quotedInMessages.ts';
import { re2Problem } from '../re2Syntax.ts';
import { findSecret, namesSecret } from '../secretPatterns.ts';
import { checkPlacement } from './applications.ts';
import { checkCve } from './exceptions.ts';
import { checkAcceptedEffect } from './unacceptedEffect.ts';
import { checkDeprecation, checkUnknownField } from './unknownField.ts';

const byte = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^(?:${byte}\\.){3}${byte}$`);

/** The version is 4 or 6 for an IP address, and 0 for other text. */
function ipVersion(text: string): 0 | 4 | 6 {
  return ipv4.test(text) ? 4 : isIpv6(text) ? 6 : 0;
}

/**
 * The form has eight groups of up to four hexadecimal digits. One `::` replaces groups of zeros, and an IPv4 address
 * replaces two groups.
 */
function isIpv6(text: string): boolean {
  if (!text.includes(':')) {
    return false;
  }
  const last = text.slice(text.lastIndexOf(':') + 1);
  const plain = ipv4.test(last) ? `${text.slice(0, -last.length)}0:0` : text;
  const halves = plain.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  return (
    groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) &&
    (halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8)
  );
}

const checkAddress: ValueCheck = (text) => {
  if (typeof text !== 'string') {
    return undefined;
  }
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
};

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

const MAX_PORT = 65_535;

const checkPort: ValueCheck = (port) =>
  typeof port === 'number' && (port < 0 || (port > MAX_PORT && Number.isFinite(port)))
    ? { code: 'port-out-of-range', message: `${port} is not a port: use 0 to ${MAX_PORT}` }
    : undefined;

const checkRange: FieldCheck = ({ object, field, path, key, value: end }, report) => {
  const lower = field?.schema.notBelow;
  const start = lower === undefined ? undefined : object[lower];
  if (lower === undefined || !isEnd(end, field) || !isEnd(start, field) || end >= start) {
    return;
  }
  const place = [...path, key];
  report({
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
  });
};

/** The value is a valid end of a range. Consoles write 0 for an unset end. */
function isEnd(value: unknown, field: Field | undefined): value is number {
  return (
    typeof value === 'number' &&
    value !== 0 &&
    (field?.schema.type !== 'integer' || Number.isInteger(value)) &&
    (field?.schema.meaning !== 'port' || (value > 0 && value <= MAX_PORT))
  );
}

const checkPattern: ValueCheck = (text, { field, object }) => {
  const condition = field?.schema.meaningIf;
  const isPattern = typeof text === 'string' && (condition === undefined || object[condition] === true);
  const problem = isPattern ? re2Problem(text) : undefined;
  return problem === undefined
    ? undefined
    : { code: 'broken-pattern', message: `this regular expression does not compile: ${problem}` };
};

const lostMessage = `a character was lost here (${lostCharacter}): write it again, and save the file as UTF-8`;

const checkCharacters: ValueCheck = (text) =>
  typeof text === 'string' && text.includes(lostCharacter)
    ? { code: 'lost-character', message: lostMessage }
    : undefined;

/** Numbers of this size may not fit: a double does not show whether they do, but their text does. */
const MIN_LARGE = 2 ** 63;
const MAX_NUMBER = 2n ** 63n - 1n;

/** The document reports numbers beyond the range of every reader. */
const checkNumber: ValueCheck = (number, { field, key, value, scalarText }, path) => {
  if (typeof number !== 'number' || Math.abs(number) < MIN_LARGE || !Number.isFinite(number)) {
    return undefined;
  }
  const type = (Array.isArray(value) ? field?.item : field)?.schema.type;
  return [type].flat().includes('integer') && isTooLarge(scalarText(path()))
    ? { code: 'number-out-of-range', message: `\`${key}\` must be at most ${MAX_NUMBER}` }
    : undefined;
};

function isTooLarge(written: string | undefined): boolean {
  if (written === undefined || !/^-?\d+$/.test(written)) {
    return written !== undefined;
  }
  const value = BigInt(written);
  return value > MAX_NUMBER || value < -MAX_NUMBER - 1n;
}

const advice = 'policy files are shared, so keep secrets on the console';

const checkSecret: ValueCheck = (text, { objectField, field, key, value }) => {
  const code = 'secret-in-file';
  if (typeof text !== 'string' || text === '') {
    return undefined;
  }
  const isSecretField = objectField.members.has('encrypted')
    ? key === 'plain'
    : field === undefined && namesSecret(key);
  if (isSecretField && text === value) {
    return { code, message: `${quotedCode(key)} contains a secret in plain text: ${advice}` };
  }
  const secret = findSecret(text);
  return secret && { code, message: `this looks like ${secret.what}: ${advice}` };
};

const byMeaning: Readonly<Record<string, ValueCheck>> = {
  address: checkAddress,
  cve: checkCve,
  pattern: checkPattern,
  port: checkPort,
};

/** Finds everything that is wrong with one field by itself. */
export const checkField: FieldCheck = (subject, report) => {
  const { field, path, key, value } = subject;
  if (field) {
    checkDeprecation(subject, report);
    checkAcceptedEffect(subject, report);
    checkRange(subject, report);
  } else {
    checkPlacement(subject, report);
    checkUnknownField(subject, report);
  }
  // The console writes read-only fields itself, above all dates and owners.
  const isWrittenByPeople = field?.schema.readOnly !== true;
  if (isWrittenByPeople && key.includes(lostCharacter)) {
    report({ code: 'lost-character', message: lostMessage, path: [...path, key], mark: 'key' });
  }
  const checks = [
    byMeaning[field?.schema.meaning ?? ''],
    checkNumber,
    ...(isWrittenByPeople ? [checkSecret, checkCharacters] : []),
  ];
  const checkValue = (item: unknown, place: () => NodePath): void => {
    for (const check of checks) {
      const problem = check?.(item, subject, place);
      if (problem) {
        const { change, ...finding } = problem;
        report({
          ...finding,
          path: place(),
          ...(change !== undefined && { fixes: [changeTo(place(), change)] }),
        });
      }
    }
  };
  if (Array.isArray(value)) {
    value.forEach((item, index) => checkValue(item, () => [...path, key, index]));
  } else {
    checkValue(value, () => [...path, key]);
  }
};
