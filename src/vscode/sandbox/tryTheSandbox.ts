import * as vscode from 'vscode';
import { consoleFileName } from '../../core/consoleFile/consoleFile.ts';
import { pick, confirm } from '../platform/dialogs.ts';
import { CanceledError, passOnUnexpected, ExpectedError } from '../../core/util/errors.ts';
import { workingText, exists, shownPath, diskFolders } from '../workspace/textFiles.ts';
import { offerPull } from '../targets/offerPull.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { StoredAccessKey, StoredSspmCredential } from '../platform/secrets.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { writeTextFile } from '../workspace/writeTextFile.ts';
import { sampleWorkspaceFiles } from '../../sandbox/sampleWorkspace.ts';

/** The memory stores the folder of a new sandbox under this key, until its window opens. */
const newSandbox = 'newSandbox';

/** Starts the sandbox console and sets up a folder that is signed in to it. */
export async function tryTheSandbox(services: FeatureServices, sandbox: SandboxRunner): Promise<vscode.Uri> {
  const folder = await chooseFolder();
  await sandbox.setUp(folder);
  await services.memory.remember(newSandbox, [folder.toString()]);
  const isOpen = vscode.workspace.workspaceFolders?.some(({ uri }) => uri.toString() === folder.toString());
  if (isOpen) {
    await services.consoles.reload();
    await continueSetup(services);
  } else {
    await vscode.commands.executeCommand('vscode.openFolder', folder);
  }
  return folder;
}

/** Shows the new sandbox in the folder of this window, and the next step, once. */
export async function continueSetup({ consoles, targets, memory }: FeatureServices): Promise<void> {
  const [folder] = memory.remembered(newSandbox);
  const console = consoles.consoles.find(
    ({ folder: at, access }) => at.uri.toString() === folder && access === 'ready',
  );
  if (console) {
    await memory.remember(newSandbox, []);
    await offerPull(targets, console);
  }
}

/** Chooses an open folder without other consoles, or another existing or new folder. */
async function chooseFolder(): Promise<vscode.Uri> {
  const free: vscode.WorkspaceFolder[] = [];
  for (const folder of vscode.workspace.isTrusted ? diskFolders() : []) {
    if (await isFree(folder.uri)) {
      free.push(folder);
    }
  }
  const items: readonly (vscode.QuickPickItem & { readonly uri?: vscode.Uri })[] = [
    ...free.map(({ name, uri }) => ({
      label: vscode.l10n.t('Use {0}', name),
      iconPath: new vscode.ThemeIcon('folder'),
      description: uri.path,
      uri,
    })),
    {
      label: vscode.l10n.t('Choose or create a folder…'),
      iconPath: new vscode.ThemeIcon('folder-opened'),
    },
  ];
  const placeHolder = vscode.l10n.t('Where should the sample policies go?');
  const { uri } = free.length > 0 ? await pick(items, { placeHolder }) : {};
  if (uri) {
    return uri;
  }
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('A folder for the sandbox'),
      openLabel: vscode.l10n.t('Use This Folder'),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!chosen) {
    throw new CanceledError();
  }
  return chosen;
}

/** True for a folder without `ordinance.yaml`, or whose file names a sandbox. An unreadable file may name any console. */
async function isFree(folder: vscode.Uri): Promise<boolean> {
  try {
    const file = await workingText(vscode.Uri.joinPath(folder, consoleFileName));
    return file === undefined || sandboxAddressIn(file) !== undefined;
  } catch (error) {
    passOnUnexpected(error);
    return false;
  }
}

interface RunningSandbox {
  readonly url: string;
  readonly accessKey: StoredAccessKey;
  close(): Promise<void>;
}

/** The memory stores the folder and the origin of the sandbox under this key. */
const lastSandbox = 'sandbox';

type StartSandbox = (options: { port?: number; accessKey?: StoredAccessKey }) => Promise<RunningSandbox>;

/** The sandbox console inside the extension host: it lives as long as the window. */
export class SandboxRunner extends DisposableOwner {
  readonly #services: FeatureServices;
  readonly #startSandbox: StartSandbox;
  #running: RunningSandbox | undefined;

  constructor(services: FeatureServices, startSandbox: StartSandbox) {
    super();
    this.#services = services;
    this.#startSandbox = startSandbox;
  }

