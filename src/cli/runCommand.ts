import { CommanderError } from 'commander';
import { isCanceled, isExpected, messageOf } from '../core/util/errors.ts';
import { asOperation } from '../core/util/operation.ts';
import type { Call, Command, Options, Environment } from './command.ts';
import { exitCode, inertOutput, UsageError, type Output, type Streams } from './output.ts';
import { programOf, type ParsedCall } from './program.ts';
import { failedPlanMarkdown } from './remote/planMarkdown.ts';

/** Runs one command; resolves with the exit code and never rejects. */
export async function runCommand(
  args: readonly string[],
  streams: Streams,
  environment: Environment,
): Promise<number> {
  const output = inertOutput(streams);
  const words = args.map(withoutMarks);
  let code: number = exitCode.ok;
  let isAnswered = false;
  const program = programOf(
    words,
    environment.version ?? 'unknown',
    (text) => {
      isAnswered = true;
      output.report(text.trimEnd());
    },
    async (command, parsed) => {
      code = await run(command, parsed, streams, environment);
    },
  );
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (isAnswered && error instanceof CommanderError) {
      return exitCode.ok;
    }
    const command = program.commands.find((candidate) => candidate.name() === words[0]);
    const isEmpty = error instanceof CommanderError && error.code === 'commander.help';
    const message = isEmpty ? 'no command given' : messageOf(error).replace(/^error: /, '');
    const form = words.includes('--json')
      ? 'json'
      : words.some((word) => /^(?:--format=)?markdown$/.test(word))
        ? 'markdown'
        : undefined;
    return fail(new UsageError(message.replace('\n', ' ')), command?.name(), output, form);
  }
}

/**
 * Arguments from a file or script can contain a byte order mark or line ends of another system. A word of only these stays, so that the
 * next word keeps its place.
 */
function withoutMarks(argument: string): string {
  return argument.replace(/^\ufeff/, '').replace(/(?<![\r\n])[\r\n]+$/, '') || argument;
}

async function run(
  command: Command,
  { values, positionals }: ParsedCall,
  streams: Streams,
  environment: Environment,
): Promise<number> {
  const { json, quiet, verbose, format } = values as Call<Options>['values'] & { format?: string };
  const isJson = json || format === 'json';
  const document = isJson || (format !== undefined && command.documents?.includes(format) === true);
  const output = inertOutput(streams, { document, quiet, verbose });
  try {
    const end = await asOperation(() => command.run({ values, positionals, output, environment }));
    if (document) {
      output.json(end.document);
    }
    return end.code;
  } catch (error) {
    return fail(error, command.name, output, isJson ? 'json' : format);
  }
}

/** Codes that mean drift: the plan or merge is out of date. */
const outdated: ReadonlySet<string> = new Set(['plan-outdated', 'merge-outdated']);

/** A document or a report in `form` also names the error, so that an empty report never leaves an earlier one in place. */
function fail(error: unknown, command: string | undefined, output: Output, form: string | undefined): number {
  const advice = isExpected(error) ? error.advice : undefined;
  if (form === 'json') {
    output.json({ error: { code: codeOf(error), message: messageOf(error), ...(advice && { advice }) } });
  } else if (form === 'markdown') {
    output.report(failedPlanMarkdown(messageOf(error), advice));
  }
  output.error(messageOf(error));
  if (error instanceof UsageError) {
    output.error(
      command === undefined
        ? 'ordinance --help lists the commands.'
        : `ordinance ${command} --help describes every option.`,
    );
    return exitCode.usage;
  }
  if (advice) {
    output.error(advice);
  } else if (error instanceof Error && !isExpected(error) && !isCanceled(error)) {
    (error.stack ?? '').split('\n').slice(1).forEach(output.detail);
  }
  return isExpected(error) && outdated.has(error.code) ? exitCode.drift : exitCode.problems;
}

/** The code of an error in JSON. */
function codeOf(error: unknown): string {
  return isExpected(error)
    ? error.code
    : error instanceof UsageError
      ? 'usage'
      : isCanceled(error)
        ? 'canceled'
        : 'internal';
}
