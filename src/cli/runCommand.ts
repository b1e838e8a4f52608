import { isExpected, messageOf } from '../util/errors.ts';
import { exitCode, UsageError, type Output } from './output.ts';
import { validate, validateUsage } from './validate.ts';

interface Command {
  readonly usage: string;
  run(args: readonly string[], output: Output): Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  validate: { usage: validateUsage, run: validate },
};

function usage(): string {
  const lines = Object.values(commands).map((command) => `  ${command.usage}`);
  return ['usage:', ...lines].join('\n');
}

/** Runs one command; resolves with the exit code and never rejects. */
export async function runCommand(args: readonly string[], output: Output): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--help' || name === 'help') {
    output.out(usage());
    return exitCode.ok;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    output.error(name === undefined ? 'no command given' : `no such command: ${name}`);
    output.error(usage());
    return exitCode.usage;
  }
  try {
    return await command.run(rest, output);
  } catch (error) {
    if (error instanceof UsageError) {
      output.error(error.message);
      output.error(`usage: ${command.usage}`);
      return exitCode.usage;
    }
    output.error(messageOf(error));
    if (isExpected(error) && error.advice) {
      output.error(error.advice);
    }
    return exitCode.problems;
  }
}