  /** Starts the sandbox unless it runs, writes the sample workspace into `folder` and signs in there. */
  async setUp(folder: vscode.Uri): Promise<void> {
    const { savedTexts } = this.#services;
    const consoleFile = vscode.Uri.joinPath(folder, consoleFileName);
    const before = await workingText(consoleFile);
    const address = before === undefined ? undefined : sandboxAddressIn(before);
    if (before !== undefined && address === undefined) {
      throw new ExpectedError(
        'not-free',
        vscode.l10n.t('{0} already has consoles. Choose another folder.', folder.path),
      );
    }
    await this.#confirmMove(consoleFile, address);
    const sandbox = await this.#start();
    for (const { path, text } of sampleWorkspaceFiles(sandbox.url)) {
      const uri = vscode.Uri.joinPath(folder, path);
      if (path === consoleFileName) {
        const moved = before === undefined ? text : withAddress(before, address, sandbox.url);
        await writeTextFile(uri, moved, before, savedTexts);
      } else if (!(await exists(uri))) {
        await writeTextFile(uri, text, undefined, savedTexts);
      }
    }
    const { origin } = new URL(sandbox.url);
    await this.#services.memory.remember(lastSandbox, [folder.toString(), origin]);
    await this.#services.secrets.store(origin, sandbox.accessKey);
    await this.#services.secrets.storeSspm(origin, sandboxClient(origin, sandbox.accessKey));
  }

  /** Restarts the sandbox at its old address when its folder is open. Never rejects. */
  async resume(): Promise<void> {
    const [folder, origin] = this.#services.memory.remembered(lastSandbox);
    const isOpen = vscode.workspace.workspaceFolders?.some(({ uri }) => uri.toString() === folder);
    if (typeof origin !== 'string' || !isOpen || !vscode.workspace.isTrusted || this.#running) {
      return;
    }
    try {
      const accessKey = await this.#services.secrets.accessKey(origin);
      if (accessKey) {
        await this.#start({ port: Number(new URL(origin).port), accessKey });
      }
    } catch (error) {
      // Usually, another window with the same folder runs the sandbox.
      this.#services.log.info(`the sandbox was not started at ${origin}: ${String(error)}`);
    }
  }

  /** True for the address of the sandbox that this or another window set up. */
  isAt(url: string): boolean {
    return this.#services.memory.remembered(lastSandbox)[1] === new URL(url).origin;
  }

  /** Asks first, because the file may name the sandbox of another program, such as `npm start`. */
  async #confirmMove(file: vscode.Uri, address: string | undefined): Promise<void> {
    if (address === undefined || address === this.#running?.url || this.isAt(address)) {
      return;
    }
    await confirm({
      message: vscode.l10n.t('Replace the sandbox at {0} with a new one?', address),
      detail: [
        vscode.l10n.t('{0} names that sandbox, which may still run.', shownPath(file)),
        vscode.l10n.t('Ordinance starts another sandbox, and writes its address into the file.'),
      ],
      verb: vscode.l10n.t('Replace'),
    });
  }

  async #start(options: { port?: number; accessKey?: StoredAccessKey } = {}): Promise<RunningSandbox> {
    if (!this.#running) {
      const sandbox = await this.#startSandbox(options);
      this.#running = sandbox;
      this.#services.log.info(`the sandbox console listens at ${sandbox.url}`);
      this.disposables.add({ dispose: () => void sandbox.close() });
    }
    return this.#running;
  }
}

const sandboxEntry = /^ {2}sandbox:\r?\n {4}url: (http:\/\/127\.0\.0\.1:\d+)\r?$/m;

/** The address of the sandbox that an `ordinance.yaml` names; undefined for a file of other consoles. */
function sandboxAddressIn(text: string): string | undefined {
  return sandboxEntry.exec(text)?.[1];
}

/** Replaces one address and nothing else, because a person may have added to the file. */
function withAddress(text: string, old: string | undefined, url: string): string {
  return text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, (address) => (address === old ? url : address));
}

/** The access key of the sandbox is also a client of its own SSPM service. */
export function sandboxClient(origin: string, { id, secret }: StoredAccessKey): StoredSspmCredential {
  return { kind: 'client', id, secret, tokenUrl: `${origin}/oauth2/access_token` };
}
