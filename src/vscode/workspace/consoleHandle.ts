import type * as vscode from 'vscode';
import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';

/**
 * `untrusted` and `flawed` consoles get no request; a `flawed` console has a mistake in `ordinance.yaml`.
 * `signed-out`: no access key is stored for the addresses of the console.
 */
export type ConsoleAccess = 'untrusted' | 'flawed' | 'signed-out' | 'ready';

/** A mistake in an `ordinance.yaml`, with its message and its place. */
export interface ConsoleFileFault {
  readonly file: vscode.Uri;
  readonly reason: string;
  /** Zero-based. */
  readonly line: number;
  /** The file was not read, because it is too large, no regular file, or a link that leaves the workspace. */
  readonly isUnread?: true;
}

/** One console of one workspace folder. Each change makes a new handle. */
export interface ConsoleHandle {
  /** Stable while the folder and the name stay the same; unique in the workspace. */
  readonly id: string;
  readonly entry: ConsoleEntry;
  readonly folder: vscode.WorkspaceFolder;
  /** The folder of its policy files. */
  readonly policyFolder: vscode.Uri;
  /** The `ordinance.yaml` that names it. */
  readonly file: vscode.Uri;
  /** The format of new policy files. */
  readonly format: Spelling;
  readonly access: ConsoleAccess;
  /** Present when access is `flawed`. */
  readonly fault?: ConsoleFileFault;
  /** The account that is signed in, in the form of `shortAccountId`. */
  readonly account?: string;
}

/** The settings of a console in `ordinance.yaml`, as a text to compare. */
export function entryText({ entry }: ConsoleHandle): string {
  return JSON.stringify(entry);
}

/** A policy of a console in this workspace. */
export interface ChosenPolicy {
  readonly console: ConsoleHandle;
  readonly kind: PolicyKind;
}
