import * as vscode from 'vscode';
import type { SyncContext } from '../../core/sync/syncContext.ts';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PushPlan, RecoveredPush } from '../../core/sync/outcomes.ts';
import { staleReason, type StaleReason } from '../../core/sync/plan.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import { policyTabName } from '../workspace/target.ts';
import { closeTabs, isInTab, tabsOf, VirtualTexts } from '../workspace/virtualTexts.ts';
import {
  planBody,
  planText,
  topOf,
  type PlanPart,
  type PlanState,
  type PlanView,
  type PushPurpose,
  type PushSubject,
  type Refusal,
} from './planText.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { UndoablePush } from '../targets/pushes.ts';

export const planScheme = 'ordinance-plan';

export type PlanViewsDeps = Pick<FeatureServices, 'consoles' | 'models' | 'report' | 'syncs'>;

/** The open plan documents with the states of their plans. */
export class PlanViews extends DisposableOwner {
  readonly #deps: PlanViewsDeps;
  readonly #texts = this.disposables.add(new VirtualTexts(planScheme));
  readonly #changed = this.disposables.add(new vscode.EventEmitter<void>());
  /** Fires when a view comes, goes or gets another state. */
  readonly onDidChange = this.#changed.event;
  readonly #views = new Map<string, PlanView>();
  #looking: Promise<void> = Promise.resolve();
  #count = 0;

  constructor(deps: PlanViewsDeps) {
    super();
    this.#deps = deps;
    this.disposables.add(
      deps.models.onDidChange(({ consoleId, what }) => {
        if (what.has('text') || what.has('sync') || what.has('state')) {
          void this.#queueLook(consoleId);
        }
      }),
    );
    this.disposables.add(
      deps.syncs.onDidSettle((pushes) => pushes.forEach((push) => this.#showSettled(push))),
    );
    this.disposables.add(
      this.#texts.onDidFree((key) => {
        this.#views.delete(key);
        this.#changed.fire();
      }),
    );
  }

  get(uri: vscode.Uri | string): PlanView | undefined {
    return this.#views.get(uri.toString());
  }

