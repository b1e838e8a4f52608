import * as vscode from 'vscode';
import type { JsonObject } from '../../core/json/json.ts';
import type { PlannedTests } from '../../core/policyTest/plannedTests.ts';
import { testLines } from '../../core/sync/planFacts.ts';
import { codeLens } from '../platform/languageTexts.ts';
import { hasMacKeys } from '../platform/macKeys.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { PolicyModels } from '../workspace/policyModels.ts';
import { resolutionScheme } from '../workspace/partText.ts';
import { sameLines } from '../workspace/textFiles.ts';
import { closeTabs, closeTabsOfScheme, isInTab, VirtualTexts } from '../workspace/virtualTexts.ts';
import { conflictRow, mergeNode, type ConflictRow } from './conflictNode.ts';
import { mergeText, placeAt, type ConflictPlace } from './mergeText.ts';
import { hasBase } from './describeConflict.ts';
import type { Merges } from './merges.ts';
import type { MergeSession } from './mergeSession.ts';
import type { ResolutionFiles } from './resolutionFiles.ts';

export const mergeScheme = 'ordinance-merge';

/** How long nobody types before it is looked at what an edit hinders. */
const typingPauseMs = 200;

export interface MergeDocumentsDeps {
  readonly merges: Merges;
  readonly consoles: ConsoleRegistry;
  readonly models: Pick<PolicyModels, 'blame'>;
  readonly resolutions: Pick<ResolutionFiles, 'isUnsaved'>;
  /** Runs the tests of the policy on the merge; undefined without tests. */
  readonly tested: (session: MergeSession) => Promise<PlannedTests | undefined>;
}

interface Shown {
  readonly uri: vscode.Uri;
  readonly session: MergeSession;
  text: string;
  places: readonly ConflictPlace[];
  hindrance: string | undefined;
  /** The document before the last change, which the editor may show for a moment still. */
  before?: Pick<Shown, 'text' | 'places'>;
  /** Test results of the current merged policy. */
  tests?: { readonly of: JsonObject; readonly lines: readonly string[] };
}

/** Merges as documents in which each conflict is decided where it stands; one per policy, gone when its merge is over. */
export class MergeDocuments implements vscode.CodeLensProvider, Disposable {
  readonly #deps: MergeDocumentsDeps;
  readonly #disposables = new DisposableStore();
  readonly #texts = this.#disposables.add(new VirtualTexts(mergeScheme));
  readonly #shown = new Map<string, Shown>();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;
  #following: NodeJS.Timeout | undefined;

