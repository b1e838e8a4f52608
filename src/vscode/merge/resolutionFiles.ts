import * as vscode from 'vscode';
import type { MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import { wholeOf } from '../../core/policy/merge/mergeValues.ts';
import { placeAtPath } from '../../core/document/placeAtPath.ts';
import { PolicyDocument } from '../../core/document/policyDocument.ts';
import { fileName, spellingOf, type Spelling } from '../../core/policy/policyFile.ts';
import { showMessage } from '../platform/dialogs.ts';
import { codeLens } from '../platform/languageTexts.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { partText, readPart, resolutionScheme } from '../workspace/partText.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import { openDocument } from '../workspace/textFiles.ts';
import { closeTabs, closeTabsOfScheme } from '../workspace/virtualTexts.ts';
import type { ConflictRow } from './conflictNode.ts';
import { conflictTitle, shortValue, sideWords } from './describeConflict.ts';
import type { Merges } from './merges.ts';
import type { MergeSession } from './mergeSession.ts';

export interface ResolutionFilesDeps {
  readonly merges: Merges;
  readonly consoles: ConsoleRegistry;
  readonly files: PolicyFiles;
}

interface Held {
  readonly uri: vscode.Uri;
  readonly row: ConflictRow;
  readonly spelling: Spelling;
  text: Uint8Array;
  mtime: number;
  /** Saved, but not as one rule: its text is nowhere else. */
  isUnread: boolean;
}

/**
 * Conflicting rules as files that can be edited. Saving one settles its conflicts with what it says; it is gone when its
 * merge is over. Nothing of it touches the disk.
 */
export class ResolutionFiles implements vscode.FileSystemProvider, vscode.CodeLensProvider, Disposable {
  readonly #deps: ResolutionFilesDeps;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;
  readonly #settled = this.#disposables.add(new Emitter<ConflictRow>());
  /** A person saved a rule, and it was taken: its tab is closed. */
  readonly onDidSettle = this.#settled.event;
  readonly #held = new Map<string, Held>();
  /** Saved by a person, not by the editor itself. */
  readonly #byHand = new Set<string>();

  constructor(deps: ResolutionFilesDeps) {
    this.#deps = deps;
    const { workspace, languages } = vscode;
    for (const each of [
      workspace.registerFileSystemProvider(resolutionScheme, this, { isCaseSensitive: true }),
      languages.registerCodeLensProvider({ scheme: resolutionScheme }, this),
      workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (reason === vscode.TextDocumentSaveReason.Manual) {
          this.#byHand.add(uri.toString());
        }
      }),
      workspace.onDidSaveTextDocument(({ uri }) => this.#saved(uri)),
      deps.merges.onDidChange(() => this.#sweep()),
    ]) {
      this.#disposables.add(each);
    }
    // Their merges are gone.
    void closeTabsOfScheme(resolutionScheme);
  }

  /** Opens the rule, or the document's own members, that a conflict is in, as the merge has it so far. */
  async open(row: ConflictRow): Promise<void> {
    const { session, target } = row.parent;
    const { kind } = session.input;
    const console = this.#deps.consoles.get(target.consoleId);
    const file = console && (await this.#deps.files.find(console, kind.name));
    const spelling = (file && spellingOf(file.path)) ?? console?.format ?? 'yaml';
    const { array, rule } = row.conflict;
    const title = (rule ?? vscode.l10n.t('document')).replaceAll(/[/\\?#\s]+/g, ' ').slice(0, 80);
    const uri = vscode.Uri.from({
      scheme: resolutionScheme,
      path: `/${title}/${kind.family}/${fileName(kind.target, spelling)}`,
      query: `${session.id} ${wholeOf(row.conflict)}`,
    });
    const key = uri.toString();
    const held = this.#held.get(key);
    const isTheirs = held?.isUnread === true && session.choiceOf(row.conflict.id) === undefined;
    if (openDocument(uri)?.isDirty !== true && !isTheirs) {
      const text = new TextEncoder().encode(partText(session.partOf(row.conflict), array, spelling));
      const mtime = (held?.mtime ?? 0) + 1;
      this.#held.set(key, { uri, row, spelling, text, mtime, isUnread: false });
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }
    const document = await vscode.workspace.openTextDocument(uri);
    const place = placesIn(document, { row, spelling })(row.conflict);
    await vscode.window.showTextDocument(document, {
      preview: false,
      selection: new vscode.Range(place, place),
    });
  }

  /** The conflict whose rule is in the editor that is used. */
  active(): ConflictRow | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri && this.#held.get(uri.toString())?.row;
  }

  /** Whether a rule of this merge was edited and not saved, or saved and not read. */
  isUnsaved(session: MergeSession): boolean {
    return Array.from(this.#held.values()).some(({ uri, row, isUnread }) => {
      const document = row.parent.session === session ? openDocument(uri) : undefined;
      return document !== undefined && (document.isDirty || isUnread);
    });
  }

  /** Lenses with both sides, and the commands to continue. */
  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const held = this.#held.get(document.uri.toString());
    if (!held) {
      return [];
    }
    const conflicts = conflictsAround(held.row);
    const save =
      conflicts.length === 1
        ? vscode.l10n.t('Save to resolve the conflict')
        : vscode.l10n.t('Save to resolve {0} conflicts', conflicts.length);
    const placeOf = placesIn(document, held);
    const lens = (at: MergeConflict, title: string, command: string, ...args: unknown[]): vscode.CodeLens => {
      const place = placeOf(at);
      return codeLens(new vscode.Range(place, place), { title, command, arguments: args });
    };
    return [
      ...conflicts.map((conflict) =>
        lens(conflict, sidesOf(conflict), 'ordinance.conflict.show', { ...held.row, conflict }),
      ),
      lens(held.row.conflict, save, 'workbench.action.files.save'),
    ];
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { text, mtime } = this.#get(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: text.length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#get(uri).text;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const held = this.#get(uri);
    held.text = content;
    held.mtime += 1;
    const { session } = held.row.parent;
    const { conflict } = held.row;
    try {
      const text = new TextDecoder().decode(content);
      const part = readPart(text, conflict.array, held.spelling, session.input.kind);
      held.isUnread = false;
      this.#deps.merges.edit(session, conflict, part);
    } catch (error) {
      held.isUnread = true;
      this.#deps.merges.choose(session, conflict.id, undefined);
      // The editor saves by itself while somebody types: that is no time for messages.
      if (this.#byHand.delete(uri.toString())) {
        showMessage('error', vscode.l10n.t('The rule was not accepted: {0}', messageOf(error)));
      }
    }
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [] {
    return [];
  }

  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  dispose(): void {
    this.#held.clear();
    this.#disposables.dispose();
  }

  #get(uri: vscode.Uri): Held {
    const held = this.#held.get(uri.toString());
    if (!held) {
      throw vscode.FileSystemError.Unavailable(vscode.l10n.t('The merge of this rule has ended.'));
    }
    return held;
  }

  #saved(uri: vscode.Uri): void {
    const held = this.#held.get(uri.toString());
    if (held && this.#byHand.delete(uri.toString())) {
      void closeTabs([uri]).then(() => this.#settled.fire(held.row));
    }
  }

  /** Closes what belongs to a merge that is over. */
  #sweep(): void {
    for (const [key, { row, uri }] of this.#held) {
      const { session } = row.parent;
      if (this.#deps.merges.get(session.id) !== session) {
        this.#held.delete(key);
        void closeTabs([uri]);
      }
    }
  }
}

/** All conflicts in the same rule. */
function conflictsAround({ conflict, parent }: ConflictRow): readonly MergeConflict[] {
  const whole = wholeOf(conflict);
  return parent.session.result.conflicts.filter((one) => wholeOf(one) === whole);
}

/** Where the member that is in a conflict stands, or what it would be in. The text is read once for all conflicts of its rule. */
function placesIn(
  document: vscode.TextDocument,
  { row, spelling }: Pick<Held, 'row' | 'spelling'>,
): (conflict: MergeConflict) => vscode.Position {
  const policy = PolicyDocument.read(document.getText(), spelling, row.parent.session.input.kind);
  return ({ array, path }) => document.positionAt(placeAtPath(policy, array, path));
}

function sidesOf(conflict: MergeConflict): string {
  const sides = (['base', 'mine', 'live'] as const).map(
    (side) => `${sideWords(side)}: ${shortValue(conflict, side)}`,
  );
  return `${conflict.path || conflictTitle(conflict)} (${sides.join(' · ')})`;
}
