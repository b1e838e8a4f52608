import { authSchemeNames, consoleMembers } from '../../generated/consoleFile.ts';
import { closest } from '../util/closest.ts';
import type { AuthScheme } from './authSchemes.ts';
import { addressProblem, consoleNameProblem, normalAddress, type ConsoleEntry } from './consoleEntry.ts';
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
      const reader = new EntryReader(name, value);
      const entry = reader.read();
      const clash = entry && kept.find((other) => overlaps(other.entry.folder, entry.folder));
      if (clash) {
        reader.add(`The folder overlaps with that of the console "${clash.entry.name}".`, 'folder');
      }
      problems.push(...reader.problems);
      if (entry && reader.problems.every(({ path: [, , member] }) => isOptional(member))) {
        kept.push({ entry, isFlawed: reader.problems.length > 0 || unknown.length > 0 });
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

class EntryReader {
  readonly problems: ConsoleFileProblem[] = [];
  readonly #name: string;
  readonly #value: unknown;

  constructor(name: string, value: unknown) {
    this.#name = name;
    this.#value = value;
  }

  add(message: string, ...path: (string | number)[]): void {
    this.problems.push({ message, path: ['consoles', this.#name, ...path] });
  }

  read(): ConsoleEntry | undefined {
    const nameProblem = consoleNameProblem(this.#name);
    if (nameProblem) {
      this.add(nameProblem);
    }
    if (!isRecord(this.#value)) {
      this.add('A console needs a url.');
      return undefined;
    }
    this.problems.push(...unknownMembers(this.#value, consoleMembers, ['consoles', this.#name]));
    this.#refuseNothing(this.#value);
    const url = this.#address('url');
    if (url === undefined && this.#value['url'] === undefined) {
      this.add('A console needs a url.');
    }
    const loginUrl = this.#address('loginUrl');
    const sspmUrl = this.#address('sspmUrl');
    const sspmTokenUrl = this.#address('sspmTokenUrl');
    const sspmScope = this.#sent('sspmScope');
    const sspmHeaders = this.#headers();
    const project = this.#sent('project');
    const caFile = this.#caFile();
    const timeoutSeconds = this.#timeout();
    const paths = this.#paths();
    const entry: ConsoleEntry = {
      name: this.#name,
      url: url ?? '',
      ...(loginUrl === undefined ? {} : { loginUrl }),
      ...(sspmUrl === undefined ? {} : { sspmUrl }),
      ...(sspmTokenUrl === undefined ? {} : { sspmTokenUrl }),
      ...(sspmScope === undefined ? {} : { sspmScope }),
      ...(sspmHeaders === undefined ? {} : { sspmHeaders }),
      apiVersion: this.#apiVersion(),
      ...(project === undefined ? {} : { project }),
      auth: this.#auth(),
      authHeader: this.#header(),
      folder: this.#folder(),
      protected: this.#flag('protected'),
      ...(caFile === undefined ? {} : { caFile }),
      ...(paths === undefined ? {} : { paths }),
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    };
    return entry;
  }

  /** A `protected:` or `project:` that waits for its value was not meant to be left out. */
  #refuseNothing(entry: Readonly<Record<string, unknown>>): void {
    for (const key of consoleMembers.filter((member) => entry[member] === null)) {
      this.add(`"${key}" has no value. Write a value, or remove the line.`, key);
    }
  }

  #member(key: string): unknown {
    return isRecord(this.#value) ? (this.#value[key] ?? undefined) : undefined;
  }

  #text(key: string): string | undefined {
    const value = this.#member(key);
    if (value === undefined) {
      return undefined;
    }
    if (typeof value !== 'string' || value === '') {
      this.add(`"${key}" must be a text.`, key);
      return undefined;
    }
    const problem = textProblem(value);
    if (problem) {
      this.add(problem, key);
    }
    return problem ? undefined : value;
  }

  /** Reads a value that every request carries. White space around it is invisible. */
  #sent(key: string): string | undefined {
    const text = this.#text(key)?.trim();
    if (text === '') {
      this.add(`"${key}" must be a text.`, key);
    }
    return text || undefined;
  }

  #address(key: string): string | undefined {
    const text = this.#text(key);
    const problem = text === undefined ? undefined : addressProblem(text);
    if (problem) {
      this.add(problem, key);
    }
    return text === undefined || problem ? undefined : normalAddress(text);
  }

  #apiVersion(): string {
    const value = this.#member('apiVersion') ?? '1';
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || !/^\d+(\.\d+)*$/.test(text)) {
      this.add('The API version must be 1 or a release such as "34.04".', 'apiVersion');
      return '1';
    }
    return text;
  }

  #auth(): AuthScheme {
    const value = this.#member('auth') ?? 'basic';
    const scheme = authSchemeNames.find((one) => one === value);
    if (scheme === undefined) {
      this.add(`"auth" is ${authSchemeNames.slice(0, -1).join(', ')} or ${authSchemeNames.at(-1)}.`, 'auth');
    }
    return scheme ?? 'basic';
  }

  #header(): string {
    const value = this.#text('authHeader') ?? 'x-service-auth';
    const problem = headerProblem(value);
    if (problem) {
      this.add(problem, 'authHeader');
    }
    return value;
  }

  #folder(): string {
    const value = (this.#text('folder') ?? `policies/${this.#name}`)
      .replaceAll('\\', '/')
      .replace(/^(?:\.\/)+/, '')
      .replace(/(?<!\/)\/+$/, '');
    const isWritten = this.#member('folder') !== undefined;
    const problem = isWritten ? folderProblem(value) : undefined;
    if (problem) {
      this.add(problem, 'folder');
    }
    return value;
  }

  #caFile(): string | undefined {
    const value = this.#text('caFile')
      ?.replaceAll('\\', '/')
      .replace(/^(\.\/)+/, '');
    const problem = value === undefined ? undefined : fileProblem(value);
    if (problem) {
      this.add(problem, 'caFile');
    }
    return value;
  }

  #headers(): Record<string, string> | undefined {
    const value = this.#record('sspmHeaders', MAX_HEADERS, {
      isNone: 'Write headers as names, each with a text.',
      isTooMuch: `There are more than ${MAX_HEADERS} headers.`,
    });
    if (value === undefined) {
      return undefined;
    }
    const headers: Record<string, string> = {};
    for (const [name, text] of Object.entries(value)) {
      const problem = headerProblem(name);
      if (problem) {
        this.add(problem, 'sspmHeaders', name);
      } else if (typeof text !== 'string' || !/^[\x20-\x7e]+$/.test(text)) {
        this.add('The value of a header must be a text of plain characters.', 'sspmHeaders', name);
      } else {
        headers[name.toLowerCase()] = text;
      }
    }
    return headers;
  }

  #record(
    key: string,
    most: number,
    words: { readonly isNone: string; readonly isTooMuch: string },
  ): Record<string, unknown> | undefined {
    const value = this.#member(key);
    if (value !== undefined && !isRecord(value)) {
      this.add(words.isNone, key);
      return undefined;
    }
    if (value && Object.keys(value).length > most) {
      this.add(words.isTooMuch, key);
      return undefined;
    }
    return value;
  }

  #flag(key: string): boolean {
    const value = this.#member(key) ?? false;
    if (typeof value !== 'boolean') {
      this.add(`"${key}" must be true or false.`, key);
    }
    return value === true;
  }

  #timeout(): number | undefined {
    const value = this.#member('timeoutSeconds');
    if (value === undefined || (typeof value === 'number' && value > 0 && value <= 3600)) {
      return value;
    }
    this.add('The timeout must be a number of seconds, at most 3600.', 'timeoutSeconds');
    return undefined;
  }

  #paths(): Record<string, string> | undefined {
    const value = this.#record('paths', MAX_PATHS, {
      isNone: 'Write paths as policy names, each with a path.',
      isTooMuch: `There are more than ${MAX_PATHS} paths.`,
    });
    if (value === undefined) {
      return undefined;
    }
    const paths: Record<string, string> = {};
    for (const [key, path] of Object.entries(value)) {
      const problem =
        noPolicyProblem(key) ?? (typeof path === 'string' ? pathProblem(path) : 'A path must be a text.');
      if (problem) {
        this.add(problem, 'paths', key);
      } else {
        paths[key] = path as string;
      }
    }
    return paths;
  }
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
