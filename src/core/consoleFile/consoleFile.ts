import { authSchemeNames, consoleMembers } from '../../generated/consoleFile.ts';
import { closest } from '../util/closest.ts';
import { defined } from '../util/defined.ts';
import { isPlain } from '../util/plainRecord.ts';
import type { AuthScheme } from './authSchemes.ts';
import {
  addressProblem,
  consoleNameProblem,
  normalAddress,
  type ConsoleEntry,
  fileProblem,
  folderProblem,
  headerProblem,
  pathProblem,
  textProblem,
} from './consoleEntry.ts';
import { DEFAULT_HEADER } from './destination.ts';
import { policyKind, policyKinds } from '../policy/families.ts';
import type { Spelling } from '../policy/policyFile.ts';

export interface ConsoleFileProblem {
  readonly message: string;
  /** The path to the wrong value. */
  readonly path: readonly (string | number)[];
}

interface UsableConsole {
  readonly entry: ConsoleEntry;
  /**
   * True for a console with another problem. Its files can be used. Nothing may be sent to it, because the
   * problem may be about its requests.
   */
  readonly isFlawed: boolean;
}

export interface ConsoleFile {
  /** Only consoles without a problem. */
  readonly consoles: readonly ConsoleEntry[];
  /** Every console with a usable name, address and folder, in the order of the file. */
  readonly usable: readonly UsableConsole[];
  /** The format of the files that pull creates. */
  readonly format: Spelling;
  readonly problems: readonly ConsoleFileProblem[];
}

export const consoleFileName = 'ordinance.yaml';

/** A larger file is not read. */
export const MAX_CONSOLE_FILE_BYTES = 256 * 1024;
/** A file that names more consoles is not read. */
export const MAX_CONSOLES = 200;
const MAX_PATHS = 200;
const MAX_HEADERS = 50;

const fileMembers = ['consoles', 'format'];

/** Reads the data of an `ordinance.yaml`. Never throws. */
export function readConsoleFile(plain: unknown): ConsoleFile {
  const problems: ConsoleFileProblem[] = [];
  const usable: UsableConsole[] = [];
  if (plain === null || plain === undefined) {
    return { consoles: [], usable, format: 'yaml', problems };
  }
  if (!isPlain(plain)) {
    return {
      consoles: [],
      usable,
      format: 'yaml',
      problems: [{ message: 'The file must start with "consoles:".', path: [] }],
    };
  }
  const format = plain['format'];
  if (format !== undefined && format !== 'yaml' && format !== 'json') {
    problems.push({ message: 'The format must be yaml or json.', path: ['format'] });
  }
  // An unknown field beside the consoles may be meant to protect all of them.
  const unknown = unknownMembers(plain, fileMembers, []);
  problems.push(...unknown);
  const entries = plain['consoles'] ?? {};
  if (isPlain(entries) && Object.keys(entries).length > MAX_CONSOLES) {
    problems.push({ message: `The file names more than ${MAX_CONSOLES} consoles.`, path: ['consoles'] });
  } else if (isPlain(entries)) {
    for (const [name, value] of Object.entries(entries)) {
      const { entry, problems: own } = readEntry(name, value);
      const clash = entry && usable.find((other) => overlaps(other.entry.folder, entry.folder));
      if (clash) {
        const message = `The folder overlaps with that of the console "${clash.entry.name}".`;
        own.push({ message, path: ['consoles', name, 'folder'] });
      }
      problems.push(...own);
      if (entry && own.every(({ path: [, , member] }) => canLack(member))) {
        usable.push({ entry, isFlawed: own.length > 0 || unknown.length > 0 });
      }
    }
  } else {
    problems.push({ message: 'Write each console as a name with its fields below.', path: ['consoles'] });
  }
  const consoles = usable.filter(({ isFlawed }) => !isFlawed).map(({ entry }) => entry);
  return { consoles, usable, format: format === 'json' ? 'json' : 'yaml', problems };
}

/** A console needs a usable name, address and folder. */
function canLack(member: string | number | undefined): boolean {
  return member !== undefined && member !== 'url' && member !== 'folder';
}

