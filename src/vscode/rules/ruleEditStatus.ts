import * as vscode from 'vscode';
import { isWeaker as isWeakerChange } from '../../core/order/effect/change.ts';
import type { PolicyDecisionChanges } from '../../core/order/policyDecisionChanges.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { ExpectedError, isCanceled, messageOf, throwIfCanceled } from '../../core/util/errors.ts';
import { pick, showMessage } from '../platform/dialogs.ts';
import { StatusBarEntry } from '../platform/statusBarEntry.ts';
import { openAtRule } from '../targets/showRule.ts';
import {
  changedDecisionRow,
  changedDecisionWords,
  isWeaker,
  moveCounts,
  moveWords,
} from '../workspace/changedDecisionWords.ts';
import type { RuleEdit } from '../workspace/ruleEditor.ts';
import type { RuleTarget } from '../workspace/target.ts';
import { lastEditGroup, type EditGroup, editWords } from './ruleEditGroup.ts';
import type { FeatureServices } from '../featureServices.ts';

export type RuleEditStatusDeps = Pick<
  FeatureServices,
  'consoles' | 'contextKeys' | 'documents' | 'lastPush' | 'log' | 'models' | 'ruleEditor' | 'targets'
>;

/** The decisions that the edits up to this one changed. */
interface Result {
  readonly of: RuleEdit;
  readonly decisionChanges: PolicyDecisionChanges | undefined;
}

interface Shown extends EditGroup {
  /** Missing until the analysis ends. */
  readonly result?: Result;
}

/**
 * Shows in the status bar the decisions that the last edit of rules changed. Several moves of the same rules count as one edit. A
 * person can undo this edit until the next edit, whatever editor is active.
 */
