import { startProcess } from './processes.ts';
import { Failure } from './failure.ts';

/** Runs the npm that runs us (or the one on the path) in another folder, with none of this project's own settings. */
export async function npm(folder: string, args: readonly string[], what: string): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:package|lifecycle|config_local_prefix)/.test(name),
    ),
  );
  const own = process.env['npm_execpath'];
  const running = own?.endsWith('.js')
    ? startProcess(process.execPath, [own, ...args], { cwd: folder, env })
    : startProcess(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd: folder, env });
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
