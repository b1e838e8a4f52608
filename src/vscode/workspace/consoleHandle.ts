import type * as vscode from 'vscode';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';

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
  /** The file was not even read: it is too large, no ordinary file, or a link out of the workspace. */
  readonly isUnread?: true;
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
  /** The account that signed in, in the form of `shortAccountId`. */
  readonly account?: string;
}
