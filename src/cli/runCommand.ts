import { closest } from '../core/util/closest.ts';
import { isCanceled, isExpected, messageOf } from '../core/util/errors.ts';
import { asOperation } from '../core/util/operation.ts';
import type { Call, Command, Options } from './command.ts';
import { commands } from './commands.ts';
import { helpOf, helpOfAll, usageOf } from './help.ts';
import { exitCode, inertOutput, UsageError, type Output, type Streams } from './output.ts';
import { askedOf, parseCall } from './parseCall.ts';
import type { Environment } from './remote/environment.ts';

/** Runs one command; resolves with the exit code and never rejects. */
export async function runCommand(
  given: readonly string[],
  streams: Streams,
  environment: Environment = { variables: process.env, folder: process.cwd() },
): Promise<number> {
  const output = inertOutput(streams);
  const args = asMeant(given);
  const [name, ...rest] = args;
  const helpful = name === 'help' ? commandNamed(rest[0]) : undefined;
  if (helpful || (name === 'help' && rest.length === 0) || name === '--help' || name === '-h') {
    output.text(helpful ? helpOf(helpful) : helpOfAll(commands));
    return exitCode.ok;
  }
  if (name === '--version') {
    output.out(environment.version ?? 'unknown');
    return exitCode.ok;
  }
  const command = commandNamed(name);
  if (!command) {
    const error = new UsageError(noCommand(name === 'help' ? rest[0] : name));
    if (args.includes('--json')) {
      output.json(errorDocument(error));
    }
    output.error(error.message);
    helpOfAll(commands).split('\n').forEach(output.error);
    return exitCode.problems;
  }
  const { help, quiet, verbose, format } = askedOf(command, rest);
  if (help) {
    output.text(helpOf(command));
    return exitCode.ok;
  }
  const isJson = format === 'json';
  const document = isJson || (format !== undefined && command.documents?.includes(format) === true);
  const told = inertOutput(streams, { document, quiet, verbose });
  try {
    const call = { ...parseCall(command, rest), output: told, environment } as Call<Options>;
    const end = await asOperation(() => command.run(call));
    if (document) {
      told.json(end.document);
    }
    return end.code;
  } catch (error) {
    if (isJson) {
      told.json(errorDocument(error));
    }
    tellError(error, command, told);
    return codeOf(error, command);
  }
}

/**
 * What is read from a file, or stands in a script, may bring a byte order mark or the line ends of another system along. A word of nothing
 * else stays: the next one must not come in its place.
 */
function asMeant(args: readonly string[]): readonly string[] {
  return args.map((given) => given.replace(/^\ufeff/, '').replace(/(?<![\r\n])[\r\n]+$/, '') || given);
}

function commandNamed(name: string | undefined): Command | undefined {
  return commands.find((command) => command.name === name);
}

function noCommand(name: string | undefined): string {
  if (name === undefined) {
    return 'no command given';
  }
  const meant = closest(
    name,
    commands.map((command) => command.name),
  );
  return name.startsWith('-')
    ? `options go behind the command: ${name}`
    : `no such command: ${name}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

/** What `--json` prints where a command has come to nothing. */
function errorDocument(error: unknown): object {
  const advice = isExpected(error) ? error.advice : undefined;
  const code = isExpected(error)
    ? error.code
    : error instanceof UsageError
      ? 'usage'
      : isCanceled(error)
        ? 'canceled'
        : 'internal';
  return { error: { code, message: messageOf(error), ...(advice && { advice }) } };
}

function tellError(error: unknown, command: Command, output: Output): void {
  output.error(messageOf(error));
  if (error instanceof UsageError) {
    output.error(`usage: ${usageOf(command)}`);
    output.error(`ordinance ${command.name} --help describes every option.`);
  } else if (isExpected(error) && error.advice) {
    output.error(error.advice);
  } else if (error instanceof Error && !isExpected(error) && !isCanceled(error)) {
    (error.stack ?? '').split('\n').slice(1).forEach(output.detail);
  }
}

/** What was planned or merged is not what is there any more: that is drift. */
const outdated: ReadonlySet<string> = new Set(['plan-outdated', 'merge-outdated']);

function codeOf(error: unknown, command: Command): number {
  if (error instanceof UsageError) {
    return command.misuse ?? exitCode.problems;
  }
  return isExpected(error) && outdated.has(error.code) ? exitCode.drift : exitCode.problems;
}
