import * as vscode from 'vscode';
import {
  accountOrigin,
  type ConsoleEntry,
  originsOf,
  shortAccountId,
} from '../../core/consoleFile/consoleEntry.ts';
import { consoleFileName, type ConsoleFile } from '../../core/consoleFile/consoleFile.ts';
import { policyKind, policyKinds, type PolicyName } from '../../core/policy/families.ts';
import {
  fileName,
  fileNames,
  policyNameOfPath,
  spellingOf,
  type Spelling,
  severalFilesError,
} from '../../core/policy/policyFile.ts';
import type { Agreement, Secrets } from '../platform/secrets.ts';
import { DisposableOwner, Emitter } from '../../core/util/disposable.ts';
import { FreshFlight } from '../../core/util/concurrency.ts';
import { ExpectedError, isExpected, messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ChosenPolicy, ConsoleFileFault, ConsoleHandle } from './consoleHandle.ts';
import { checkConsoleFile, parseConsoleFile } from '../../core/assist/consoleFile/checkConsoleFile.ts';
import { agreementOf, authorityOf } from './authority.ts';
import { consoleFileText, namesOnDisk } from '../../core/sync/store/consoleFileText.ts';
import { exists, mayConcern, openDocument, diskFolders } from './textFiles.ts';
import { policyTarget, type PolicyTarget, type RuleTarget } from './target.ts';

/** A change of a file or folder in, at or above the policy folder of a console, by any process. */
interface DiskChange {
  readonly console: ConsoleHandle;
  readonly uri: vscode.Uri;
}

/** A change of a policy file on disk or in an editor. */
export interface PolicyFileChange {
  readonly consoleId: string;
  readonly policy: PolicyName;
  /** The edited document. Absent when the disk changed or an editor closed; then the text may be the same. */
  readonly typedIn?: vscode.Uri;
}

/** The consoles in the `ordinance.yaml` of one folder; absent when the file was not read. */
interface FolderConsoles {
  readonly consoles?: readonly ConsoleHandle[];
  readonly fault?: ConsoleFileFault | undefined;
}

/**
 * Finds and watches the saved `ordinance.yaml` of each workspace folder and the policy files of its consoles, and
 * knows the sign-ins.
 */
export class Consoles extends DisposableOwner {
  readonly #secrets: Secrets;
  readonly #log: Logger;
  readonly #changed = this.disposables.add(new Emitter<void>());
  readonly onDidChange = this.#changed.event;
  readonly #diskChanged = this.disposables.add(new Emitter<DiskChange>());
  /** Use `mayConcern` to find the changes of one file. */
  readonly onDidChangeDisk = this.#diskChanged.event;
  readonly #policyChanged = this.disposables.add(new Emitter<PolicyFileChange>());
  /** Fires on every keystroke too; listeners coalesce the events. */
  readonly onDidChangePolicy = this.#policyChanged.event;
  #consoles: readonly ConsoleHandle[] = [];
  #faults: readonly ConsoleFileFault[] = [];
  #hasFiles = false;
  readonly #readings = new FreshFlight<void>();
  #found: () => void = () => undefined;
  /** Resolves when the consoles of the workspace are known. Restored pages wait for it. */
  readonly whenFound = new Promise<void>((resolve) => {
    this.#found = resolve;
  });

