import { authSchemeNames, consoleMembers } from '../../generated/consoleFile.ts';
import { closest } from '../util/closest.ts';
import { defined } from '../util/defined.ts';
import type { AuthScheme } from './authSchemes.ts';
import { addressProblem, consoleNameProblem, normalAddress, type ConsoleEntry } from './consoleEntry.ts';
import { DEFAULT_HEADER } from './destination.ts';
import { fileProblem, folderProblem, headerProblem, pathProblem, textProblem } from './consoleRules.ts';
import { policyKind, policyKinds } from '../policy/families.ts';
import type { Spelling } from '../policy/policyFile.ts';

export interface ConsoleFileProblem {
  readonly message: string;
  /** Leads to the value that is wrong. */
  readonly path: readonly (string | number)[];
}

export interface KeptConsole {
  readonly entry: ConsoleEntry;
  /** Something else of it is wrong: its files can be used, and nothing may be sent to it, as the mistake may be about that. */
  readonly isFlawed: boolean;
}

export interface ConsoleFile {
  /** Only consoles without a problem. */
  readonly consoles: readonly ConsoleEntry[];
  /** Every console with a usable name, address and folder, in the order of the file. */
  readonly kept: readonly KeptConsole[];
  /** Spelling of files that pull creates. */
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
  const kept: KeptConsole[] = [];
  if (plain === null || plain === undefined) {
    return { consoles: [], kept, format: 'yaml', problems };
  }
  if (!isRecord(plain)) {
    return {
      consoles: [],
      kept,
      format: 'yaml',
      problems: [{ message: 'The file must start with "consoles:".', path: [] }],
    };
  }
  const format = plain['format'];
  if (format !== undefined && format !== 'yaml' && format !== 'json') {
    problems.push({ message: 'The format must be yaml or json.', path: ['format'] });
  }
  // A field beside the consoles concerns all of them, and may be meant to protect them.
  const unknown = unknownMembers(plain, fileMembers, []);
  problems.push(...unknown);
  const entries = plain['consoles'] ?? {};
  if (isRecord(entries) && Object.keys(entries).length > MAX_CONSOLES) {
    problems.push({ message: `The file names more than ${MAX_CONSOLES} consoles.`, path: ['consoles'] });
  } else if (isRecord(entries)) {
    for (const [name, value] of Object.entries(entries)) {
      const { entry, problems: own } = readEntry(name, value);
      const clash = entry && kept.find((other) => overlaps(other.entry.folder, entry.folder));
      if (clash) {
        const message = `The folder overlaps with that of the console "${clash.entry.name}".`;
        own.push({ message, path: ['consoles', name, 'folder'] });
      }
      problems.push(...own);
      if (entry && own.every(({ path: [, , member] }) => isOptional(member))) {
        kept.push({ entry, isFlawed: own.length > 0 || unknown.length > 0 });
      }
    }
  } else {
    problems.push({ message: 'Write each console as a name with its fields below.', path: ['consoles'] });
  }
  const consoles = kept.filter(({ isFlawed }) => !isFlawed).map(({ entry }) => entry);
  return { consoles, kept, format: format === 'json' ? 'json' : 'yaml', problems };
}

/** Without a usable name, address or folder nothing can be kept of a console. */
function isOptional(member: string | number | undefined): boolean {
  return member !== undefined && member !== 'url' && member !== 'folder';
}

/** A member nobody knows is a mistake: a `protcted: true` that is passed over leaves a console unprotected. */
function unknownMembers(
  object: Readonly<Record<string, unknown>>,
  known: readonly string[],
  path: readonly (string | number)[],
): ConsoleFileProblem[] {
  return Object.keys(object)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const meant = closest(key, known);
      const end = meant === undefined ? '.' : `, did you mean "${meant}"?`;
      return {
        message: `There is no field ${JSON.stringify(key.slice(0, 100))}${end}`,
        path: [...path, key],
      };
    });
}

