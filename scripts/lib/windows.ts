import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { temporaryFolder, type TemporaryFolder } from './cleanup.ts';
import { firstLine } from './failure.ts';
import { fewBuiltIn } from './fewBuiltIn.ts';
import { serverBuild, takesEnvironment } from './serverBuild.ts';
import { installExtension, VsCodeServer } from './vscodeServer.ts';

export interface WindowOptions {
  /** The user's settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Options of the browser context. */
  readonly context: BrowserContextOptions;
  /** Added to the environment of the extension host; the address of the window has to say it, too. */
  readonly env: Readonly<Record<string, string>>;
}

export interface WindowsOptions {
  readonly say: (line: string) => void;
  /** A packed extension that is installed in all of them. */
  readonly vsix?: string;
  /** Without most built-in extensions, which take a large part of the start of a window. */
  readonly bare?: boolean;
}

export interface OpenWindow {
  readonly server: VsCodeServer;
  /** Empty: what it shows is up to its owner. */
  readonly page: Page;
  /** Where the server keeps profile, extensions and logs. */
  readonly dataFolder: string;
  /** @param broken what the window ran in is not to be trusted either: the next one gets another */
  close(broken?: boolean): Promise<void>;
}

/** For what a window ran to end by itself, on a busy machine, too. */
const endSeconds = 60;
const asideSeconds = 30;

interface Running {
  readonly folder: TemporaryFolder;
  readonly server: VsCodeServer;
}

/**
 * Windows that are open one after the other in one browser and on one server of VS Code: to start those takes longer than to open a
 * window. Each has settings, storage and an environment of its own, as if it were the first; what broke is not used again. A build that
 * does not take the environment of a window from its address is started anew for each.
 */
export class Windows {
  readonly #options: WindowsOptions;
  #browser: Browser | undefined;
  #running: Running | undefined;

  constructor(options: WindowsOptions) {
    this.#options = options;
  }

  async open({ settings, context, env }: WindowOptions): Promise<OpenWindow> {
    const isShared = await takesEnvironment(await serverBuild(this.#options.say));
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
    if (this.#running?.server.runs === true) {
      await this.#running.server.renewUser(settings);
      return this.#running;
    }
    await this.dispose();
    const folder = await temporaryFolder('vscode');
    const { say, vsix, bare } = this.#options;
    const about = { dataFolder: folder.path, say };
    try {
      if (vsix !== undefined) {
        await installExtension(vsix, about);
      }
      const server = await VsCodeServer.start({
        ...about,
        settings,
        // Windows share compiled code.
        env: { ...env, NODE_COMPILE_CACHE: join(folder.path, 'compiled') },
        ...(bare === true ? { builtIn: await fewBuiltIn(folder.path, say) } : {}),
      });
      this.#running = { folder, server };
      return this.#running;
    } catch (error) {
      await folder.dispose();
      throw error;
    }
  }
}

/** A window that is left for another page says goodbye to its extension host; one that is only closed does not. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank', { timeout: asideSeconds * 1000 }).catch(firstLine);
  await page.close().catch(firstLine);
}

async function becomesIdle(server: VsCodeServer): Promise<boolean> {
  for (const end = Date.now() + endSeconds * 1000; !server.idle && server.runs; await delay(20)) {
    if (Date.now() > end) {
      return false;
    }
  }
  return server.runs;
}