  constructor(deps: MergeDocumentsDeps) {
    this.#deps = deps;
    const { workspace, languages } = vscode;
    const follow = (document: vscode.TextDocument): void => this.#follow(document);
    for (const each of [
      deps.merges.onDidChange(() => this.#update()),
      deps.consoles.onDidChange(() => this.#followHindrance()),
      this.#texts.onDidFree((key) => this.#closed(key)),
      languages.registerCodeLensProvider({ scheme: mergeScheme }, this),
      workspace.onDidChangeTextDocument(({ document }) => follow(document)),
      workspace.onDidCloseTextDocument(follow),
      workspace.onDidSaveTextDocument(follow),
      { dispose: () => clearTimeout(this.#following) },
    ]) {
      this.#disposables.add(each);
    }
    // Their merges are gone.
    void closeTabsOfScheme(mergeScheme);
  }

  /** Shows a merge, with the cursor at its first open conflict. */
  async show(session: MergeSession): Promise<void> {
    const known = this.#of(session);
    const uri = known?.uri ?? this.#uriOf(session);
    const shown: Shown = { uri, session, ...this.#textOf({ session }) };
    this.#shown.set(uri.toString(), shown);
    this.#test(shown);
    const [first] = session.result.open;
    const place = shown.places.find(({ conflict }) => conflict.id === first?.id) ?? top;
    // In one step: a key that is pressed as soon as the merge is seen is about what is at the cursor.
    const selection = new vscode.Range(place.line, 0, place.line, 0);
    const editor = await this.#texts.show(uri, shown.text, { preview: false, selection });
    this.#changed.fire();
    reveal(editor, place);
  }

  /** The row of the conflict at the cursor, when the editor that is used shows a merge. */
  atCursor(): ConflictRow | undefined {
    const editor = vscode.window.activeTextEditor;
    const shown = this.#active();
    const text = editor?.document.getText();
    const seen = shown && [shown, shown.before].find((one) => one?.text === text);
    const isDecided = shown?.session.result.open.length === 0;
    const place = seen && placeAt(seen.places, editor?.selection.active.line ?? 0, { isDecided });
    return place && rowOf(shown.session, place);
  }

  /** The merge that the editor shows that is used. */
  get active(): MergeSession | undefined {
    return this.#active()?.session;
  }

  /** The merge that a document shows, in front or not. */
  mergeIn(uri: vscode.Uri): MergeSession | undefined {
    return this.#shown.get(uri.toString())?.session;
  }

  /** Whether the merge is in sight; if so, what is to be read of it is the newest when this is over. */
  async isSeen(session: MergeSession): Promise<boolean> {
    const shown = this.#of(session);
    if (!shown || !isVisible(shown.uri)) {
      return false;
    }
    await this.#texts.set(shown.uri, shown.text);
    return isVisible(shown.uri);
  }

  /** Whether the merge has a tab. */
  isOpen(session: MergeSession): boolean {
    const shown = this.#of(session);
    return shown !== undefined && isInTab(shown.uri);
  }

  /** Puts the cursor to the next open conflict after this one; false when the merge is not what the editor shows. */
  async revealNext({ conflict, parent }: ConflictRow): Promise<boolean> {
    const shown = this.#active();
    if (shown?.session !== parent.session) {
      return false;
    }
    await this.#texts.set(shown.uri, shown.text);
    const editor = vscode.window.activeTextEditor;
    const at = shown.places.findIndex((place) => place.conflict.id === conflict.id);
    const order = [...shown.places.slice(at + 1), ...shown.places.slice(0, at + 1)];
    const next = order.find((place) => shown.session.choiceOf(place.conflict.id) === undefined);
    if (editor?.document.uri.toString() === shown.uri.toString()) {
      select(editor, next ?? top);
    }
    return true;
  }

  /** Why a merge cannot be applied, whatever is decided. */
  hindrance(session: MergeSession): string | undefined {
    const { l10n } = vscode;
    if (this.#deps.resolutions.isUnsaved(session)) {
      return l10n.t('A rule of this merge has unsaved edits. Save or close it first.');
    }
    if (!this.#deps.consoles.get(session.input.consoleId)) {
      return l10n.t('ordinance.yaml no longer names this console.');
    }
    return this.isOutdated(session)
      ? l10n.t(
          'The file was edited after the merge started. Merge again. Ordinance keeps your choices where they still apply.',
        )
      : undefined;
  }

  /** Whether nothing hinders a merge but that the file says something else than what was merged. */
  isOutdated(session: MergeSession): boolean {
    const { consoles, resolutions } = this.#deps;
    const file = vscode.workspace.textDocuments.find((document) => this.#isFileOf(session, document));
    return (
      consoles.get(session.input.consoleId) !== undefined &&
      !resolutions.isUnsaved(session) &&
      file !== undefined &&
      !sameLines(file.getText(), session.input.seen.mineText)
    );
  }

  #isFileOf({ id }: MergeSession, { uri }: vscode.TextDocument): boolean {
    const at = this.#deps.consoles.policyAt(uri);
    return at !== undefined && `${at.console.id}/${at.ref.policy}` === id;
  }

  /**
   * A file of a merge, or a rule of it, was edited, saved or closed. What that hinders is said when nobody types: the whole file is
   * compared for it. Applying asks for itself.
   */
  #follow(document: vscode.TextDocument): void {
    const isFile = this.#deps.merges.all.some((session) => this.#isFileOf(session, document));
    if (isFile || document.uri.scheme === resolutionScheme) {
      clearTimeout(this.#following);
      this.#following = setTimeout(() => this.#followHindrance(), typingPauseMs);
    }
  }

  #followHindrance(): void {
    const other = Array.from(this.#shown.values()).filter(
      ({ session, hindrance }) => this.hindrance(session) !== hindrance,
    );
    other.forEach((shown) => this.#renew(shown));
    if (other.length > 0) {
      this.#changed.fire();
    }
  }

  /** Brings every document to what its merge says now. */
  #update(): void {
    for (const [key, shown] of this.#shown) {
      const now = this.#deps.merges.get(shown.session.id);
      if (now === shown.session) {
        this.#renew(shown);
        continue;
      }
      this.#shown.delete(key);
      if (now === undefined) {
        void closeTabs([shown.uri]);
      }
    }
    this.#changed.fire();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const shown = this.#shown.get(document.uri.toString());
    if (!shown) {
      return [];
    }
    const { l10n } = vscode;
    const { session } = shown;
    const lens = (line: number, title: string, command: string, ...args: unknown[]): vscode.CodeLens =>
      codeLens(new vscode.Range(line, 0, line, 0), { command, title, arguments: args });
    const merge = mergeNode(session);
    return [
      // An unresolved conflict or a hindrance would refuse the merge.
      ...(session.result.open.length === 0 && shown.hindrance === undefined
        ? [lens(0, l10n.t('Apply Merge'), 'ordinance.merge.apply', merge)]
        : []),
      lens(0, l10n.t('Compare'), 'ordinance.merge.compare', merge),
      ...(this.isOutdated(session)
        ? [lens(0, l10n.t('Merge Again'), 'ordinance.policy.merge', merge.target)]
        : []),
      lens(
        0,
        session.choices.size === 0 ? l10n.t('Abandon Merge') : l10n.t('Abandon Merge…'),
        'ordinance.merge.cancel',
        merge,
      ),
      ...shown.places.flatMap((place) => {
        const row = rowOf(session, place);
        const choice = session.choiceOf(place.conflict.id);
        const at = (title: string, command: string): vscode.CodeLens => lens(place.line, title, command, row);
        return [
          ...(choice === 'mine' ? [] : [at(l10n.t('Accept Mine'), 'ordinance.conflict.useMine')]),
          ...(choice === 'live' ? [] : [at(l10n.t('Accept Live'), 'ordinance.conflict.useLive')]),
          ...(choice === 'base' || !hasBase(session, place.conflict)
            ? []
            : [at(l10n.t('Accept Base'), 'ordinance.conflict.useBase')]),
          ...(place.conflict.kind === 'order' ? [] : [at(l10n.t('Edit Rule'), 'ordinance.conflict.edit')]),
          at(l10n.t('Compare'), 'ordinance.conflict.show'),
          ...(choice === undefined ? [] : [at(l10n.t('Reopen'), 'ordinance.conflict.reopen')]),
        ];
      }),
    ];
  }

  dispose(): void {
    this.#shown.clear();
    this.#disposables.dispose();
  }

  #of(session: MergeSession): Shown | undefined {
    return Array.from(this.#shown.values()).find((one) => one.session === session);
  }

  #uriOf({ id, input: { consoleId, kind } }: MergeSession): vscode.Uri {
    const console = this.#deps.consoles.get(consoleId);
    return vscode.Uri.from({
      scheme: mergeScheme,
      path: `${console ? `/${console.entry.name}` : ''}/${kind.name}.ordinance-merge`,
      query: new URLSearchParams({ merge: id }).toString(),
    });
  }

  #renew(shown: Shown): void {
    const next = this.#textOf(shown);
    if (next.text !== shown.text) {
      shown.before = { text: shown.text, places: shown.places };
    }
    Object.assign(shown, next);
    // A tab that was closed meanwhile has no text to follow.
    if (this.#texts.holds(shown.uri)) {
      void this.#texts.set(shown.uri, shown.text).catch(() => undefined);
    }
    this.#test(shown);
  }

  #active(): Shown | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri && this.#shown.get(uri.toString());
  }

  /** A merge without conflicts ends with its tab. Any other merge may have choices, and stays. */
  #closed(key: string): void {
    const shown = this.#shown.get(key);
    if (shown?.session.result.conflicts.length === 0) {
      this.#deps.merges.end(shown.session);
    }
  }

