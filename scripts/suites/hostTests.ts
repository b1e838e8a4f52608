import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { plainEditor } from '../lib/profile.ts';
import { findDesktop } from '../lib/vscodeDesktop.ts';
import { projectRoot } from '../lib/paths.ts';
import { serverVersion } from '../lib/serverBuild.ts';
import type { Tally } from '../lib/tally.ts';
import { Windows } from '../lib/windows.ts';
import { bundleHostTests } from './hostBundle.ts';
import { runInDesktop, runInServer } from './hostRun.ts';
import type { HostCase } from './hostRun.ts';

const root = join(projectRoot, 'test/host');

const forTests = {
  // Tests start each read of the live policies, because they count the requests to the sandbox.
  'ordinance.refresh.intervalMinutes': 0,
  ...plainEditor,
  // Views that no test needs, and that cost time with every key.
  'breadcrumbs.enabled': false,
  'editor.lightbulb.enabled': 'off',
  'editor.stickyScroll.enabled': false,
  'workbench.tree.enableStickyScroll': false,
};

/**
 * Runs the tests in the extension host of a real VS Code. Every folder of `test/host` with tests is a window
 * of its own. `profile.json` has the differences from a trusted window. `workspace/` is the open folder; by
 * default, it is the sample workspace, signed in. `part` is a part of folder names, or of a folder and a
 * file: `editor/tree`.
 */
export async function hostTests(tally: Tally, part: string): Promise<void> {
  const cases = await findCases(part);
  const desktop = await findDesktop();
  if (desktop.kind === 'desktop') {
    tally.say(`VS Code desktop: ${desktop.executable}`);
    for (const hostCase of cases) {
      await runInDesktop(desktop.executable, hostCase, tally);
    }
    return;
  }
  tally.say(`server build of VS Code ${serverVersion()}; no desktop: ${desktop.reason}`);
  const windows = new Windows({ say: (line) => tally.say(line), bare: true });
  try {
    for (const hostCase of cases) {
      await runInServer(windows, hostCase, tally);
    }
  } finally {
    await windows.dispose();
  }
}

async function findCases(part: string): Promise<HostCase[]> {
  const cases: HostCase[] = [];
  const [window = '', test = ''] = part.split('/');
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const folder = join(root, entry.name);
    const files = entry.isDirectory()
      ? (await readdir(folder)).filter((name) => name.endsWith('.test.ts') && name.includes(test))
      : [];
    if (files.length === 0 || !entry.name.includes(window)) {
      continue;
    }
    const profile = join(folder, 'profile.json');
    const workspace = join(folder, 'workspace');
    const { settings, ...own } = existsSync(profile)
      ? (JSON.parse(await readFile(profile, 'utf8')) as Partial<HostCase>)
      : {};
    cases.push({
      name: entry.name,
      bundle: await bundleHostTests(entry.name, folder, files.toSorted()),
      trusted: true,
      workspace: existsSync(workspace) ? workspace : undefined,
      ...own,
      settings: { ...forTests, ...settings },
    });
  }
  return cases;
}
