import { tmpdir } from 'node:os';
import { Failure } from './failure.ts';
import { projectRoot } from './paths.ts';
import { startProcess } from './processes.ts';
import type { RunningProcess, StartOptions } from './processes.ts';

/** Runs an npm command in another folder, without the settings of this project. */
export async function npm(folder: string, args: readonly string[], what: string): Promise<void> {
  await runOutside(folder, args, what);
}

/** Returns the one-line output of an npm command outside of this project. */
export async function npmAnswer(args: readonly string[], what: string): Promise<string> {
  let answer = '';
  await runOutside(tmpdir(), args, what, (line) => {
    answer = line.startsWith('npm ') ? answer : line.trim();
  });
  return answer;
}

async function runOutside(
  cwd: string,
  args: readonly string[],
  what: string,
  onLine?: (line: string) => void,
): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:package|lifecycle|config_local_prefix)/.test(name),
    ),
  );
  const running = startNpm(args, { cwd, env, ...(onLine && { onLine }) });
  if ((await running.ended) !== 0) {
    const reason = running
      .tail()
      .match(/npm (?:error|ERR!) (?!A complete log)(.+)/g)
      ?.slice(0, 2)
      .join(' ');
    throw new Failure(
      `could not fetch ${what} through npm (${reason ?? 'npm failed'}); is a package registry reachable?`,
    );
  }
}

/** Runs one of this project's scripts. */
export async function npmScript(name: string): Promise<{ readonly code: number; readonly output: string }> {
  const running = startNpm(['run', '--silent', name], { cwd: projectRoot });
  return { code: await running.ended, output: running.tail() };
}

/** Starts the npm that runs this script, or the one on the path. */
function startNpm(args: readonly string[], options: StartOptions): RunningProcess {
  const own = process.env['npm_execpath'];
  return own?.endsWith('.js')
    ? startProcess(process.execPath, [own, ...args], options)
    : startProcess(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}
