import * as vscode from 'vscode';
import { isWeaker as isWeakerChange } from '../../core/order/effect/change.ts';
import type { PolicyDecisionChanges } from '../../core/order/policyDecisionChanges.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
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
import { lastEditGroup, type EditGroup, editWords } from './ruleEditGroup.ts';
import type { FeatureServices } from '../featureServices.ts';

export type RuleEditStatusDeps = Pick<
  FeatureServices,
  'consoles' | 'contextKeys' | 'lastPush' | 'log' | 'models' | 'ruleEditor' | 'ruleHistory' | 'targets'
>;

/** The decisions that the edits up to this one changed. */
interface Result {
  readonly of: RuleEdit;
  readonly decisionChanges: PolicyDecisionChanges | undefined;
}

interface Shown extends EditGroup {
  /** Missing while it is being found. */
  readonly result?: Result;
}

/**
 * Says in the status line what an edit of rules changed, moves of the same ones since they began, until others are edited, or the file
 * is otherwise. It can be taken back until then, whatever is in front.
 */
export class RuleEditStatus implements Disposable {
  readonly #deps: RuleEditStatusDeps;
  readonly #disposables = new DisposableStore();
  readonly #item: StatusBarEntry;
  #result: Result | undefined;
  #looking = new AbortController();

  constructor(deps: RuleEditStatusDeps) {
    this.#deps = deps;
    this.#item = this.#disposables.add(
      new StatusBarEntry('ordinance.move', vscode.l10n.t('Ordinance: Edit of Rules'), 9),
    );
    this.#disposables.add(deps.ruleHistory.onDidChange(({ isNew }) => this.#changed(isNew)));
    this.#disposables.add(deps.models.onDidChange(({ uri }) => uri && this.#outdated(uri)));
    this.#disposables.add(vscode.window.onDidChangeActiveTextEditor(() => this.#draw()));
    this.#disposables.add(deps.lastPush.onDidChange(() => this.#pushed()));
  }

  /**
   * Takes the last edit of rules back; moves of the same ones all together. Then the one before it is the last. Whoever did it
   * from the tree goes on there, at the rules as they stand again.
   */
  async undo(isFromTree = false): Promise<void> {
    const back = isFromTree ? 'ordinance.policies.focus' : undefined;
    try {
      await this.#deps.ruleHistory.undo(this.#last().edits, { back });
    } finally {
      // The editor undoes where the keyboard is. The next key of the tree is none for the text, whatever became of this one.
      if (isFromTree) {
        await this.#deps.targets.rows.focus();
      }
    }
  }

  /** Lists the decisions that the last edit changed, and offers to undo it. */
  async show(): Promise<void> {
    const shown = this.#last();
    const changes = (shown.result?.decisionChanges?.decisions ?? []).map((each) => ({
      ...changedDecisionRow(each),
      iconPath: new vscode.ThemeIcon(isWeakerChange(each) ? 'warning' : 'arrow-swap'),
      place: each.to?.index ?? placeNow(shown, each.from?.index),
      name: (each.to ?? each.from)?.name,
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
      await this.#deps.ruleHistory.undo(shown.edits);
    } else if (chosen.place !== undefined) {
      // Another may stand there by now.
      const name = chosen.name === '' ? undefined : chosen.name;
      await openAtRule(this.#deps.ruleEditor, document, { array, index: chosen.place, name });
    }
  }

  dispose(): void {
    this.#looking.abort();
    this.#disposables.dispose();
  }

  get #shown(): Shown | undefined {
    const group = lastEditGroup(this.#deps.ruleHistory.edits);
    return group && { ...group, ...(this.#result?.of === group.last && { result: this.#result }) };
  }

  #last(): Shown {
    const shown = this.#shown;
    if (!shown) {
      throw new ExpectedError(
        'no-edit',
        vscode.l10n.t('The last edit did not move, rename, copy, add, delete, enable or disable a rule.'),
        { advice: vscode.l10n.t('Click into the file, then use Undo.') },
      );
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

  /** Once the collections are known, or are others, the same edit changes other decisions. */
  #outdated(uri: vscode.Uri): void {
    const shown = this.#shown;
    if (shown?.result && shown.last.document.uri.toString() === uri.toString()) {
      this.#result = undefined;
      this.#changed(false);
    }
  }

  /** Finds the changed decisions for the text as it is: a change of the text aborts the search. */
  async #look(group: EditGroup, isNew: boolean, signal: AbortSignal): Promise<void> {
    const { last, order } = group;
    const { document, array, was, isBlind } = last;
    const decisionChanges = await this.#deps.models.orders.decisionChangesOfEdit(
      document,
      { array, order, was },
      signal,
    );
    throwIfCanceled(signal);
    const result = { of: last, decisionChanges };
    this.#result = result;
    this.#draw();
    if (isNew && isBlind && decisionChanges && decisionChanges.decisions.length > 0) {
      const shown = { ...group, result };
      showMessage(isWeaker(decisionChanges) ? 'warning' : 'info', this.#named(shown, headline(shown)), {
        label: vscode.l10n.t('Undo'),
        run: () => this.#deps.ruleHistory.undoFromMessage(shown.edits),
      });
    }
  }

  /** A push makes the edits of its policy old news. */
  #pushed(): void {
    const { consoles, lastPush, ruleHistory } = this.#deps;
    const document = ruleHistory.edits.at(-1)?.document;
    const at = document && consoles.policyAt(document.uri);
    if (at && at.console.id === lastPush.record?.consoleId && at.ref.policy === lastPush.record.policy) {
      ruleHistory.forget();
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
    const said = this.#named(shown, headline(shown));
    this.#item.show({
      icon: !shown.result ? 'loading~spin' : isWeaker(decisionChanges) ? 'warning' : 'arrow-swap',
      text: this.#named(shown, shortly(shown)),
      tooltip: [
        said,
        ...(decisionChanges?.decisions ?? []).slice(0, mostInTooltip).map((each) => {
          const { label, description, detail } = changedDecisionWords(each);
          return `${label} (${description}): ${detail}`;
        }),
        vscode.l10n.t('Click to see the changed decisions, or to undo the edit.'),
      ].join('\n'),
      accessibilityLabel: said,
      command: 'ordinance.rule.showMove',
      arguments: [],
      isWarning: isWeaker(decisionChanges),
    });
  }

  /** Names the policy, unless its file is in front. */
  #named({ last: { document } }: EditGroup, said: string): string {
    const { consoles } = this.#deps;
    const at = consoles.policyAt(document.uri);
    if (!at || vscode.window.activeTextEditor?.document === document) {
      return said;
    }
    const { policy } = at.ref;
    const name = consoles.consoles.length > 1 ? `${at.console.entry.name}/${policy}` : policy;
    return vscode.l10n.t('{0}: {1}', name, said);
  }
}

