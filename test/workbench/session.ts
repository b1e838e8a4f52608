import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../../scripts/lib/cleanup.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';
import { profileSettings, plainEditor } from '../../scripts/lib/profile.ts';
import { signInEnvironment, writeSampleWorkspace } from '../../scripts/lib/sample.ts';
import { readMessagesDirectly } from '../../scripts/lib/directMessages.ts';
import { leaveUnpainted, painted } from '../../scripts/lib/unpainted.ts';
import { Windows, type OpenWindow } from '../../scripts/lib/windows.ts';
import { TestConsole } from '../sandbox/testConsole.ts';
import { Workbench } from './pages/workbench.ts';
import { patienceSeconds, until } from './until.ts';

export interface SessionOptions {
  /** Untrusted: the restricted mode of VS Code. Trusted by default. */
  readonly trusted?: boolean;
  /** A packed extension to install, in place of this project's own; nobody is signed in then. */
  readonly vsix?: string;
  /** Folder of an extension to run in place of this project's own; nobody is signed in then. */
  readonly extension?: string;
  /** Starts signed out. */
  readonly signedOut?: boolean;
  /** In place of the sample workspace: called with the folder and the sandbox's address. */
  readonly fill?: (folder: string, url: string) => Promise<void>;
  /** What the page is told the person prefers; dark by default. */
  readonly colorScheme?: 'dark' | 'light';
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Somebody looks at it, or measures it: by default it is painted only for a picture. */
  readonly painted?: boolean;
  /** Module with `run()`, to run in the extension host. */
  readonly hostModule?: string;
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  readonly say?: (line: string) => void;
}

/**
 * Rows that stick to the top of a tree lie on those below, and a pointer cannot reach them. Live is read when a test says so: the
 * answers of the sandbox are counted.
 */
const forTests = {
  'workbench.tree.enableStickyScroll': false,
  'editor.stickyScroll.enabled': false,
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'workbench.reduceMotion': 'on',
  // The tooltip of a row lies on the rows below.
  'workbench.hover.delay': 600_000,
  'ordinance.refresh.intervalMinutes': 0,
};

/** A sandbox console, a workspace for it, and a real VS Code with that workspace open in a real browser. */
export interface Session {
  readonly sandbox: TestConsole;
  /** Absolute path of the folder that is open. */
  readonly workspace: string;
  /** Where the server keeps profile, extensions and logs. */
  readonly dataFolder: string;
  readonly page: Page;
  readonly workbench: Workbench;
  /** Keeps a picture of the window in `out/`, for a test that failed. */
  picture(name: string): Promise<string>;
  /** Waits until nothing in the window moves any more, for a picture. */
  settled(): Promise<void>;
  /** @param broken what it ran in is not to be trusted: the next session gets another */
  dispose(broken?: boolean): Promise<void>;
}

/** @param shared where it opens; without them, and for a packed extension, in a browser and on a server of its own */
export async function openSession(options: SessionOptions = {}, shared?: Windows): Promise<Session> {
  const undo: ((broken: boolean) => Promise<void>)[] = [];
  const windows = options.vsix === undefined ? shared : undefined;
  const dispose = async (broken = false): Promise<void> => {
    for (const step of undo.splice(0).toReversed()) {
      await step(broken);
    }
  };
  try {
    const folder = await temporaryFolder('workbench');
    undo.push(() => folder.dispose());
    const sandbox = await TestConsole.start();
    undo.push(() => sandbox.close());
    const workspace = join(folder.path, 'workspace');
    await mkdir(workspace);
    await (options.fill ?? writeSampleWorkspace)(workspace, sandbox.url);
    const env = {
      ...(options.vsix === undefined && options.extension === undefined && !options.signedOut
        ? signInEnvironment(sandbox.url, sandbox.accessKey)
        : {}),
      ...options.env,
    };
    const { server, page, dataFolder } = await openWindow(options, env, undo, windows);
    if (!options.painted) {
      await leaveUnpainted(page);
      await readMessagesDirectly(page);
    }
    page.setDefaultTimeout(patienceSeconds * 1000);
    const development = {
      ...(options.vsix === undefined ? { extensionDevelopmentPath: options.extension ?? projectRoot } : {}),
      ...(options.hostModule === undefined ? {} : { extensionTestsPath: options.hostModule }),
    };
    await page.goto(server.address({ workspace, env, ...development }));
    const workbench = new Workbench(page);
    await workbench.ready();
    return {
      sandbox,
      workspace,
      dataFolder,
      page,
      workbench,
      async picture(name) {
        const path = join(projectRoot, 'out', `${name.replaceAll(/\W+/g, '-')}.png`);
        await page.screenshot({ path, ...painted });
        return path;
      },
      async settled() {
        let before = await page.screenshot(painted);
        const resting = async (): Promise<boolean> => {
          await page.waitForTimeout(300);
          const now = await page.screenshot(painted);
          const same = now.equals(before);
          before = now;
          return same;
        };
        await until('a window at rest', resting, 30).catch(() => undefined);
      },
      dispose,
    };
  } catch (error) {
    await dispose(true);
    throw error;
  }
}

/** Empty, and as the person who looks at it prefers. */
async function openWindow(
  options: SessionOptions,
  env: Readonly<Record<string, string>>,
  undo: ((broken: boolean) => Promise<void>)[],
  windows: Windows | undefined,
): Promise<OpenWindow> {
  const own =
    windows ??
    new Windows({
      say: options.say ?? (() => undefined),
      ...(options.vsix === undefined ? {} : { vsix: options.vsix }),
    });
  if (windows === undefined) {
    undo.push(() => own.dispose());
  }
  const window = await own.open({
    env,
    settings: profileSettings({
      trusted: options.trusted ?? true,
      settings: { ...(options.painted === true ? {} : plainEditor), ...forTests, ...options.settings },
    }),
    context: {
      viewport: { width: 1440, height: 900 },
      colorScheme: options.colorScheme ?? 'dark',
      reducedMotion: 'reduce',
    },
  });
  undo.push((broken) => window.close(broken));
  return window;
}
