import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { temporaryFolder, type TemporaryFolder } from './cleanup.ts';
import { firstLine } from './failure.ts';
import { linkRelevantExtensions } from './linkRelevantExtensions.ts';
import { serverBuild, acceptsEnvironment } from './serverBuild.ts';
import { installExtension, VsCodeServer } from './vscodeServer.ts';

export interface WindowOptions {
  /** The user's settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Options of the browser context. */
  readonly context: BrowserContextOptions;
  /** Additions to the environment of the extension host. The address of the window must contain them, too. */
  readonly env: Readonly<Record<string, string>>;
}

export interface WindowsOptions {
  readonly say: (line: string) => void;
  /** A packed extension that is installed in all windows. */
  readonly vsix?: string;
  /** Omits most built-in extensions, which take a large part of the start of a window. */
  readonly bare?: boolean;
}

export interface OpenWindow {
  readonly server: VsCodeServer;
  /** An empty page; the caller opens the address. */
  readonly page: Page;
  /** The folder with the profile, extensions and logs of the server. */
  readonly dataFolder: string;
  /** @param broken the server and the browser may be broken too, so the next window gets new ones */
  close(broken?: boolean): Promise<void>;
}

/** The time for the processes of a window to end by themselves, also on a busy computer. */
const endSeconds = 60;
const leaveSeconds = 30;

interface Running {
  readonly folder: TemporaryFolder;
  readonly server: VsCodeServer;
}

/**
 * Opens windows one after the other in one browser and on one server of VS Code, because starting those takes
 * longer than opening a window. Each window has its own settings, storage and environment. A broken server is
 * not used again. A build that ignores the environment in the address is restarted for each window.
 */
export class Windows {
  readonly #options: WindowsOptions;
  #browser: Browser | undefined;
  #running: Running | undefined;

  constructor(options: WindowsOptions) {
    this.#options = options;
  }

  async open({ settings, context, env }: WindowOptions): Promise<OpenWindow> {
    const isShared = await acceptsEnvironment(await serverBuild(this.#options.say));
    const { server, folder } = await this.#server(settings, isShared ? {} : env);
    if (this.#browser?.isConnected() !== true) {
      this.#browser = await launchBrowser(this.#options.say);
    }
    const page = await this.#browser.newPage(context);
    return {
      server,
      page,
      dataFolder: folder.path,
      close: async (broken = false) => {
        await leave(page);
        if (broken || !isShared || !(await becomesIdle(server))) {
          await this.dispose();
        }
      },
    };
  }

  async dispose(): Promise<void> {
    const [browser, running] = [this.#browser, this.#running];
    this.#browser = undefined;
    this.#running = undefined;
    await browser?.close().catch(firstLine);
    await running?.server.dispose();
    await running?.folder.dispose();
  }

  async #server(settings: WindowOptions['settings'], env: WindowOptions['env']): Promise<Running> {
    if (this.#running?.server.isRunning === true) {
      await this.#running.server.renewUser(settings);
      return this.#running;
    }
    await this.dispose();
    const folder = await temporaryFolder('vscode');
    const { say, vsix, bare } = this.#options;
    const common = { dataFolder: folder.path, say };
    try {
      if (vsix !== undefined) {
        await installExtension(vsix, common);
      }
      const server = await VsCodeServer.start({
        ...common,
        settings,
        // Windows share compiled code.
        env: { ...env, NODE_COMPILE_CACHE: join(folder.path, 'compiled') },
        ...(bare === true ? { builtIn: await linkRelevantExtensions(folder.path, say) } : {}),
      });
      this.#running = { folder, server };
      return this.#running;
    } catch (error) {
      await folder.dispose();
      throw error;
    }
  }
}

/** A window that opens another page first ends its extension host; a window that is only closed does not. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank', { timeout: leaveSeconds * 1000 }).catch(firstLine);
  await page.close().catch(firstLine);
}

async function becomesIdle(server: VsCodeServer): Promise<boolean> {
  for (const end = Date.now() + endSeconds * 1000; !server.isIdle && server.isRunning; await delay(20)) {
    if (Date.now() > end) {
      return false;
    }
  }
  return server.isRunning;
}
