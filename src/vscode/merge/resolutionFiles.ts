import * as vscode from 'vscode';
import { type JsonObject, arrayAt, isJsonObject, stringAt } from '../../core/json/json.ts';
import { wholeOf, type MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import { LineIndex } from '../../core/document/text.ts';
import { placeAtPath } from '../../core/document/placeAtPath.ts';
import { readPolicyText } from '../../core/document/reading/readPolicy.ts';
import { fileName, spellingOf, type Spelling } from '../../core/policy/policyFile.ts';
import { codeLens } from '../platform/languageTexts.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { messageOf, ExpectedError } from '../../core/util/errors.ts';
import { asSegment } from '../workspace/liveDocuments.ts';
import { resolutionScheme } from '../workspace/policyDocuments.ts';
import { openDocument, rangeIn } from '../workspace/textFiles.ts';
import { closeTabs, closeTabsOfScheme } from '../workspace/virtualTexts.ts';
import { conflictRow, conflictTitle, sideValues, type ConflictRow } from './conflictNode.ts';
import type { MergeDocuments } from './mergeDocuments.ts';
import type { MergeServices, MergeSession } from './mergeSession.ts';
import { writePolicyText } from '../../core/document/updatedText.ts';
import type { PolicyKind } from '../../core/policy/families.ts';

interface RuleFile {
  readonly uri: vscode.Uri;
  readonly row: ConflictRow;
  readonly spelling: Spelling;
  readonly text: Uint8Array;
  /** Counts the versions of the text. */
  readonly mtime: number;
}

/**
 * Rules in conflict as files in memory. A save resolves the conflicts of the rule. The editor refuses to save a text that is not one
 * rule, so the text stays unsaved. A file ends with its merge.
 */
export class ResolutionFiles
  extends DisposableOwner
  implements vscode.FileSystemProvider, vscode.CodeLensProvider
{
  readonly #services: MergeServices & { readonly mergeDocuments: MergeDocuments };
  readonly #changed = this.disposables.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;
  readonly #files = new Map<string, RuleFile>();
  /** The files that a person is saving; the editor also saves by itself. */
  readonly #savedByHand = new Set<string>();

  constructor(services: MergeServices & { readonly mergeDocuments: MergeDocuments }) {
    super();
    this.#services = services;
    const { workspace, languages } = vscode;
    this.disposables.addAll(
      workspace.registerFileSystemProvider(resolutionScheme, this, { isCaseSensitive: true }),
      languages.registerCodeLensProvider({ scheme: resolutionScheme }, this),
      workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        const isByHand = reason === vscode.TextDocumentSaveReason.Manual;
        this.#savedByHand[isByHand ? 'add' : 'delete'](uri.toString());
      }),
      workspace.onDidSaveTextDocument(({ uri }) => this.#onSaved(uri)),
      services.merges.onDidChange(() => this.#closeEnded()),
    );
    // The merges of an earlier window are gone.
    void closeTabsOfScheme(resolutionScheme);
  }

  /** Opens the rule of a conflict, or all policy-level fields, as the merge has it so far. Unsaved edits stay. */
  async open(row: ConflictRow): Promise<void> {
    const { session, conflict } = row;
    const { kind, consoleId } = session.input;
    const console = this.#services.consoles.get(consoleId);
    const file = console && (await this.#services.consoles.findFile(console, kind.name));
    const spelling = (file && spellingOf(file.path)) ?? console?.format ?? 'yaml';
    const title = asSegment(conflict.rule ?? vscode.l10n.t('document'));
    const uri = vscode.Uri.from({
      scheme: resolutionScheme,
      path: `/${title}/${kind.family}/${fileName(kind.target, spelling)}`,
      query: `${session.id} ${wholeOf(conflict)}`,
    });
    const edited = openDocument(uri);
    const part = session.partIn(session.result, conflict);
    const text = edited?.isDirty ? edited.getText() : partText(part, conflict.array, spelling);
    if (!edited?.isDirty) {
      const mtime = (this.#files.get(uri.toString())?.mtime ?? 0) + 1;
      this.#files.set(uri.toString(), { uri, row, spelling, text: new TextEncoder().encode(text), mtime });
      this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    }
    // VS Code keeps a document that `openTextDocument` opened, with its findings, for minutes after its tab.
    await vscode.commands.executeCommand('vscode.open', uri, {
      preview: false,
      selection: placesOfFields(text, { row, spelling })(conflict),
    });
  }

  /** The conflict whose rule the active editor shows. */
  active(): ConflictRow | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri && this.#files.get(uri.toString())?.row;
  }

  /** True when a rule of this merge has unsaved edits. */
  isUnsaved(session: MergeSession): boolean {
    return Array.from(this.#files.values()).some(
      ({ uri, row }) => row.session === session && openDocument(uri)?.isDirty === true,
    );
  }

  /** Lenses with both sides, and the commands to continue. */
  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const file = this.#files.get(document.uri.toString());
    if (!file) {
      return [];
    }
    const { row } = file;
    const conflicts = row.session.conflictsBeside(row.conflict);
    const save =
      conflicts.length === 1
        ? vscode.l10n.t('Save to resolve the conflict')
        : vscode.l10n.t('Save to resolve {0} conflicts', conflicts.length);
    const placeOf = placesOfFields(document.getText(), file);
    const lens = (at: MergeConflict, title: string, command: string, ...args: unknown[]): vscode.CodeLens =>
      codeLens(placeOf(at), { title, command, arguments: args });
    return [
      ...conflicts.map((conflict) =>
        lens(
          conflict,
          sidesOf(row.session, conflict),
          'ordinance.conflict.show',
          conflictRow(row.session, conflict),
        ),
      ),
      lens(row.conflict, save, 'workbench.action.files.save'),
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
    const file = this.#get(uri);
    const { session, conflict } = file.row;
    let part: JsonObject | undefined;
    try {
      part = readPart(new TextDecoder().decode(content), conflict.array, file.spelling, session.input.kind);
    } catch (error) {
      const reason = vscode.l10n.t('The rule was not accepted: {0}', messageOf(error));
      throw vscode.FileSystemError.Unavailable(reason);
    }
    this.#files.set(uri.toString(), { ...file, text: content, mtime: file.mtime + 1 });
    session.edit(conflict, part);
  }

  readonly watch = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  readonly readDirectory = (): [] => [];
  readonly createDirectory = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  #get(uri: vscode.Uri): RuleFile {
    const file = this.#files.get(uri.toString());
    if (!file) {
      throw vscode.FileSystemError.Unavailable(vscode.l10n.t('The merge of this rule has ended.'));
    }
    return file;
  }

  #onSaved(uri: vscode.Uri): void {
    const file = this.#files.get(uri.toString());
    if (file && this.#savedByHand.delete(uri.toString())) {
      void closeTabs([uri]).then(() => this.#services.mergeDocuments.show(file.row.session));
    }
  }

  #closeEnded(): void {
    for (const [key, { row, uri }] of this.#files) {
      if (!this.#services.merges.has(row.session)) {
        this.#files.delete(key);
        void closeTabs([uri]);
      }
    }
  }
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions();
}

