import { parseArgs } from 'node:util';
import { closest } from '../core/util/closest.ts';
import { commonOptions, type Command, type Option, type Options } from './command.ts';
import { UsageError } from './output.ts';

export interface ParsedCall {
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly positionals: readonly string[];
}

interface GivenOption {
  readonly kind: 'option';
  readonly name: string;
  /** As it was written. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function tokensOf({ options }: Pick<Command, 'options'>, args: readonly string[]) {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries({ ...options, ...commonOptions } as Options).map(([name, { argument, short }]) => [
        name,
        { type: argument === undefined ? 'boolean' : 'string', ...(short && { short }) },
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given: readonly GivenOption[] = tokens.filter((token) => token.kind === 'option');
  return { given, positionals };
}

/** What was asked for of every command, also by a command line that is not understood otherwise. */
export function askedOf(command: Pick<Command, 'options'>, args: readonly string[]) {
  const { given } = tokensOf(command, args);
  const end = args.indexOf('--');
  const words = end < 0 ? args : args.slice(0, end);
  // Also one that stands where the value of another option is missing.
  const has = (name: string): boolean =>
    words.includes(`--${name}`) || given.some((option) => option.name === name);
  return {
    help: has('help'),
    quiet: has('quiet'),
    verbose: has('verbose'),
    format: has('json') ? 'json' : given.findLast(({ name }) => name === 'format')?.value,
  };
}

/** Throws UsageError. */
export function parseCall(command: Command, args: readonly string[]): ParsedCall {
  const known: Options = { ...command.options, ...commonOptions };
  const { given, positionals: words } = tokensOf(command, args);
  const positionals = isLineEnd(words, command) ? words.slice(0, -1) : words;
  const values = new Map<string, string | boolean | readonly string[]>();
  for (const [name, { argument, several }] of Object.entries(known)) {
    if (several || argument === undefined) {
      values.set(name, several ? [] : false);
    }
  }
  for (const one of given) {
    const option = Object.hasOwn(known, one.name) ? known[one.name] : undefined;
    if (!option) {
      throw unknownOption(one, known);
    }
    const value = option.argument === undefined ? isSwitchedOn(one) : textOf(one, option);
    const before = values.get(one.name);
    values.set(
      one.name,
      option.several && typeof value === 'string' && Array.isArray(before) ? [...before, value] : value,
    );
  }
  checkTogether(values);
  const [first] = positionals;
  if (command.takes === undefined && first !== undefined) {
    throw new UsageError(`what is ${first}? ordinance ${command.name} takes options only`);
  }
  const areNames = /^\[?(?:POLICY|PUSH)/.test(command.takes ?? '');
  return {
    values: Object.fromEntries(values),
    positionals: areNames ? positionals.map((one) => one.trim()) : positionals,
  };
}

/**
 * Whether the last is the line end of another system behind a space. Alone it may be a variable in which nothing is set: where it could
 * have named something, nothing must not stand for everything.
 */
function isLineEnd(words: readonly string[], { takes }: Command): boolean {
  return words.length > (takes === undefined ? 0 : 1) && /^[\ufeff\r\n]+$/.test(words.at(-1) ?? '');
}

function unknownOption({ rawName, name }: GivenOption, known: Options): UsageError {
  const meant = closest(name, Object.keys(known));
  return new UsageError(
    `there is no option ${rawName}${meant === undefined ? '' : `; did you mean --${meant}?`}`,
  );
}

function isSwitchedOn({ rawName, value }: GivenOption): true {
  if (value !== undefined) {
    throw new UsageError(`${rawName} takes no value`);
  }
  return true;
}

/** White space around these is no part of them. */
const names: ReadonlySet<string> = new Set(['CONSOLE', 'NAME', 'NUMBER', 'POLICY', 'POLICY|FAMILY']);

function textOf(
  { rawName, value: given, inlineValue }: GivenOption,
  { argument = '', values }: Option,
): string {
  if (given === undefined) {
    throw new UsageError(`${rawName} needs a value: ${rawName} ${argument}`);
  }
  const value = values || names.has(argument) ? given.trim() : given;
  if (!inlineValue && /^-./.test(value)) {
    throw new UsageError(
      `${rawName} needs a value: ${rawName} ${argument}; one that begins with a dash is written ${rawName}=${value}`,
    );
  }
  if (values && !values.includes(value)) {
    const meant = closest(value, values);
    throw new UsageError(
      `${rawName} is one of ${values.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`,
    );
  }
  return value;
}

function checkTogether(values: ReadonlyMap<string, unknown>): void {
  if (values.get('quiet') === true && values.get('verbose') === true) {
    throw new UsageError('--quiet and --verbose do not go together');
  }
  const format = values.get('format');
  if (values.get('json') === true && typeof format === 'string' && format !== 'json') {
    throw new UsageError(`--json and --format ${format} do not go together`);
  }
}
