import { isExpected, messageOf } from '../core/util/errors.ts';
import { asOperation } from '../core/util/operation.ts';
import { exitCode, inertOutput, UsageError, type Output, type Streams } from './output.ts';
import type { Environment } from './remote/environment.ts';
import { decide, decideUsage } from './remote/decide.ts';
import { plan, planUsage } from './remote/plan.ts';
import { pull, pullUsage } from './remote/pull.ts';
import { push, pushUsage } from './remote/push.ts';
import { restore, restoreUsage } from './remote/restore.ts';
import { status, statusUsage } from './remote/status.ts';
import { validate, validateUsage } from './validate.ts';

interface Command {
  readonly usage: string;
  /** Exit code when the command line was not understood; 1 unless said otherwise. */
  readonly misuse?: number;
  run(args: readonly string[], output: Output, environment: Environment): Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  validate: { usage: validateUsage, misuse: exitCode.misuseOfValidate, run: validate },
  decide: { usage: decideUsage, run: decide },
  status: { usage: statusUsage, run: status },
  pull: { usage: pullUsage, run: pull },
  plan: { usage: planUsage, run: plan },
  push: { usage: pushUsage, run: push },
  restore: { usage: restoreUsage, run: restore },
};

function usage(): string {
  const lines = Object.values(commands).map((command) => `  ${command.usage}`);
  return ['usage:', ...lines].join('\n');
}

/** Runs one command; resolves with the exit code and never rejects. */
export async function runCommand(
  args: readonly string[],
  streams: Streams,
  environment: Environment = { variables: process.env, folder: process.cwd() },
): Promise<number> {
  const output = inertOutput(streams);
  const [name, ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    output.text(usage());
    return exitCode.ok;
  }
  if (name === '--version') {
    const { version } = JSON.parse(environment.manifest?.() ?? '{}') as { readonly version?: string };
    output.out(version ?? 'unknown');
    return exitCode.ok;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    output.error(name === undefined ? 'no command given' : `no such command: ${name}`);
    usage().split('\n').forEach(output.error);
    return exitCode.problems;
  }
  try {
    return await asOperation(() => command.run(rest, output, environment));
  } catch (error) {
    if (error instanceof UsageError) {
      output.error(error.message);
      output.error(`usage: ${command.usage}`);
      return command.misuse ?? exitCode.problems;
    }
    output.error(messageOf(error));
    if (isExpected(error) && error.advice) {
      output.error(error.advice);
    }
    return exitCode.problems;
  }
}