  constructor(secrets: Secrets, log: Logger) {
    super();
    this.#secrets = secrets;
    this.#log = log;
    // VS Code reports a moved folder without the files in it, so a pattern of file names would miss them.
    const watcher = this.disposables.add(vscode.workspace.createFileSystemWatcher('**'));
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) {
      this.disposables.add(event((uri) => this.#onDisk(uri)));
    }
    const reload = (): void => void this.reload();
    for (const event of [
      vscode.workspace.onDidChangeWorkspaceFolders,
      vscode.workspace.onDidGrantWorkspaceTrust,
      secrets.onDidChange,
    ]) {
      this.disposables.add(event(reload));
    }
    this.disposables.addAll(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) {
          this.#onPolicyChanged(document.uri, { typedIn: document.uri });
        }
      }),
      // Closing without saving restores the saved text.
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#onPolicyChanged(uri)),
    );
  }

  /** In the order of workspace folders and of `ordinance.yaml`. */
  get consoles(): readonly ConsoleHandle[] {
    return this.#consoles;
  }

  /** True when an `ordinance.yaml` exists, but none names a usable console. */
  get hasOnlyEmptyFiles(): boolean {
    return this.#hasFiles && this.#consoles.length === 0;
  }

  /** The first mistake of each file. The consoles of the mistake make no request, or are missing. */
  get faults(): readonly ConsoleFileFault[] {
    return this.#faults;
  }

  get(id: string): ConsoleHandle | undefined {
    return this.#consoles.find((console) => console.id === id);
  }

  /** The console and policy of a file, from its path: `<policy folder>/<family>/<target>.policy.<format>`. */
  policyAt(uri: vscode.Uri): ChosenPolicy | undefined {
    const policy = policyNameOfPath(uri.path);
    if (!policy) {
      return undefined;
    }
    const folder = vscode.Uri.joinPath(uri, '../..').toString();
    const console = this.#consoles.find((candidate) => candidate.policyFolder.toString() === folder);
    return console && { console, kind: policyKind(policy) };
  }

  /**
   * The file of a policy; undefined without one. If there are several, the format of the console comes first.
   */
  async findFile(console: ConsoleHandle, policy: PolicyName): Promise<vscode.Uri | undefined> {
    return (await filesOf(console, policy))[0];
  }

  /** The only file of a policy. Throws ExpectedError `several-files`. */
  async findOnlyFile(console: ConsoleHandle, policy: PolicyName): Promise<vscode.Uri | undefined> {
    const files = await filesOf(console, policy);
    if (files.length > 1) {
      throw severalFilesError(
        policy,
        files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)),
      );
    }
    return files[0];
  }

  /** The place of a new file in this format. */
  newFile({ policyFolder }: ConsoleHandle, policy: PolicyName, spelling: Spelling): vscode.Uri {
    const { family, target } = policyKind(policy);
    return vscode.Uri.joinPath(policyFolder, family, fileName(target, spelling));
  }

  /** Reads everything again, without a request. Calls during a read share one more read. Never rejects. */
  reload(): Promise<void> {
    return this.#readings.run('', () => this.#readAll());
  }

  #onDisk(uri: vscode.Uri): void {
    // Another certificate authority needs another sign-in.
    const isAuthority = this.#consoles.some(
      ({ entry: { caFile }, folder }) =>
        caFile !== undefined && mayConcern(vscode.Uri.joinPath(folder.uri, caFile), uri),
    );
    if (isAuthority || uri.path.endsWith(`/${consoleFileName}`)) {
      void this.reload();
    }
    for (const console of this.#consoles) {
      const { id: consoleId, policyFolder } = console;
      if (mayConcern(policyFolder, uri) || mayConcern(uri, policyFolder)) {
        this.#diskChanged.fire({ console, uri });
      }
      for (const { family, name: policy } of policyKinds) {
        if (mayConcern(vscode.Uri.joinPath(policyFolder, family), uri)) {
          this.#policyChanged.fire({ consoleId, policy });
        }
      }
    }
    this.#onPolicyChanged(uri);
  }

  #onPolicyChanged(uri: vscode.Uri, how: Pick<PolicyFileChange, 'typedIn'> = {}): void {
    const at = this.policyAt(uri);
    if (at) {
      this.#policyChanged.fire({ consoleId: at.console.id, policy: at.kind.name, ...how });
    }
  }

  async #readAll(): Promise<void> {
    const read: FolderConsoles[] = [];
    for (const folder of diskFolders()) {
      read.push(await this.#readFolder(folder));
    }
    if (!this.disposables.isDisposed) {
      this.#consoles = read.flatMap(({ consoles = [] }) => consoles);
      this.#faults = read.flatMap(({ fault }) => fault ?? []);
      this.#hasFiles = read.some(({ consoles, fault }) => consoles ?? fault);
      this.#changed.fire();
    }
    this.#found();
  }

  async #readFolder(folder: vscode.WorkspaceFolder): Promise<FolderConsoles> {
    const file = vscode.Uri.joinPath(folder.uri, consoleFileName);
    let text: string | undefined;
    try {
      // Only saving the file adds and removes consoles.
      text = await consoleFileText(folder.uri.fsPath);
    } catch (error) {
      this.#log.warn(`${file.toString(true)}: ${messageOf(error)}`);
      const advice = isExpected(error) && error.advice ? ` ${error.advice}` : '';
      return { fault: { file, reason: messageOf(error) + advice, line: 0, isUnread: true } };
    }
    if (text === undefined) {
      return {};
    }
    const content = parseConsoleFile(text);
    const fault = content.problems.length > 0 ? faultIn(file, text, content) : undefined;
    if (fault) {
      this.#log.warn(`${file.toString(true)}: ${fault.reason}`);
    }
    const consoles = await Promise.all(
      content.usable.map(async ({ entry, isFlawed }) => ({
        id: `${folder.uri.toString()}#${entry.name}`,
        entry,
        folder,
        // VS Code uses the names on disk for opened files.
        policyFolder: vscode.Uri.joinPath(
          folder.uri,
          ...(await namesOnDisk(folder.uri.fsPath, entry.folder.split('/'))),
        ),
        file,
        format: content.format,
        ...(isFlawed && fault ? { access: 'flawed' as const, fault } : await this.#access(entry, folder.uri)),
      })),
    );
    return { consoles, fault };
  }

  /** A console is ready when a person typed a key for its address, login and certificate authority. */
  async #access(entry: ConsoleEntry, folder: vscode.Uri): Promise<Pick<ConsoleHandle, 'access' | 'account'>> {
    if (!vscode.workspace.isTrusted) {
      return { access: 'untrusted' };
    }
    let agreement: Agreement | undefined;
    try {
      agreement = agreementOf(entry, await authorityOf(entry, folder));
    } catch (error) {
      // The connection fails without the file, and its error names the reason.
      this.#log.warn(`${entry.name}: ${messageOf(error)}`);
    }
    let account: string | undefined;
    for (const origin of originsOf(entry)) {
      const key = agreement
        ? await this.#secrets.agreedKey(origin, agreement)
        : await this.#secrets.accessKey(origin);
      if (!key) {
        return { access: 'signed-out' };
      }
      account = origin === accountOrigin(entry) ? shortAccountId(key.id) : account;
    }
    return { access: 'ready', ...(account !== undefined && { account }) };
  }
}