/** An unknown field is a problem: an ignored `protcted: true` would leave a console unprotected. */
function unknownMembers(
  object: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: readonly (string | number)[],
): ConsoleFileProblem[] {
  return Object.keys(object)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const suggestion = closest(key, known);
      const end = suggestion === undefined ? '.' : `, did you mean "${suggestion}"?`;
      return {
        message: `There is no field ${JSON.stringify(key.slice(0, 100))}${end}`,
        path: [...path, key],
      };
    });
}

/** Adds a problem; `path` leads from the value of the field to its wrong part. */
type Report = (message: string, ...path: readonly string[]) => void;

/** Returns the value of a field; undefined for a wrong value. */
type MemberReader<T> = (value: unknown, report: Report, key: string) => T | undefined;

/** The readers of the fields of a console. A field of the schema without a reader is a type error. */
const memberReaders = {
  url: address,
  loginUrl: address,
  sspmUrl: address,
  sspmTokenUrl: address,
  sspmScope: sentText,
  sspmHeaders: headers,
  apiVersion,
  project: sentText,
  auth: scheme,
  authHeader: (value, report, key) => checked(text(value, report, key), headerProblem, report),
  folder: (value, report, key) =>
    checked(withForwardSlashes(text(value, report, key))?.replace(/(?<!\/)\/+$/, ''), folderProblem, report),
  protected: flag,
  caFile: (value, report, key) => checked(withForwardSlashes(text(value, report, key)), fileProblem, report),
  paths,
  timeoutSeconds: timeout,
} as const satisfies Readonly<Record<(typeof consoleMembers)[number], MemberReader<unknown>>>;

type Members = {
  readonly [K in keyof typeof memberReaders]?: Exclude<ReturnType<(typeof memberReaders)[K]>, undefined>;
};

interface ReadEntry {
  readonly entry: ConsoleEntry | undefined;
  readonly problems: ConsoleFileProblem[];
}

function readEntry(name: string, fields: unknown): ReadEntry {
  const problems: ConsoleFileProblem[] = [];
  const place = ['consoles', name];
  const nameProblem = consoleNameProblem(name);
  if (nameProblem) {
    problems.push({ message: nameProblem, path: place });
  }
  if (!isPlain(fields) || fields['url'] === undefined) {
    problems.push({ message: 'A console needs a url.', path: place });
  }
  if (!isPlain(fields)) {
    return { entry: undefined, problems };
  }
  problems.push(...unknownMembers(fields, consoleMembers, place));
  const members = Object.fromEntries(
    Object.entries<MemberReader<unknown>>(memberReaders).map(([key, reader]) => {
      const value = fields[key];
      const report: Report = (message, ...path) => problems.push({ message, path: [...place, key, ...path] });
      if (value === null) {
        // A field without a value is a mistake, because `protected:` was not meant to be left out.
        report(`"${key}" has no value. Write a value, or remove the line.`);
      }
      return [key, (value ?? undefined) === undefined ? undefined : reader(value, report, key)];
    }),
  ) as Members;
  const entry = defined({
    ...members,
    name,
    url: members.url ?? '',
    apiVersion: members.apiVersion ?? '1',
    auth: members.auth ?? 'basic',
    authHeader: members.authHeader ?? DEFAULT_HEADER,
    folder: members.folder ?? `policies/${name}`,
    protected: members.protected ?? false,
  });
  return { entry, problems };
}

/** Returns a value without a problem; reports any other. */
function checked<T>(
  value: T | undefined,
  problemOf: (value: T) => string | undefined,
  report: Report,
): T | undefined {
  const problem = value === undefined ? undefined : problemOf(value);
  if (problem !== undefined) {
    report(problem);
  }
  return problem === undefined ? value : undefined;
}

function text(value: unknown, report: Report, key: string): string | undefined {
  if (typeof value !== 'string' || value === '') {
    report(`"${key}" must be a text.`);
    return undefined;
  }
  return checked(value, textProblem, report);
}

