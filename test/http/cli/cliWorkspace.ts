import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { runCommand } from '../../../src/cli/runCommand.ts';
import { assertDocument } from '../../unit/cli/outputSchema.ts';
import { testMachine } from '../../unit/sync/testSeal.ts';
import { sandboxWorkspace, type SandboxWork } from '../sync/sandboxWorkspace.ts';

export interface Run {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

export interface CliWork extends SandboxWork {
  readonly variables: Record<string, string>;
  /** A push or a restore may weaken decisions, which most of the edits of these tests do. */
  readonly run: (...args: readonly string[]) => Promise<Run>;
  /** The same without any option that is not given. */
  readonly runAsGiven: (...args: readonly string[]) => Promise<Run>;
}

/** The workspace of `sandboxWorkspace`, with an `ordinance.yaml` that names the sandbox `test`. */
export async function cliWorkspace(t: TestContext, more = ''): Promise<CliWork> {
  const parts = await sandboxWorkspace(t);
  const { sandbox, work } = parts;
  const file = `consoles:\n  test:\n    url: ${sandbox.url}\n    folder: policies/test\n${more}`;
  await writeFile(path.join(work.root, 'ordinance.yaml'), file);
  const variables: Record<string, string> = {
    ORDINANCE_TEST_ACCESS_KEY_ID: sandbox.accessKey.id,
    ORDINANCE_TEST_ACCESS_KEY_SECRET: sandbox.accessKey.secret,
    ORDINANCE_TEST_ORIGINS: sandbox.url,
    ORDINANCE_AUTHOR: 'pipeline 7',
    ...testMachine,
  };
  const runAsGiven: CliWork['run'] = async (...args) => {
    const out: string[] = [];
    const error: string[] = [];
    const code = await runCommand(
      args,
      { out: (line) => out.push(line), error: (line) => error.push(line) },
      { variables, folder: work.root, pause: () => Promise.resolve() },
    );
    if (args.includes('--json')) {
      assertDocument(args[0] ?? '', out);
    }
    return { code, out: out.join('\n'), error: error.join('\n') };
  };
  const run: CliWork['run'] = (name = '', ...more) =>
    runAsGiven(name, ...(name === 'push' || name === 'restore' ? ['--allow-weaker'] : []), ...more);
  return { ...parts, variables, run, runAsGiven };
}
