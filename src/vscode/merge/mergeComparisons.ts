import * as vscode from 'vscode';
import { writeJson } from '../../core/json/writeJson.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { closeDifference, showDiff } from '../platform/showDiff.ts';
import { chosenOf } from '../targets/targets.ts';
import { fileOf } from '../targets/showPolicy.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { Merges } from './merges.ts';
import type { MergeSession } from './mergeSession.ts';

export interface MergeComparisonsDeps {
  readonly consoles: ConsoleRegistry;
  readonly files: PolicyFiles;
  readonly liveDocuments: LiveDocuments;
  readonly merges: Merges;
}

interface Shown {
  readonly uri: vscode.Uri;
  readonly session: MergeSession;
  merged: JsonObject;
}

/** Diff editors of the file and the merged policy. They follow the choices, and close with their merge. */
export class MergeComparisons implements Disposable {
  readonly #deps: MergeComparisonsDeps;
  readonly #disposables = new DisposableStore();
  readonly #shown = new Map<string, Shown>();

  constructor(deps: MergeComparisonsDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.merges.onDidChange(() => this.#follow()));
  }

  async show(session: MergeSession): Promise<void> {
    const { merged } = session.result;
    const uri = await this.#write(session, merged);
    this.#shown.set(session.id, { uri, session, merged });
    // While it was written something else may have been chosen.
    this.#follow();
    const { consoleId, kind } = session.input;
    const file = await fileOf(this.#deps, this.#policyOf(consoleId, kind.name));
    await showDiff(file, uri, vscode.l10n.t('{0}: policy file ↔ merged', kind.name), { preview: true });
  }

  dispose(): void {
    this.#shown.clear();
    this.#disposables.dispose();
  }

  #follow(): void {
    for (const [id, shown] of this.#shown) {
      const { session } = shown;
      if (this.#deps.merges.get(id) !== session) {
        this.#shown.delete(id);
        void closeDifference(shown.uri);
      } else if (session.result.merged !== shown.merged) {
        shown.merged = session.result.merged;
        // A tab that was closed meanwhile has no text to follow.
        if (this.#deps.liveDocuments.texts.holds(shown.uri)) {
          void this.#write(session, shown.merged).catch(() => undefined);
        }
      }
    }
  }

  async #write({ input: { consoleId, kind } }: MergeSession, merged: JsonObject): Promise<vscode.Uri> {
    const { console } = this.#policyOf(consoleId, kind.name);
    const text = writeJson(merged);
    return this.#deps.liveDocuments.liveUri(console, kind.name, text, 'merged');
  }

  #policyOf(consoleId: string, policy: MergeSession['input']['kind']['name']): ReturnType<typeof chosenOf> {
    return chosenOf(this.#deps, { kind: 'policy', consoleId, policy });
  }
}
