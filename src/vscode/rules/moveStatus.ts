import * as vscode from 'vscode';
import type { PolicyConsequences } from '../../core/order/policyConsequences.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { ExpectedError, isCancelled, messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { pick, tell } from '../platform/dialogs.ts';
import { StatusBarEntry } from '../platform/statusBarEntry.ts';
import { showRule } from '../targets/showRule.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { MoveForesight } from '../workspace/moveForesight.ts';
import { handOverWords, isMilder, moveWords } from '../workspace/moveWords.ts';
import type { RuleEditor, RuleMove } from '../workspace/ruleEditor.ts';
import { movedFurther } from './movedFurther.ts';

export interface MoveStatusDeps {
  readonly consoles: Pick<ConsoleRegistry, 'policyAt'>;
  readonly ruleEditor: RuleEditor;
  readonly foresight: Pick<MoveForesight, 'since'>;
  readonly log: Logger;
  readonly report: (what: string, error: unknown) => void;
}

/** Moves of the same rules, one after another, with no other edit between them. */
interface Shown {
  readonly moves: readonly RuleMove[];
  readonly order: readonly number[];
  readonly last: RuleMove;
  /** `known` is false while it is looked at. */
  told: { readonly known: boolean; readonly consequences: PolicyConsequences | undefined };
}

/** Says in the status line what moving rules has changed since the move began, until the file is edited otherwise. */
export class MoveStatus implements Disposable {
  readonly #deps: MoveStatusDeps;
  readonly #disposables = new DisposableStore();
  readonly #item: StatusBarEntry;
  #shown: Shown | undefined;
  #looking = new AbortController();

  constructor(deps: MoveStatusDeps) {
    this.#deps = deps;
    this.#item = this.#disposables.add(
      new StatusBarEntry('ordinance.move', vscode.l10n.t('Ordinance: Move'), 9),
    );
    this.#disposables.add(deps.ruleEditor.onDidMove((move) => this.#moved(move)));
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && !deps.ruleEditor.isMoving(document)) {
          this.#end(document);
        }
      }),
    );
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument((document) => this.#end(document)));
    this.#disposables.add(vscode.window.onDidChangeActiveTextEditor(() => this.#draw()));
  }

  /** What the last move changed, one row for each change, and the way to take it back. */
  async show(): Promise<void> {
    const shown = this.#shown;
    if (!shown) {
      throw new ExpectedError('no-move', vscode.l10n.t('No rule was moved since the last other edit.'));
    }
    const { consequences } = shown.told;
    const changes = (consequences?.consequences ?? []).map((each) => ({
      ...handOverWords(each, vscode.l10n),
      iconPath: new vscode.ThemeIcon(each.change === 'milder' ? 'warning' : 'arrow-swap'),
      place: each.to?.index ?? (each.from && shown.order.indexOf(each.from.index)),
    }));
    const undo = {
      label: vscode.l10n.t('Undo the Move'),
      iconPath: new vscode.ThemeIcon('discard'),
      place: undefined,
    };
    const chosen = await pick([...changes, undo], {
      title: headline(shown),
      placeHolder: vscode.l10n.t('Pick a row to go to the rule that decides now.'),
      matchOnDetail: true,
    });
    const { document, array } = shown.last;
    if (chosen === undo) {
      await this.#deps.ruleEditor.takeBack(shown.moves);
    } else if (chosen.place !== undefined) {
      const editor = await vscode.window.showTextDocument(document);
      await showRule(this.#deps.ruleEditor, editor, { array, index: chosen.place });
    }
  }

  dispose(): void {
    this.#looking.abort();
    this.#disposables.dispose();
  }

  #moved(move: RuleMove): void {
    const before = this.#shown;
    const further = before && movedFurther(before.last, before.order, move);
    const shown: Shown = {
      moves: further ? [...before.moves, move] : [move],
      order: further ?? move.order,
      last: move,
      told: { known: false, consequences: undefined },
    };
    this.#looking.abort();
    this.#looking = new AbortController();
    this.#shown = shown;
    this.#draw();
    void this.#look(shown, this.#looking.signal).catch((error: unknown) => {
      if (!isCancelled(error)) {
        this.#deps.log.error(error instanceof Error ? error : messageOf(error));
      }
    });
  }

  async #look(shown: Shown, signal: AbortSignal): Promise<void> {
    const { document, array, isDrop } = shown.last;
    const consequences = await this.#deps.foresight.since(document, array, shown.order, signal);
    // An edit aborts, and so does the next move: what comes here is about the text as it is.
    if (this.#shown === shown && document.version === shown.last.versions[1]) {
      shown.told = { known: true, consequences };
      this.#draw();
      if (isDrop && consequences && consequences.consequences.length > 0) {
        tell(isMilder(consequences) ? 'warning' : 'info', headline(shown), {
          label: vscode.l10n.t('Undo'),
          run: async () => this.#takeBack(shown),
        });
      }
    }
  }

  async #takeBack({ moves }: Shown): Promise<void> {
    try {
      await this.#deps.ruleEditor.takeBack(moves);
    } catch (error) {
      this.#deps.report('take back a move', error);
    }
  }

  #end(document: vscode.TextDocument): void {
    if (this.#shown?.last.document === document) {
      this.#looking.abort();
      this.#shown = undefined;
      this.#draw();
    }
  }

  #draw(): void {
    const shown = this.#shown;
    const active = vscode.window.activeTextEditor?.document;
    const isOther =
      shown && active && active !== shown.last.document && this.#deps.consoles.policyAt(active.uri);
    if (!shown || isOther) {
      this.#item.hide();
      return;
    }
    const { known, consequences } = shown.told;
    const said = headline(shown);
    const short = shortly(shown);
    this.#item.show({
      icon: !known ? 'loading~spin' : isMilder(consequences) ? 'warning' : 'arrow-swap',
      text: short.length > longest ? `${short.slice(0, longest)}…` : short,
      tooltip: [
        said,
        ...(consequences?.consequences ?? []).slice(0, mostInTooltip).map((each) => {
          const { label, description, detail } = handOverWords(each, vscode.l10n);
          return `${label} (${description}): ${detail}`;
        }),
        vscode.l10n.t('Click to see what changes hands, or to undo the move.'),
      ].join('\n'),
      accessibilityLabel: said,
      command: 'ordinance.rule.showMove',
      arguments: [],
      isWarning: isMilder(consequences),
    });
  }
}

/** Characters in the status line; the tooltip and a screen reader get all of them. */
const longest = 110;
const mostInTooltip = 8;

/** Where the rules went, and what that changed. */
function headline(shown: Shown): string {
  const { last } = shown;
  const [from, to] = wayOf(shown);
  const moved =
    last.to.length === 1
      ? vscode.l10n.t('"{0}" moved from {1} to {2}', last.name, from, to)
      : vscode.l10n.t('{0} rules moved to {1}', last.to.length, to);
  return vscode.l10n.t('{0}: {1}', moved, changedBy(shown));
}

/** The same where there is little space. */
function shortly(shown: Shown): string {
  return `${wayOf(shown).join(' → ')}: ${changedBy(shown)}`;
}

/** From where the first of the rules stood when the move began to where it stands now; the first rule is 1. */
function wayOf({ last, order }: Shown): readonly [from: number, to: number] {
  const place = last.to[0] ?? 0;
  return [(order[place] ?? place) + 1, place + 1];
}

function changedBy({ told }: Shown): string {
  return told.known ? moveWords(told.consequences, vscode.l10n) : vscode.l10n.t('looking what changes hands');
}
