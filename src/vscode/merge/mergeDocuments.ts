import * as vscode from 'vscode';
import type { JsonObject } from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import type { MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import type { PlannedTests } from '../../core/policyTest/runTests.ts';
import { testLines } from '../../core/sync/planFacts.ts';
import { codeLens } from '../platform/languageTexts.ts';
import { hasMacKeys } from '../platform/macKeys.ts';
import { closeDifference, showDiff } from '../platform/showDiff.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { fileOf, chosenOf } from '../workspace/consoles.ts';
import { sameLines } from '../workspace/textFiles.ts';
import { closeTabs, closeTabsOfScheme, isVisible, VirtualTexts } from '../workspace/virtualTexts.ts';
import { conflictRow, hasBase, mergeNode, sides, type ConflictNode } from './conflictNode.ts';
import { mergedQuietly, type BlameOf, mergeText, placeAt, placesIn } from './mergeText.ts';
import type { MergeServices, MergeSession } from './mergeSession.ts';
import { runPlannedTests } from '../workspace/policyTestFiles.ts';

const mergeScheme = 'ordinance-merge';

/** Facts in the documents of a merge that do not follow from its choices. */
interface Shown {
  readonly quietly: readonly string[];
  /** Test results of one merged policy. */
  tests?: { readonly of: JsonObject; readonly lines: readonly string[] };
  /** The merged policy in a diff editor. */
  merged?: vscode.Uri;
}

/** Merges as documents in which a person resolves each conflict where it is. The document closes when its merge ends. */
export class MergeDocuments extends DisposableOwner implements vscode.CodeLensProvider {
  readonly #services: MergeServices;
  readonly #texts = this.disposables.add(new VirtualTexts(mergeScheme));
  readonly #shown = new Map<MergeSession, Shown>();
  readonly #changed = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(services: MergeServices) {
    super();
    this.#services = services;
    const { merges, models } = services;
    this.disposables.addAll(
      merges.onDidChange((session) => (merges.has(session) ? this.#update(session) : this.#close(session))),
      models.onDidChange(({ consoleId, policies, what }) => {
        for (const session of what.has('text') ? merges.all : []) {
          if (session.target.consoleId === consoleId && policies.includes(session.target.policy)) {
            this.#showText(session);
          }
        }
      }),
      // A merge without conflicts ends with its tab. Any other merge may have choices, and stays.
      this.#texts.onDidFree((key) => {
        const session = this.mergeIn(key);
        if (session?.result.conflicts.length === 0) {
          merges.end(session);
        }
      }),
      vscode.languages.registerCodeLensProvider({ scheme: mergeScheme }, this),
    );
    // The merges of an earlier window are gone.
    void closeTabsOfScheme(mergeScheme);
  }

  /** Shows a merge, with the cursor at its first unresolved conflict, or at the next one after a conflict. */
  async show(session: MergeSession, after?: MergeConflict): Promise<void> {
    const text = this.#textOf(session);
    const next = session.nextOpen(after);
    const line = placesIn(text, session).find(({ conflict }) => conflict === next)?.line ?? 0;
    // The cursor moves with the document, so that a fast key acts on the conflict at the cursor.
    const selection = new vscode.Range(line, 0, line, 0);
    const editor = await this.#texts.show(uriOf(session), text, { preview: false, selection });
    const range = new vscode.Range(line, 0, line + sides.length, 0);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Shows the file and the merged policy. The right side follows the choices. */
  async compare(session: MergeSession): Promise<void> {
    const policy = chosenOf(this.#services, session.target);
    const file = await fileOf(this.#services, policy);
    const merged = await this.#writeMerged(session);
    this.#shownOf(session).merged = merged;
    const title = vscode.l10n.t('{0}: policy file ↔ merged', policy.kind.name);
    await showDiff(file, merged, title, { preview: true });
  }

  /** The row of the conflict at the cursor, else of the merge, when the active editor shows a merge. */
  atCursor(): ConflictNode | undefined {
    const editor = vscode.window.activeTextEditor;
    const session = editor && this.mergeIn(editor.document.uri);
    if (!session) {
      return undefined;
    }
    const places = placesIn(editor.document.getText(), session);
    const place = placeAt(places, editor.selection.active.line, session);
    return place ? conflictRow(session, place.conflict) : mergeNode(session);
  }

  mergeIn(uri: vscode.Uri | string): MergeSession | undefined {
    return this.#services.merges.all.find((session) => uriOf(session).toString() === uri.toString());
  }

  /** Resolves to true when a visible editor shows the newest text of the merge. */
  async isSeen(session: MergeSession): Promise<boolean> {
    const uri = uriOf(session);
    if (!isVisible(uri)) {
      return false;
    }
    await this.#texts.set(uri, this.#textOf(session));
    return isVisible(uri);
  }

  /** True when the open file differs from the merged version. */
  isOutdated({ id, input }: MergeSession): boolean {
    const file = vscode.workspace.textDocuments.find(({ uri }) => {
      const at = this.#services.consoles.policyAt(uri);
      return at !== undefined && `${at.console.id}/${at.kind.name}` === id;
    });
    return file !== undefined && !sameLines(file.getText(), input.seen.mineText);
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const { l10n } = vscode;
    const session = this.mergeIn(document.uri);
    if (!session) {
      return [];
    }
    const isOutdated = this.isOutdated(session);
    const lens = (line: number, title: string, command: string, argument: unknown): vscode.CodeLens =>
      codeLens(new vscode.Range(line, 0, line, 0), { command, title, arguments: [argument] });
    const top = mergeNode(session);
    const abandon = session.choices.size === 0 ? l10n.t('Abandon Merge') : l10n.t('Abandon Merge…');
    return [
      // Apply would be refused.
      ...(session.result.open.length === 0 && !isOutdated
        ? [lens(0, l10n.t('Apply Merge'), 'ordinance.merge.apply', top)]
        : []),
      lens(0, l10n.t('Compare'), 'ordinance.merge.compare', top),
      ...(isOutdated ? [lens(0, l10n.t('Merge Again'), 'ordinance.policy.merge', session.target)] : []),
      lens(0, abandon, 'ordinance.merge.cancel', top),
      ...placesIn(document.getText(), session).flatMap(({ conflict, line }) => {
        const row = conflictRow(session, conflict);
        const choice = session.choiceOf(conflict);
        const at = (isOffered: boolean, title: string, command: string): vscode.CodeLens[] =>
          isOffered ? [lens(line, title, command, row)] : [];
        return [
          ...at(choice !== 'mine', l10n.t('Accept Mine'), 'ordinance.conflict.useMine'),
          ...at(choice !== 'live', l10n.t('Accept Live'), 'ordinance.conflict.useLive'),
          ...at(
            choice !== 'base' && hasBase(session, conflict),
            l10n.t('Accept Base'),
            'ordinance.conflict.useBase',
          ),
          ...at(conflict.kind !== 'order', l10n.t('Edit Rule'), 'ordinance.conflict.edit'),
          ...at(true, l10n.t('Compare'), 'ordinance.conflict.show'),
          ...at(choice !== undefined, l10n.t('Reopen'), 'ordinance.conflict.reopen'),
        ];
      }),
    ];
  }

  #blameIn({ input: { consoleId, kind } }: MergeSession): BlameOf {
    return ({ array, rule }) =>
      array === undefined || rule === undefined
        ? undefined
        : this.#services.models.blame(consoleId, kind.name, array, rule);
  }

  #shownOf(session: MergeSession): Shown {
    const shown = this.#shown.get(session) ?? { quietly: mergedQuietly(session, this.#blameIn(session)) };
    this.#shown.set(session, shown);
    return shown;
  }

  #textOf(session: MergeSession): string {
    const { quietly, tests } = this.#shownOf(session);
    const { merged, open } = session.result;
    return mergeText(session, {
      quietly,
      isOutdated: this.isOutdated(session),
      tests: open.length === 0 && tests?.of === merged ? tests.lines : [],
      isMac: hasMacKeys(),
      blame: this.#blameIn(session),
    });
  }

  #close(session: MergeSession): void {
    const { merged } = this.#shown.get(session) ?? {};
    this.#shown.delete(session);
    if (merged) {
      void closeDifference(merged);
    }
    // The next merge of the policy has the same document.
    if (!this.#services.merges.of(session.target)) {
      void closeTabs([uriOf(session)]);
    }
  }

  /** Brings the documents of a merge up to date, and runs its tests when every conflict is resolved. */
  #update(session: MergeSession): void {
    const shown = this.#shownOf(session);
    const { merged, open } = session.result;
    this.#showText(session);
    if (shown.merged && this.#services.liveDocuments.texts.holds(shown.merged)) {
      void this.#writeMerged(session).catch(() => undefined);
    }
    if (open.length === 0 && shown.tests?.of !== merged) {
      void this.#test(session, shown);
    }
  }

  #showText(session: MergeSession): void {
    const uri = uriOf(session);
    // A closed tab has no text to follow.
    if (this.#texts.holds(uri)) {
      void this.#texts.set(uri, this.#textOf(session)).catch(() => undefined);
    }
    this.#changed.fire();
  }

  async #test(session: MergeSession, shown: Shown): Promise<void> {
    const of = session.result.merged;
    shown.tests = { of, lines: [] };
    // Apply runs the tests again and reports a failure.
    const lines = testLines(await plannedTests(this.#services, session).catch(() => undefined));
    if (lines.length > 0 && session.result.merged === of && this.#services.merges.has(session)) {
      shown.tests = { of, lines };
      this.#showText(session);
    }
  }

  #writeMerged({ target, result }: MergeSession): Promise<vscode.Uri> {
    const { console } = chosenOf(this.#services, target);
    return this.#services.liveDocuments.liveUri(console, target.policy, writeJson(result.merged), 'merged');
  }
}

/** Runs the tests of the policy on the merge; undefined without tests. */
export async function plannedTests(
  services: Pick<MergeServices, 'consoles' | 'lookups' | 'policyTests'>,
  { target, result }: MergeSession,
): Promise<PlannedTests | undefined> {
  const { console, kind } = chosenOf(services, target);
  return runPlannedTests(services, console, kind, result.merged, { mustHold: false });
}

/** There is one document per policy. */
function uriOf({ id, input }: MergeSession): vscode.Uri {
  return vscode.Uri.from({
    scheme: mergeScheme,
    path: `/${input.console}/${input.kind.name}.ordinance-merge`,
    query: new URLSearchParams({ merge: id }).toString(),
  });
}