  /** The plan that the active editor shows. */
  get inFront(): PlanView | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri && this.get(uri);
  }

  /** The open view that an argument names. Closing a plan cancels it, though the editor keeps its document for a while. */
  found(argument: unknown): PlanView {
    const view = this.#named(argument);
    if (!view || !this.isOpen(view)) {
      throw new ExpectedError('old-plan', vscode.l10n.t('This plan is no longer available.'), {
        advice: vscode.l10n.t('Push the policy again to see a new plan.'),
      });
    }
    return view;
  }

  /** The undoable pushes of the plan document that an argument names. */
  undoablesOf(uri: unknown): readonly UndoablePush[] {
    const view = this.#named(uri);
    return view ? undoables(view) : [];
  }

  /** True when the argument names a plan document, or comes from a key binding in one. */
  isNamedBy(uri: unknown): boolean {
    return keyOf(uri) !== undefined || (isEditorKey(uri) && this.inFront !== undefined);
  }

  /** The view that an argument names. A key in an editor and the palette name the view of the active editor. */
  #named(argument: unknown): PlanView | undefined {
    const key = keyOf(argument);
    if (key !== undefined) {
      return this.get(key);
    }
    // A key without arguments passes null.
    return !argument || isEditorKey(argument) ? this.inFront : undefined;
  }

  /** Shows new plans in the place of older views of the same policies, and closes these views unless they are pushing. */
  async open(
    console: string,
    subject: PushSubject,
    plans: readonly PushPlan[],
    refused: readonly Refusal[],
  ): Promise<void> {
    const view: PlanView = {
      uri: this.#newUri(console, subject, plans),
      subject,
      body: planBody(plans, subject.purpose),
      refused,
      parts: plans.map((plan) => ({ plan, state: { kind: 'current' } })),
    };
    const followed = [...this.#views.values()].filter((other) => follows(view, other));
    const [viewColumn] = tabsOf(followed.map(({ uri }) => uri)).map(({ group }) => group.viewColumn);
    this.#views.set(view.uri.toString(), view);
    const editor = await this.#texts.show(view.uri, planText(view), {
      preview: false,
      ...(viewColumn === undefined ? {} : { viewColumn }),
    });
    this.#changed.fire();
    // A view that is being pushed stays open.
    await this.close(...followed.filter((other) => follows(view, other)));
    if (vscode.window.activeTextEditor === editor) {
      const top = topOf(view, editor.document);
      await vscode.commands.executeCommand('editor.fold', {
        selectionLines: view.body.details.map((line) => line + top),
        levels: 1,
      });
    }
    void this.#queueLook(subject.consoleId);
  }

  /** A closed tab cancels everything that was not sent yet. */
  isOpen({ uri }: PlanView): boolean {
    return this.#views.has(uri.toString()) && isInTab(uri);
  }

  /** Checks the plans again, because the mark at the top of a plan comes a moment after its cause. */
  async isCurrent(view: PlanView): Promise<boolean> {
    const stale = await Promise.all(
      view.parts.map(
        async ({ plan, state }) =>
          state.kind !== 'current' || (await this.#staleReason(view, plan)) !== undefined,
      ),
    );
    return !stale.includes(true);
  }

  async close(...views: readonly PlanView[]): Promise<void> {
    await closeTabs(views.map(({ uri }) => uri));
  }

  /** Sets the states of the parts that `stateOf` answers for. */
  set(view: PlanView, stateOf: (part: PlanPart) => PlanState | undefined): void {
    const parts = view.parts.map((part) => {
      const state = stateOf(part);
      return state ? { ...part, state } : part;
    });
    if (parts.every(({ state }, at) => state === view.parts[at]?.state)) {
      return;
    }
    const wasPushing = isPushing(view);
    view.parts = parts;
    if (!this.#views.has(view.uri.toString())) {
      return;
    }
    this.#changed.fire();
    void this.#texts
      .set(view.uri, planText(view))
      .then(() => {
        if (wasPushing && view.parts.every(({ state }) => state.kind === 'result' || state.kind === 'old')) {
          this.#toTop(view);
        }
        // The state of a plan stays unchanged during its push.
        void this.#queueLook(view.subject.consoleId);
      })
      .catch((error: unknown) => this.#deps.report('plan', error));
  }

  /** A later read settles a push, or corrects its result. The result `applied` is final. */
  #showSettled(settled: RecoveredPush): void {
    for (const view of this.#views.values()) {
      this.set(view, ({ state }) => {
        const outcome = state.kind === 'result' ? state.outcome : undefined;
        return state.kind === 'result' && outcome?.pushId === settled.pushId && outcome.verdict !== 'applied'
          ? {
              ...state,
              outcome: {
                ...settled,
                ...(outcome.snapshot !== undefined && { snapshot: outcome.snapshot }),
              },
            }
          : undefined;
      });
    }
  }

  #newUri(
    console: string,
    { consoleId, isSeveral, purpose }: PushSubject,
    [plan]: readonly PushPlan[],
  ): vscode.Uri {
    const policy = isSeveral ? undefined : plan?.ref.policy;
    const name = policy === undefined ? vscode.l10n.t('push of several policies') : tabName(purpose, policy);
    return vscode.Uri.from({
      scheme: planScheme,
      path: `/${console}/${name}.ordinance-plan`,
      query: new URLSearchParams({
        console: consoleId,
        ...(policy !== undefined && { policy }),
        view: String(++this.#count),
      }).toString(),
    });
  }

  /** The result is at the top, but the person may have pressed the button at the end of the plan. */
  #toTop({ uri }: PlanView): void {
    const top = new vscode.Range(0, 0, 0, 0);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === uri.toString()) {
        editor.selection = new vscode.Selection(top.start, top.start);
        // The first line must not be at the top edge, because the lenses are above it.
        editor.revealRange(top, vscode.TextEditorRevealType.InCenter);
      }
    }
  }

  #queueLook(changedConsole: string | undefined): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look(changedConsole));
    return this.#looking;
  }

  #syncOf({ subject }: PlanView): SyncContext | undefined {
    const console = this.#deps.consoles.get(subject.consoleId);
    return console && this.#deps.syncs.of(console);
  }

  async #staleReason(view: PlanView, plan: PushPlan): Promise<StaleReason | undefined> {
    const sync = this.#syncOf(view);
    return sync ? staleReason(sync, plan) : 'destination';
  }

  /** Marks plans of a console, or of all, that are out of date. Never rejects. */
  async #look(changedConsole: string | undefined): Promise<void> {
    for (const view of this.#views.values()) {
      const { consoleId } = view.subject;
      const parts = changedConsole === undefined || changedConsole === consoleId ? view.parts : [];
      for (const { plan, state } of parts) {
        if (state.kind !== 'current' || this.#syncOf(view)?.busy.has(plan.ref.policy)) {
          continue;
        }
        try {
          const why = await this.#staleReason(view, plan);
          if (why !== undefined) {
            this.set(view, (part) =>
              part.plan === plan && part.state === state ? { kind: 'old', why } : undefined,
            );
          }
        } catch (error) {
          if (!isExpected(error)) {
            this.#deps.report('plan', error);
          }
        }
      }
    }
  }
}

function keyOf(uri: unknown): string | undefined {
  return uri instanceof vscode.Uri ? uri.toString() : typeof uri === 'string' ? uri : undefined;
}

/** A key binding passes only the fact that the editor had the focus. */
function isEditorKey(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'in' in argument;
}

export function isPushing({ parts }: PlanView): boolean {
  return parts.some(({ state }) => state.kind === 'pushing');
}

/** A view replaces an older one of the same policies, or of several policies when both have several. */
function follows(view: PlanView, other: PlanView): boolean {
  const policies = new Set(view.parts.map(({ plan }) => plan.ref.policy));
  return (
    other !== view &&
    other.subject.consoleId === view.subject.consoleId &&
    !isPushing(other) &&
    (other.parts.every(({ plan }) => policies.has(plan.ref.policy)) ||
      (view.subject.isSeveral && other.subject.isSeveral))
  );
}

/** The name of the tab of a plan. */
export function tabName({ kind }: PushPurpose, policy: PolicyName): string {
  const { l10n } = vscode;
  const name = policyTabName(policy);
  switch (kind) {
    case 'push':
      return name;
    case 'undo':
      return l10n.t('undo of {0}', name);
    case 'redo':
      return l10n.t('redo of {0}', name);
    case 'restore':
      return l10n.t('restore of {0}', name);
  }
}

/** The pushes of a view that a person can undo. */
export function undoables({
  parts,
  subject: { consoleId, purpose },
}: Pick<PlanView, 'parts' | 'subject'>): readonly UndoablePush[] {
  return parts.flatMap(({ plan: { ref }, state }) => {
    if (state.kind !== 'result' || !state.outcome) {
      return [];
    }
    const { verdict, pushId, snapshot } = state.outcome;
    return snapshot === undefined || verdict === 'not-applied'
      ? []
      : [
          {
            consoleId,
            policy: ref.policy,
            pushId,
            snapshot,
            at: state.at,
            wasUndo: purpose.kind === 'undo',
          },
        ];
  });
}
