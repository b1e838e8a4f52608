import { dirname } from 'node:path';
import type * as vscode from 'vscode';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import type { TextUpdate } from '../../core/document/updatedText.ts';
import { spellingOf, type PolicyRef, type Spelling } from '../../core/policy/policyFile.ts';
import type { WorkingCopies } from '../../core/sync/ports.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import type { PolicyFiles } from './policyFiles.ts';
import { workingText } from './textFiles.ts';
import type { SavedTexts } from './savedTexts.ts';
import { fileChanged, saysSame, writeTextFile } from './writeTextFile.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { GitAtWork } from '../../core/sync/store/gitAtWork.ts';
import { insideWorkspace } from '../../core/sync/store/insideWorkspace.ts';
import { policyValue } from '../../core/sync/workingCopy.ts';

/**
 * The working copies of one console as the editor sees them: unsaved documents first, then the disk.
 */
export class OpenWorkingCopies implements WorkingCopies {
  readonly #console: () => ConsoleHandle;
  readonly #files: PolicyFiles;
  readonly #documents: PolicyDocuments;
  readonly #saved: SavedTexts;

  /** `console` gives the handle of the moment: its folder may change while this lives. */
  constructor(
    console: () => ConsoleHandle,
    files: PolicyFiles,
    documents: PolicyDocuments,
    saved: SavedTexts,
  ) {
    this.#console = console;
    this.#files = files;
    this.#documents = documents;
    this.#saved = saved;
  }

  async read(ref: PolicyRef): Promise<PolicyDocument | undefined> {
    const uri = await this.#files.findOnly(this.#console(), ref.policy);
    await this.#check(uri);
    return uri && this.#documents.working(uri);
  }

  async text(ref: PolicyRef): Promise<string | undefined> {
    const uri = await this.#files.findOnly(this.#console(), ref.policy);
    await this.#check(uri);
    return uri && workingText(uri);
  }

  async write(
    ref: PolicyRef,
    spelling: Spelling,
    update: TextUpdate,
    expected: string | undefined,
  ): Promise<void> {
    const existing = await this.#files.findOnly(this.#console(), ref.policy);
    const uri =
      existing && spellingOf(existing.path) === spelling
        ? existing
        : this.#files.place(this.#console(), ref.policy, spelling);
    await this.#check(uri);
    const git = uri.scheme === 'file' ? await GitAtWork.around(dirname(uri.fsPath)) : undefined;
    const rest = await git?.rest();
    // A file in the other spelling is the policy's, too: there are not to be two.
    const isSame = saysSame(await workingText(existing ?? uri), expected);
    if (!isSame || (rest !== undefined && !git?.isAsLeft(rest))) {
      throw fileChanged(uri);
    }
    await writeTextFile(uri, update, expected, this.#saved);
  }

  /** Refuses a file outside the workspace: Ordinance does not read, send or write it. */
  async #check(uri: vscode.Uri | undefined): Promise<void> {
    if (uri?.scheme === 'file') {
      await insideWorkspace(this.#console().folder.uri.fsPath, uri.fsPath);
    }
  }
}

export interface WorkingServices {
  readonly files: PolicyFiles;
  readonly documents: PolicyDocuments;
}

/** The value of a policy file; undefined where there is none. Throws ExpectedError where the text has no single meaning. */
export async function readWorkingPolicy(
  { files, documents }: WorkingServices,
  console: ConsoleHandle,
  kind: PolicyKind,
): Promise<JsonObject | undefined> {
  const uri = await files.findOnly(console, kind.name);
  const document = uri && (await documents.working(uri));
  return document && policyValue(kind, document);
}
