import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from '../lib/cleanup.ts';
import type { TemporaryFolder } from '../lib/cleanup.ts';
import { firstLine } from '../lib/failure.ts';
import { freePort } from '../lib/freePort.ts';
import { projectRoot } from '../lib/paths.ts';
import { profileSettings } from '../lib/profile.ts';
import { signInEnvironment, writeSampleWorkspace } from '../lib/sample.ts';
import { startProcess } from '../lib/processes.ts';
import type { Tally } from '../lib/tally.ts';
import { readMessagesDirectly } from '../lib/directMessages.ts';
import { leaveUnpainted, painted } from '../lib/unpainted.ts';
import type { Windows } from '../lib/windows.ts';
import { writeProfile } from '../lib/writeProfile.ts';
import type { HostLine } from '../../test/host/harness.ts';

export interface HostCase {
  readonly name: string;
  /** The module that VS Code runs. */
  readonly bundle: string;
  readonly trusted: boolean;
  /** The workspace to copy for the run; undefined for the sample workspace. */
  readonly workspace: string | undefined;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The time limit for one window with all its tests, also on a busy computer. */
const windowSeconds = 1200;

interface Prepared {
  readonly folder: TemporaryFolder;
  readonly workspace: string;
  readonly results: string;
  readonly env: Record<string, string>;
}

export async function runInServer(windows: Windows, hostCase: HostCase, tally: Tally): Promise<void> {
  const { folder, workspace, results, env } = await prepare(hostCase);
  const window = await windows.open({
    env,
    settings: profileSettings(hostCase),
    context: { viewport: { width: 800, height: 500 }, reducedMotion: 'reduce' },
  });
  const { server, page } = window;
  let isComplete = false;
  try {
    await leaveUnpainted(page);
    await readMessagesDirectly(page);
    page.setDefaultTimeout(windowSeconds * 1000);
    const opened = {
      workspace,
      env,
      extensionDevelopmentPath: projectRoot,
      extensionTestsPath: hostCase.bundle,
    };
    await page.goto(server.address(opened));
    const failed = tally.failed;
    isComplete = await follow(results, hostCase, tally, new AbortController().signal);
    if (!isComplete) {
      const picture = join(projectRoot, 'out', `host-${hostCase.name}.png`);
      await page.screenshot({ path: picture, ...painted });
      tally.say(`the window looked like this: ${picture}`);
    }
    isComplete &&= tally.failed === failed;
  } finally {
    await window.close(!isComplete);
    await folder.dispose();
  }
}

export async function runInDesktop(executable: string, hostCase: HostCase, tally: Tally): Promise<void> {
  const { folder, workspace, results, env } = await prepare(hostCase);
  const user = join(folder.path, 'user');
  await writeProfile(user, profileSettings(hostCase));
  const running = startProcess(
    executable,
    [
      workspace,
      '--no-sandbox',
      '--disable-gpu-sandbox',
      '--disable-updates',
      '--skip-welcome',
      '--skip-release-notes',
      `--user-data-dir=${user}`,
      `--extensions-dir=${join(folder.path, 'extensions')}`,
      `--extensionDevelopmentPath=${projectRoot}`,
      `--extensionTestsPath=${hostCase.bundle}`,
    ],
    { env: { ...process.env, ...env } },
  );
  const ended = new AbortController();
  void running.ended.then(() => ended.abort());
  try {
    await follow(results, hostCase, tally, ended.signal);
  } finally {
    await running.stop();
    await folder.dispose();
  }
}

async function prepare(hostCase: HostCase): Promise<Prepared> {
  const folder = await temporaryFolder(`host-${hostCase.name}`);
  const workspace = join(folder.path, 'workspace');
  const results = join(folder.path, 'results.jsonl');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const accessKey = { id: 'host-tests', secret: `not-a-secret-${port}` };
  await (hostCase.workspace === undefined
    ? writeSampleWorkspace(workspace, url)
    : cp(hostCase.workspace, workspace, { recursive: true }));
  await writeFile(results, '');
  return {
    folder,
    workspace,
    results,
    env: {
      ORDINANCE_TEST_RESULTS: results,
      ORDINANCE_TEST_SANDBOX_PORT: String(port),
      ORDINANCE_TEST_ACCESS_KEY: `${accessKey.id}:${accessKey.secret}`,
      ...signInEnvironment(url, accessKey),
    },
  };
}

/** Reads the results as they come. @returns true when the window ran all its tests */
async function follow(path: string, hostCase: HostCase, tally: Tally, ended: AbortSignal): Promise<boolean> {
  const end = Date.now() + windowSeconds * 1000;
  let done = 0;
  for (let last = false; ; last = ended.aborted) {
    const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
    for (const text of lines.slice(done)) {
      const line = JSON.parse(text) as HostLine;
      if (line.kind === 'end') {
        return true;
      }
      recordLine(line, tally);
    }
    done = lines.length;
    if (last || Date.now() > end) {
      tally.fail(
        `${hostCase.name}: window`,
        last ? 'VS Code ended before its tests did' : `not done after ${windowSeconds} s`,
      );
      return false;
    }
    await delay(100, undefined, { signal: ended }).catch(firstLine);
  }
}

function recordLine(line: Exclude<HostLine, { kind: 'end' }>, tally: Tally): void {
  switch (line.kind) {
    case 'pass':
      tally.pass(line.name, line.seconds);
      break;
    case 'fail':
      tally.fail(line.name, line.why);
      break;
    case 'skip':
      tally.skip(line.name, line.why);
      break;
    case 'print':
      tally.say(line.text);
  }
}