  /** Has the tests of the policy run on what would be written, and says what they say when they are done. */
  #test(shown: Shown): void {
    const { merged, open } = shown.session.result;
    if (open.length > 0 || shown.tests?.of === merged) {
      return;
    }
    shown.tests = { of: merged, lines: [] };
    void this.#deps.tested(shown.session).then(
      (tests) => {
        const lines = testLines(tests);
        if (lines.length > 0 && shown.session.result.merged === merged) {
          shown.tests = { of: merged, lines };
          this.#update();
        }
      },
      // Said where the merge is applied, which asks them again.
      () => undefined,
    );
  }

  #textOf({
    session,
    tests,
  }: Pick<Shown, 'session' | 'tests'>): Pick<Shown, 'text' | 'places' | 'hindrance'> {
    const { consoleId, kind } = session.input;
    const isTested = tests?.of === session.result.merged && session.result.open.length === 0;
    const hindrance = this.hindrance(session);
    const text = mergeText(session, {
      console: this.#deps.consoles.get(consoleId)?.entry.name ?? consoleId,
      ...(hindrance === undefined ? {} : { hindrance, isOutdated: this.isOutdated(session) }),
      ...(isTested ? { tests: tests.lines } : {}),
      isMac: hasMacKeys(),
      blame: ({ array, rule }) =>
        array === undefined || rule === undefined
          ? undefined
          : this.#deps.models.blame(consoleId, kind.name, array, rule),
    });
    return { ...text, hindrance };
  }
}

function rowOf(session: MergeSession, { conflict }: ConflictPlace): ConflictRow {
  return conflictRow(mergeNode(session), session.conflict(conflict.id) ?? conflict);
}

function isVisible(uri: vscode.Uri): boolean {
  return vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString());
}

/** Where the merge as a whole is decided. */
const top = { line: 0, end: 0 };

function select(editor: vscode.TextEditor, place: Pick<ConflictPlace, 'line' | 'end'>): void {
  editor.selection = new vscode.Selection(place.line, 0, place.line, 0);
  reveal(editor, place);
}

function reveal(editor: vscode.TextEditor, { line, end }: Pick<ConflictPlace, 'line' | 'end'>): void {
  const range = new vscode.Range(line, 0, end, 0);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