/** Adds a problem of a value; `path` leads from the value to its wrong part. */
type Report = (message: string, ...path: readonly string[]) => void;

/** Returns the value of a member; undefined for a wrong one. */
type MemberReader<T> = (value: unknown, report: Report, key: string) => T | undefined;

/** The members of a console. A member of the schema without a reader is a type error. */
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
    checked(slashed(text(value, report, key))?.replace(/(?<!\/)\/+$/, ''), folderProblem, report),
  protected: flag,
  caFile: (value, report, key) => checked(slashed(text(value, report, key)), fileProblem, report),
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

function readEntry(name: string, given: unknown): ReadEntry {
  const problems: ConsoleFileProblem[] = [];
  const place = ['consoles', name];
  const nameProblem = consoleNameProblem(name);
  if (nameProblem) {
    problems.push({ message: nameProblem, path: place });
  }
  if (!isRecord(given) || given['url'] === undefined) {
    problems.push({ message: 'A console needs a url.', path: place });
  }
  if (!isRecord(given)) {
    return { entry: undefined, problems };
  }
  problems.push(...unknownMembers(given, consoleMembers, place));
  const members = Object.fromEntries(
    Object.entries<MemberReader<unknown>>(memberReaders).map(([key, reader]) => {
      const value = given[key];
      const report: Report = (message, ...path) => problems.push({ message, path: [...place, key, ...path] });
      if (value === null) {
        // A `protected:` or `project:` that waits for its value was not meant to be left out.
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

/** Returns the value without a problem. */
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

/** Reads a value that every request carries. White space around it is invisible. */
function sentText(value: unknown, report: Report, key: string): string | undefined {
  const trimmed = text(value, report, key)?.trim();
  return checked(trimmed, (one) => (one === '' ? `"${key}" must be a text.` : undefined), report);
}

function address(value: unknown, report: Report, key: string): string | undefined {
  const given = checked(text(value, report, key), addressProblem, report);
  return given === undefined ? undefined : normalAddress(given);
}

/** A relative path with forward slashes. */
function slashed(place: string | undefined): string | undefined {
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
  const known = authSchemeNames.find((one) => one === value);
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
    most: MAX_HEADERS,
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
    most: MAX_PATHS,
    problemOf: (name, path) =>
      noPolicyProblem(name) ?? (typeof path === 'string' ? pathProblem(path) : 'A path must be a text.'),
  });
}

interface TextsByName {
  readonly what: string;
  readonly form: string;
  readonly most: number;
  readonly problemOf: (name: string, value: unknown) => string | undefined;
}

/** Reads the texts without a problem. */
function textsByName(
  value: unknown,
  report: Report,
  { what, form, most, problemOf }: TextsByName,
): Readonly<Record<string, string>> | undefined {
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  if (!entries || entries.length > most) {
    report(entries ? `There are more than ${most} ${what}.` : form);
    return undefined;
  }
  const right = entries.filter(([name, one]) => {
    const problem = problemOf(name, one);
    if (problem !== undefined) {
      report(problem, name);
    }
    return problem === undefined;
  });
  return Object.fromEntries(right) as Readonly<Record<string, string>>;
}

/** A path of a policy that there is not is passed over, and the usual one is asked. Operations have no slash in their names. */
function noPolicyProblem(name: string): string | undefined {
  if (!name.includes('/') || policyKind(name)) {
    return undefined;
  }
  const meant = closest(
    name,
    policyKinds.map((kind) => kind.name),
  );
  return `No policy is called ${JSON.stringify(name.slice(0, 100))}${meant === undefined ? '.' : `, did you mean "${meant}"?`}`;
}

function overlaps(a: string, b: string): boolean {
  const [first, second] = [`${a.toLowerCase()}/`, `${b.toLowerCase()}/`];
  return first.startsWith(second) || second.startsWith(first);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