/** Finds the field of a conflict, or its nearest parent. Reads the text once for all conflicts of the rule. */
function placesOfFields(
  text: string,
  { row, spelling }: Pick<RuleFile, 'row' | 'spelling'>,
): (conflict: MergeConflict) => vscode.Range {
  const policy = readPolicyText(text, spelling, row.session.input.kind);
  const lines = new LineIndex(text);
  return ({ array, path }) => {
    const place = placeAtPath(policy, array, path);
    return rangeIn(lines, { start: place, end: place });
  };
}

function sidesOf(session: MergeSession, conflict: MergeConflict): string {
  return `${conflict.path || conflictTitle(conflict)} (${sideValues(session, conflict).join(' · ')})`;
}

/** A policy with one rule in `array`. Without `array`, the policy has the policy-level fields only. */
export function partText(
  part: JsonObject | undefined,
  array: string | undefined,
  spelling: Spelling,
): string {
  const policy =
    array === undefined ? (part ?? new Map()) : new Map([[array, part === undefined ? [] : [part]]]);
  return writePolicyText(policy, spelling);
}

/**
 * Reads such a text; undefined when its list is empty. Throws ExpectedError `not-one-rule`, `no-name` or
 * `unreadable-part`.
 */
export function readPart(
  text: string,
  array: string | undefined,
  spelling: Spelling,
  kind: PolicyKind,
): JsonObject | undefined {
  const document = readPolicyText(text, spelling, kind);
  const value = document.value();
  const [problem] = document.problems;
  if (!value || problem) {
    throw new ExpectedError('unreadable-part', problem?.message ?? 'This is not a policy.');
  }
  if (array === undefined) {
    return value;
  }
  const [rule, ...others] = arrayAt(value, array);
  // A mistyped key must not count as the deletion of the rule.
  const hasOtherKeys = value.size !== 1 || !value.has(array);
  if (hasOtherKeys || others.length > 0 || (rule !== undefined && !isJsonObject(rule))) {
    throw new ExpectedError('not-one-rule', `There has to be one rule below ${array}, or none.`);
  }
  if (rule && !stringAt(rule, 'name')) {
    throw new ExpectedError('no-name', 'The rule has no name.');
  }
  return rule;
}
