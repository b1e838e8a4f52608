import { dirname } from 'node:path';
import type * as vscode from 'vscode';
import { spellingOf } from '../../core/policy/policyFile.ts';
import type { WorkingCopies } from '../../core/sync/ports.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { Consoles } from './consoles.ts';
import type { PolicyDocuments } from './policyDocuments.ts';
import { workingText } from './textFiles.ts';
import { type SavedTexts, fileChanged, saysSame, writeTextFile } from './writeTextFile.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { whileGitRests } from '../../core/sync/store/durableFile.ts';
import { insideWorkspace } from '../../core/sync/store/insideWorkspace.ts';
import { policyValue } from '../../core/sync/workingCopy.ts';

export interface WorkingServices {
  readonly consoles: Consoles;
  readonly documents: PolicyDocuments;
}

/**
 * The policy files of one console in the editor: unsaved documents first, then the disk. `console` returns
 * the current handle, because the folder may change.
 */
export function openWorkingCopies(
  console: () => ConsoleHandle,
  { consoles, documents, savedTexts }: WorkingServices & { readonly savedTexts: SavedTexts },
): WorkingCopies {
  /** Refuses a file outside the workspace: Ordinance does not read, send or write it. */
  const checked = (uri: vscode.Uri): vscode.Uri => {
    insideWorkspace(console().folder.uri.fsPath, uri.fsPath);
    return uri;
  };
  const find = async ({ name }: PolicyKind): Promise<vscode.Uri | undefined> => {
    const uri = await consoles.findOnlyFile(console(), name);
    return uri && checked(uri);
  };
  return {
    async read(kind) {
      const uri = await find(kind);
      return uri && documents.working(uri);
    },
    async text(kind) {
      const uri = await find(kind);
      return uri && workingText(uri);
    },
    async write(kind, spelling, update, expected) {
      const existing = await find(kind);
      const uri =
        existing && spellingOf(existing.path) === spelling
          ? existing
          : checked(consoles.newFile(console(), kind.name, spelling));
      // A file in the other format is a file of the policy too, and there must be only one.
      const now = await whileGitRests(dirname(uri.fsPath), () => workingText(existing ?? uri));
      if (!saysSame(now, expected)) {
        throw fileChanged(uri);
      }
      await writeTextFile(uri, update, expected, savedTexts);
    },
  };
}

/** The value of a policy file; undefined without a file. Throws ExpectedError for a text that is no policy. */
export async function readWorkingPolicy(
  { consoles, documents }: WorkingServices,
  console: ConsoleHandle,
  kind: PolicyKind,
): Promise<JsonObject | undefined> {
  const uri = await consoles.findOnlyFile(console, kind.name);
  const document = uri && (await documents.working(uri));
  return document && policyValue(kind, document);
}