const mostInTooltip = 8;

/** The edit, and the decisions that it changed. */
function headline(shown: Shown): string {
  const done = editWords(shown.last, wayOf(shown));
  return vscode.l10n.t('{0}: {1}', done, changedBy(shown));
}

/** A short headline for the status line, whose end the editor cuts off. The tooltip and screen readers get all of it. */
function shortly(shown: Shown): string {
  const { act, to } = shown.last;
  const isOneMove = act === 'move' && to.length === 1;
  const done = isOneMove ? wayOf(shown).join(' → ') : editWords(shown.last, wayOf(shown));
  return `${done}: ${changedBy(shown, moveCounts)}`;
}

/** From where the first of the rules stood when it began to where it stands now; the first rule is 1. */
function wayOf({ last, order }: Shown): readonly [from: number, to: number] {
  const place = last.to[0] ?? 0;
  return [(order[place] ?? place) + 1, place + 1];
}

/** Where a rule stands that stood at `old`. */
function placeNow({ order }: Shown, old: number | undefined): number | undefined {
  const place = old === undefined ? -1 : order.indexOf(old);
  return place < 0 ? undefined : place;
}

function changedBy({ result }: Shown, words: typeof moveWords = moveWords): string {
  return result ? words(result.decisionChanges) : vscode.l10n.t('finding changed decisions');
}