/** The files of a policy; the format of the console comes first. */
async function filesOf({ policyFolder, format }: ConsoleHandle, policy: PolicyName): Promise<vscode.Uri[]> {
  const { family, target } = policyKind(policy);
  const all = fileNames(target).map((name) => vscode.Uri.joinPath(policyFolder, family, name));
  // An editor may still show a deleted file. It counts only with unsaved edits.
  const there = await Promise.all(all.map(async (uri) => openDocument(uri)?.isDirty || exists(uri)));
  const isOther = ({ path }: vscode.Uri): number => (spellingOf(path) === format ? 0 : 1);
  return all.filter((_, at) => there[at]).toSorted((a, b) => isOther(a) - isOther(b));
}

/** The first mistake of a file, in the words of its problems. */
function faultIn(file: vscode.Uri, text: string, { problems }: ConsoleFile): ConsoleFileFault {
  const first = checkConsoleFile(text).find(({ severity }) => severity === 'error');
  const line = first ? text.slice(0, first.range.start).split('\n').length - 1 : 0;
  const message = first?.message ?? problems[0]?.message ?? '';
  return {
    file,
    line,
    reason: `${consoleFileName}, line ${line + 1}: ${message.replace(/(?<![.?!])$/, '.')}`,
  };
}

export interface HavingConsoles {
  readonly consoles: Consoles;
}

/** The error for a missing console. */
export function noConsole(message: string): ExpectedError {
  return new ExpectedError('no-console', message, {
    advice: vscode.l10n.t('Run "Ordinance: Add Console…" or "Ordinance: Try the Sandbox".'),
  });
}

export function consoleOf(
  services: HavingConsoles,
  { consoleId }: { readonly consoleId: string },
): ConsoleHandle {
  const console = services.consoles.get(consoleId);
  if (!console) {
    throw new ExpectedError('no-console', vscode.l10n.t('ordinance.yaml no longer names this console.'));
  }
  return console;
}

export function chosenOf(services: HavingConsoles, target: PolicyTarget | RuleTarget): ChosenPolicy {
  return { console: consoleOf(services, target), kind: policyKind(target.policy) };
}

/** The file of a policy. Throws ExpectedError `not-pulled`. */
export async function fileOf(services: HavingConsoles, policy: ChosenPolicy): Promise<vscode.Uri> {
  const { console, kind } = policy;
  const uri = await services.consoles.findFile(console, kind.name);
  if (!uri) {
    throw new ExpectedError(
      'not-pulled',
      vscode.l10n.t('{0} of {1} has no file yet.', kind.name, console.entry.name),
      {
        advice: vscode.l10n.t('Pull it first.'),
        about: policyTarget(policy),
      },
    );
  }
  return uri;
}
