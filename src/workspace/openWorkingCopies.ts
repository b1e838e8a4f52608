import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { PolicyRef, Spelling } from '../model/policyFile.ts';
import { spellingOf } from '../model/policyFile.ts';
import { ExpectedError } from '../util/errors.ts';
import type { ConsoleHandle } from './consoleRegistry.ts';
import type { PolicyFiles } from './policyFiles.ts';
import { pathOf, workingText, writeTextFile } from './textFiles.ts';

/** What git does to the files of a folder. */
export interface GitWork {
  /** Waits until git replaces no files; the answer is for `isAsLeft`. */
  rest(): Promise<string>;
  /** Whether git did nothing since. */
  isAsLeft(rest: string): boolean;
}

/**
 * The working copies of one console as the editor sees them: unsaved documents first, then the disk. Satisfies what `sync`
 * asks for.
 */
export class OpenWorkingCopies {
  readonly #console: () => ConsoleHandle;
  readonly #files: PolicyFiles;
  readonly #gitAround: (folder: string) => Promise<GitWork>;

  /** `console` gives the handle of the moment: its folder may change while this lives. */
  constructor(
    console: () => ConsoleHandle,
    files: PolicyFiles,
    gitAround: (folder: string) => Promise<GitWork>,
  ) {
    this.#console = console;
    this.#files = files;
    this.#gitAround = gitAround;
  }

  async read(ref: PolicyRef): Promise<
    | {
        readonly ref: PolicyRef;
        readonly spelling: Spelling;
        readonly text: string;
        readonly path: string;
        readonly unsaved: boolean;
      }
    | undefined
  > {
    const uri = await this.#files.findOnly(this.#console(), ref.policy);
    const now = uri && (await workingText(uri));
    return now && { ref, spelling: spellingOf(uri.path) ?? 'yaml', path: pathOf(uri), ...now };
  }

  async write(ref: PolicyRef, spelling: Spelling, text: string, expected: string | undefined): Promise<void> {
    const existing = await this.#files.findOnly(this.#console(), ref.policy);
    const uri =
      existing && spellingOf(existing.path) === spelling
        ? existing
        : this.#files.place(this.#console(), ref.policy, spelling);
    const git = uri.scheme === 'file' ? await this.#gitAround(dirname(uri.fsPath)) : undefined;
    const rest = await git?.rest();
    const isSame = (await workingText(uri))?.text === expected;
    if (!isSame || (rest !== undefined && !git?.isAsLeft(rest))) {
      throw new ExpectedError('file-changed', vscode.l10n.t('{0} was changed meanwhile.', pathOf(uri)), {
        advice: vscode.l10n.t('Nothing was written. Try again.'),
      });
    }
    await writeTextFile(uri, text);
  }
}