/** Reads a text that every request contains, without the invisible white space around it. */
function sentText(value: unknown, report: Report, key: string): string | undefined {
  const trimmed = text(value, report, key)?.trim();
  return checked(trimmed, (text) => (text === '' ? `"${key}" must be a text.` : undefined), report);
}

function address(value: unknown, report: Report, key: string): string | undefined {
  const valid = checked(text(value, report, key), addressProblem, report);
  return valid === undefined ? undefined : normalAddress(valid);
}

/** Returns a relative path with forward slashes. */
function withForwardSlashes(place: string | undefined): string | undefined {
  return place?.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

function apiVersion(value: unknown, report: Report): string | undefined {
  const version = typeof value === 'number' ? String(value) : value;
  if (typeof version === 'string' && /^\d+(\.\d+)*$/.test(version)) {
    return version;
  }
  report('The API version must be 1 or a release such as "34.04".');
  return undefined;
}

function scheme(value: unknown, report: Report): AuthScheme | undefined {
  const known = authSchemeNames.find((name) => name === value);
  if (known === undefined) {
    report(`"auth" is ${authSchemeNames.slice(0, -1).join(', ')} or ${authSchemeNames.at(-1)}.`);
  }
  return known;
}

function flag(value: unknown, report: Report, key: string): boolean | undefined {
  if (typeof value === 'boolean') {
    return value;
  }
  report(`"${key}" must be true or false.`);
  return undefined;
}

function timeout(value: unknown, report: Report): number | undefined {
  if (typeof value === 'number' && value > 0 && value <= 3600) {
    return value;
  }
  report('The timeout must be a number of seconds, at most 3600.');
  return undefined;
}

function headers(value: unknown, report: Report): Readonly<Record<string, string>> | undefined {
  const read = textsByName(value, report, {
    what: 'headers',
    form: 'Write headers as names, each with a text.',
    limit: MAX_HEADERS,
    problemOf: (name, header) =>
      headerProblem(name) ??
      (typeof header === 'string' && /^[\x20-\x7e]+$/.test(header)
        ? undefined
        : 'The value of a header must be a text of plain characters.'),
  });
  return (
    read && Object.fromEntries(Object.entries(read).map(([name, header]) => [name.toLowerCase(), header]))
  );
}

function paths(value: unknown, report: Report): Readonly<Record<string, string>> | undefined {
  return textsByName(value, report, {
    what: 'paths',
    form: 'Write paths as policy names, each with a path.',
    limit: MAX_PATHS,
    problemOf: (name, path) =>
      unknownPolicyProblem(name) ?? (typeof path === 'string' ? pathProblem(path) : 'A path must be a text.'),
  });
}

interface TextsByName {
  readonly what: string;
  readonly form: string;
  readonly limit: number;
  readonly problemOf: (name: string, value: unknown) => string | undefined;
}

/** Returns the texts that have no problem, by name. */
function textsByName(
  value: unknown,
  report: Report,
  { what, form, limit, problemOf }: TextsByName,
): Readonly<Record<string, string>> | undefined {
  const entries = isPlain(value) ? Object.entries(value) : undefined;
  if (!entries || entries.length > limit) {
    report(entries ? `There are more than ${limit} ${what}.` : form);
    return undefined;
  }
  const valid = entries.filter(([name, text]) => {
    const problem = problemOf(name, text);
    if (problem !== undefined) {
      report(problem, name);
    }
    return problem === undefined;
  });
  return Object.fromEntries(valid) as Readonly<Record<string, string>>;
}

/**
 * The path of an unknown policy would be ignored. A name with a slash is a policy, any other an operation.
 */
function unknownPolicyProblem(name: string): string | undefined {
  if (!name.includes('/') || policyKind(name)) {
    return undefined;
  }
  const suggestion = closest(
    name,
    policyKinds.map((kind) => kind.name),
  );
  return `No policy is called ${JSON.stringify(name.slice(0, 100))}${suggestion === undefined ? '.' : `, did you mean "${suggestion}"?`}`;
}

function overlaps(a: string, b: string): boolean {
  const [first, second] = [`${a.toLowerCase()}/`, `${b.toLowerCase()}/`];
  return first.startsWith(second) || second.startsWith(first);
}