export class RuleEditStatus extends DisposableOwner {
  readonly #deps: RuleEditStatusDeps;
  readonly #item = this.disposables.add(
    new StatusBarEntry('ordinance.move', vscode.l10n.t('Ordinance: Edit of Rules'), 9),
  );
  #result: Result | undefined;
  #looking = new AbortController();

  constructor(deps: RuleEditStatusDeps) {
    super();
    this.#deps = deps;
    this.disposables.addAll(
      deps.ruleEditor.onDidChangeEdits(({ isNew }) => this.#changed(isNew)),
      deps.models.onDidChange(({ file }) => file && this.#outdated(file)),
      vscode.window.onDidChangeActiveTextEditor(() => this.#draw()),
      deps.lastPush.onDidChange(() => this.#pushed()),
    );
  }

  /**
   * Undoes the last edit of rules; then the edit before is the last. An undo from the tree leaves the keyboard focus there, at the
   * restored rules.
   */
  async undo(isFromTree = false): Promise<void> {
    const { rows } = this.#deps.targets;
    const back = isFromTree ? 'ordinance.policies.focus' : undefined;
    let next: RuleTarget | undefined;
    try {
      const { edits, last } = this.#last();
      next = isFromTree ? this.#nextAfterUndo(last) : undefined;
      await this.#deps.ruleEditor.undo(edits, { back });
    } finally {
      // The editor undoes in the focused editor. The next key belongs to the tree, even after a failure.
      if (isFromTree) {
        await rows.focus();
      }
    }
    await (next && rows.showEdited(next, 'select'));
  }

  /**
   * The rule to select after the undo of an edit that removes the selected row, so that the next key has a rule
   * to act on. A renamed rule has another row, because the name of a rule identifies its row.
   */
  #nextAfterUndo({ act, array, document, order, to }: RuleEdit): RuleTarget | undefined {
    const [row] = this.#deps.targets.rows.selection;
    const at = this.#deps.consoles.policyAt(document.uri);
    if (
      !['add', 'duplicate', 'rename'].includes(act) ||
      row?.kind !== 'rule' ||
      row.consoleId !== at?.console.id ||
      row.policy !== at.kind.name ||
      row.array !== array ||
      !to.includes(row.index)
    ) {
      return undefined;
    }
    const left = order.filter((old) => old !== undefined).length;
    const { kind, consoleId, policy } = row;
    return left === 0 ? undefined : { kind, consoleId, policy, array, index: Math.min(row.index, left - 1) };
  }

  /** Lists the decisions that the last edit changed, and offers to undo it. */
  async show(): Promise<void> {
    const shown = this.#last();
    const changes = (shown.result?.decisionChanges?.decisions ?? []).map((decision) => ({
      ...changedDecisionRow(decision),
      iconPath: new vscode.ThemeIcon(isWeakerChange(decision) ? 'warning' : 'arrow-swap'),
      place: decision.to?.index ?? placeNow(shown, decision.from?.index),
      name: (decision.to ?? decision.from)?.name,
    }));
    const undo = {
      label: vscode.l10n.t('Undo'),
      iconPath: new vscode.ThemeIcon('discard'),
      place: undefined,
      name: undefined,
    };
    const chosen = await pick([...changes, undo], {
      title: this.#named(shown, headline(shown)),
      placeHolder: vscode.l10n.t('Select a row to go to the rule that applies now.'),
      matchOnDetail: true,
    });
    const { document, array } = shown.last;
    if (chosen === undo) {
      await this.#deps.ruleEditor.undo(shown.edits);
    } else if (chosen.place !== undefined) {
      // Another rule may be at the place now.
      const name = chosen.name === '' ? undefined : chosen.name;
      await openAtRule(this.#deps.documents, document, { array, index: chosen.place, name });
    }
  }

  override dispose(): void {
    this.#looking.abort();
    super.dispose();
  }

  get #shown(): Shown | undefined {
    const group = lastEditGroup(this.#deps.ruleEditor.edits);
    return group && { ...group, ...(this.#result?.of === group.last && { result: this.#result }) };
  }

  #last(): Shown {
    const shown = this.#shown;
    if (!shown) {
      throw new ExpectedError('no-edit', vscode.l10n.t('There is no edit of rules to show or undo.'), {
        advice: vscode.l10n.t('Click into the file, then use Undo.'),
      });
    }
    return shown;
  }

  #changed(isNew: boolean): void {
    this.#looking.abort();
    this.#looking = new AbortController();
    this.#draw();
    const shown = this.#shown;
    if (shown && !shown.result) {
      void this.#look(shown, isNew, this.#looking.signal).catch((error: unknown) => {
        if (!isCanceled(error)) {
          this.#deps.log.error(error instanceof Error ? error : messageOf(error));
        }
      });
    }
  }

  /** With other collections, the same edit changes other decisions. */
  #outdated(uri: vscode.Uri): void {
    const shown = this.#shown;
    if (shown?.result && shown.last.document.uri.toString() === uri.toString()) {
      this.#result = undefined;
      this.#changed(false);
    }
  }

  /** Finds the changed decisions of the current text. A change of the text aborts the search. */
  async #look(group: EditGroup, isNew: boolean, signal: AbortSignal): Promise<void> {
    const { last, order } = group;
    const { document, array, was, hasPreview } = last;
    const decisionChanges = await this.#deps.models.orders.decisionChangesOfEdit(
      document,
      { array, order, was },
      signal,
    );
    throwIfCanceled(signal);
    const result = { of: last, decisionChanges };
    this.#result = result;
    this.#draw();
    // The status bar shows every edit. Only a weaker decision is worth a message.
    if (isNew && !hasPreview && isWeaker(decisionChanges)) {
      const shown = { ...group, result };
      showMessage('warning', this.#named(shown, headline(shown)), {
        label: vscode.l10n.t('Undo'),
        run: () => this.#deps.ruleEditor.undo(shown.edits),
      });
    }
  }

  /** After a push of their policy, earlier edits are no longer shown. */
  #pushed(): void {
    const { consoles, lastPush, ruleEditor } = this.#deps;
    const document = ruleEditor.edits.at(-1)?.document;
    const at = document && consoles.policyAt(document.uri);
    if (at && at.console.id === lastPush.record?.consoleId && at.kind.name === lastPush.record.policy) {
      ruleEditor.forgetEdits();
    }
  }

  #draw(): void {
    const shown = this.#shown;
    this.#deps.contextKeys.set('ordinance.hasMoved', shown !== undefined);
    if (!shown) {
      this.#item.hide();
      return;
    }
    const { decisionChanges } = shown.result ?? {};
    const message = this.#named(shown, headline(shown));
    this.#item.show({
      icon: !shown.result ? 'loading~spin' : isWeaker(decisionChanges) ? 'warning' : 'arrow-swap',
      text: this.#named(shown, shortHeadline(shown)),
      tooltip: [
        message,
        ...(decisionChanges?.decisions ?? []).slice(0, MAX_IN_TOOLTIP).map((decision) => {
          const { label, description, detail } = changedDecisionWords(decision);
          return `${label} (${description}): ${detail}`;
        }),
        vscode.l10n.t('Click to see the changed decisions, or to undo the edit.'),
      ].join('\n'),
      accessibilityLabel: message,
      command: 'ordinance.rule.showMove',
      arguments: [],
      isWarning: isWeaker(decisionChanges),
    });
  }

  /** Adds the name of the policy, unless the active editor shows its file. */
  #named({ last: { document } }: EditGroup, message: string): string {
    const { consoles } = this.#deps;
    const at = consoles.policyAt(document.uri);
    if (!at || vscode.window.activeTextEditor?.document === document) {
      return message;
    }
    const { console, kind } = at;
    const name = consoles.consoles.length > 1 ? `${console.entry.name}/${kind.name}` : kind.name;
    return vscode.l10n.t('{0}: {1}', name, message);
  }
}

const MAX_IN_TOOLTIP = 8;

/** The edit and its changed decisions. */
function headline(shown: Shown): string {
  const done = editWords(shown.last, placesOf(shown));
  return vscode.l10n.t('{0}: {1}', done, changedBy(shown));
}

/** A short headline for the status line, whose end the editor cuts off. The tooltip and screen readers get all of it. */
function shortHeadline(shown: Shown): string {
  const { act, to } = shown.last;
  const isOneMove = act === 'move' && to.length === 1;
  const done = isOneMove ? placesOf(shown).join(' → ') : editWords(shown.last, placesOf(shown));
  return `${done}: ${changedBy(shown, moveCounts)}`;
}

/** The places of the first edited rule before and after the edit; the first place is 1. */
function placesOf({ last, order }: Shown): readonly [from: number, to: number] {
  const place = last.to[0] ?? 0;
  return [(order[place] ?? place) + 1, place + 1];
}

/** The current place of the rule that was at `old`. */
function placeNow({ order }: Shown, old: number | undefined): number | undefined {
  const place = old === undefined ? -1 : order.indexOf(old);
  return place < 0 ? undefined : place;
}

function changedBy({ result }: Shown, words: typeof moveWords = moveWords): string {
  return result ? words(result.decisionChanges) : vscode.l10n.t('finding changed decisions');
}
