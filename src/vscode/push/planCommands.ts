import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { UndoablePush } from '../targets/lastPush.ts';
import type { ShownPlans } from '../targets/pushes.ts';
import { consoleOf } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import {
  comparedStep,
  entryAt,
  noOffers,
  offersOf,
  planLenses,
  policyOf,
  ruleAt,
  undoables,
} from './planLenses.ts';
import { outOfDate, topOf, type PlanView } from './planText.ts';
import { planScheme } from './planViews.ts';
import { confirmAndSend } from './confirmAndSend.ts';
import { compareWithPlan, planAndShow, type PushTools } from './planAndShow.ts';

/** The buttons and keys of plans. */
export class PlanCommands extends DisposableOwner implements vscode.CodeLensProvider {
  readonly #deps: PushTools;
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(deps: PushTools) {
    super();
    this.#deps = deps;
    const { views } = deps;
    this.onDidChangeCodeLenses = views.onDidChange;
    this.disposables.add(vscode.languages.registerCodeLensProvider({ scheme: planScheme }, this));
    this.disposables.add(views.onDidChange(() => this.#setContextKeys()));
    this.disposables.add(vscode.window.onDidChangeActiveTextEditor(() => this.#setContextKeys()));
    deps.commands.onRow(this, {
      'ordinance.plan.close': (plans, uri) => plans.#close(plans.#found(uri)),
      'ordinance.plan.compare': (plans, uri) => plans.#compare(plans.#found(uri)),
      'ordinance.plan.compareRule': (plans, uri, at) => plans.#compareRule(plans.#found(uri), at),
      'ordinance.plan.goToRule': async (plans, uri) => {
        // A repeated key may arrive after the first one has left the plan.
        if (keyOf(uri) !== undefined || views.inFront) {
          await plans.#goToRule(plans.#found(uri));
        }
      },
      'ordinance.plan.push': (plans, uri) => confirmAndSend(deps, plans.#found(uri)),
      'ordinance.plan.refresh': (plans, uri) => {
        const view = plans.#found(uri);
        return planAndShow(deps, view.subject, view);
      },
    });
  }

  /** The undoable pushes of the plan document that an argument names. */
  undoablesOf(uri: unknown): readonly UndoablePush[] {
    const view = this.#named(uri);
    return view ? undoables(view) : [];
  }

  /** True when the argument names a plan document, or comes from a key binding in one. */
  isNamedBy(uri: unknown): boolean {
    return keyOf(uri) !== undefined || (isEditorKey(uri) && this.#deps.views.inFront !== undefined);
  }

  /** The plans of the named document or of the active editor. Throws unless all are current. */
  async shownPlans(uri: unknown): Promise<ShownPlans> {
    const view = this.#found(uri);
    if (!(await this.#deps.views.isCurrent(view))) {
      throw outOfDate();
    }
    return { console: this.#consoleOf(view), plans: view.parts.map(({ plan }) => plan) };
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const view = this.#deps.views.get(document.uri);
    const left = this.#deps.unfinishedPush.left;
    return view ? planLenses(view, topOf(view, document), left?.consoleId === view.subject.consoleId) : [];
  }

  /** When no editor remains behind a closed plan, the row of its policy gets the focus. */
  async #close(view: PlanView): Promise<void> {
    const { views, targets } = this.#deps;
    const policy = policyOf(view);
    await views.close(view);
    if (policy && targets.rows.isVisible && !vscode.window.activeTextEditor) {
      await targets.rows.revealRow(policy, 'select');
    }
  }

  async #compare(view: PlanView): Promise<void> {
    const [part] = view.parts;
    if (!part) {
      throw gone();
    }
    await compareWithPlan(this.#deps, this.#consoleOf(view), part.plan);
  }

  async #compareRule(view: PlanView, at: unknown): Promise<void> {
    const entry = typeof at === 'number' ? view.body.entries[at] : entryAt(view.body, this.#lineOf(view));
    if (!entry) {
      throw noRule();
    }
    const step = comparedStep(entry);
    if (!step) {
      throw new ExpectedError('only-moved', vscode.l10n.t('The rule moves and stays unchanged.'));
    }
    await this.#deps.liveDocuments.compareRule(this.#consoleOf(view), entry.plan, step);
  }

  async #goToRule(view: PlanView): Promise<void> {
    const { body, parts, subject } = view;
    const rule =
      subject.purpose.kind === 'push' ? ruleAt(body, subject.consoleId, this.#lineOf(view)) : undefined;
    if (!rule) {
      throw noRule(
        vscode.l10n.t(
          'Put the cursor into a rule that is added, changed or moved, or into one that applies after the push.',
        ),
      );
    }
    if (parts.some(({ state }) => state.kind === 'old')) {
      throw outOfDate();
    }
    await vscode.commands.executeCommand('ordinance.rule.reveal', rule);
  }

  /** The line of the cursor, counted from the first line of the plans. */
  #lineOf(view: PlanView): number {
    const { activeTextEditor: active, visibleTextEditors } = vscode.window;
    const editor = [...(active ? [active] : []), ...visibleTextEditors].find(
      ({ document }) => document.uri.toString() === view.uri.toString(),
    );
    return editor ? editor.selection.active.line - topOf(view, editor.document) : 0;
  }

  #consoleOf({ subject }: PlanView): ConsoleHandle {
    return consoleOf(this.#deps, subject);
  }

  #found(argument: unknown): PlanView {
    const view = this.#named(argument);
    // Closing a plan cancels it, though the editor keeps its document for a while.
    if (!view || !this.#deps.views.isOpen(view)) {
      throw gone();
    }
    return view;
  }

  /** The view that an argument names. A key in an editor and the palette name the view of the active editor. */
  #named(argument: unknown): PlanView | undefined {
    const { views } = this.#deps;
    const key = keyOf(argument);
    if (key !== undefined) {
      return views.get(key);
    }
    // A key without arguments passes null.
    return !argument || isEditorKey(argument) ? views.inFront : undefined;
  }

  #setContextKeys(): void {
    const { views, contextKeys } = this.#deps;
    const view = views.inFront;
    const offers = view ? offersOf(view) : noOffers;
    contextKeys.set('ordinance.canPushPlan', offers.canPush);
    contextKeys.set('ordinance.canRefreshPlan', offers.canRefresh);
    contextKeys.set('ordinance.canUndoPlan', offers.canUndo);
  }
}

function noRule(
  advice = vscode.l10n.t('Put the cursor into a rule that is added, changed or moved.'),
): ExpectedError {
  return new ExpectedError('no-rule', vscode.l10n.t('There is no rule of the file at the cursor.'), {
    advice,
  });
}

function gone(): ExpectedError {
  return new ExpectedError('old-plan', vscode.l10n.t('This plan is no longer available.'), {
    advice: vscode.l10n.t('Push the policy again to see a new plan.'),
  });
}

function keyOf(uri: unknown): string | undefined {
  return uri instanceof vscode.Uri ? uri.toString() : typeof uri === 'string' ? uri : undefined;
}

/** A key binding passes only the fact that the editor had the focus. */
function isEditorKey(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'in' in argument;
}
