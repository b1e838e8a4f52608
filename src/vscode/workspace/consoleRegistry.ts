import type * as vscode from 'vscode';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import type { PolicyRef, Spelling } from '../../core/policy/policyFile.ts';
import type { Event } from '../../core/util/emitter.ts';

/**
 * `untrusted`: no request is made. `flawed`: nor here, as `ordinance.yaml` has a mistake. `signed-out`: no access key is stored for the
 * addresses of the console.
 */
export type ConsoleAccess = 'untrusted' | 'flawed' | 'signed-out' | 'ready';

/** A mistake in an `ordinance.yaml`, in the words of its problem, and its place. */
export interface ConsoleFileFault {
  readonly file: vscode.Uri;
  readonly reason: string;
  /** Zero-based. */
  readonly line: number;
}

/** One console of one workspace folder, as views and commands see it. A new handle is made whenever something of it changes. */
export interface ConsoleHandle {
  /** Stable while the folder and the name stay; unique in the workspace. */
  readonly id: string;
  readonly entry: ConsoleEntry;
  readonly folder: vscode.WorkspaceFolder;
  /** The folder of its policy files. */
  readonly policyFolder: vscode.Uri;
  /** The `ordinance.yaml` that names it. */
  readonly file: vscode.Uri;
  /** Spelling of files that pull creates. */
  readonly format: Spelling;
  readonly access: ConsoleAccess;
  /** Present when access is `flawed`. */
  readonly fault?: ConsoleFileFault;
  /** The account that signed in, in the words of `accountWords`. */
  readonly account?: string;
}

/** The consoles as they are now. */
export interface KnownConsoles {
  /** In the order of workspace folders and of `ordinance.yaml`. */
  readonly consoles: readonly ConsoleHandle[];
  get(id: string): ConsoleHandle | undefined;
}

export interface ConsoleRegistry extends KnownConsoles {
  readonly onDidChange: Event<void>;
  /** The console and policy a file belongs to, by its place: `<policy folder>/<family>/<target>.policy.<spelling>`. */
  policyAt(uri: vscode.Uri): { readonly console: ConsoleHandle; readonly ref: PolicyRef } | undefined;
}
