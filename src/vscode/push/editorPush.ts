import * as vscode from 'vscode';
import type { PolicyKind, PolicyName } from '../../core/policy/families.ts';
import type { PushPlan, PushStep } from '../../core/sync/outcomes.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import type { PlanWithNeeds, Pushed, PushedOne, PushPort } from '../../core/sync/pushFlow.ts';
import type { PushConfirmation, PushNeed } from '../../core/sync/pushNeeds.ts';
import { messageOf } from '../../core/util/errors.ts';
import { withProgress, type Report } from '../platform/progress.ts';
import type { Settings } from '../platform/settings.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import { askAbout, askForConsole } from './confirmPush.ts';
import type { Explaining } from './explainOutcome.ts';
import type { LastPush } from './lastPush.ts';
import { watchText } from './makePlan.ts';
import type { PlanDocuments } from './planDocuments.ts';
import { ownEdits, type PushPurpose } from './pushPurpose.ts';

/** What a push acts through. */
export interface Pushing extends Explaining {
  readonly consoles: ConsoleRegistry;
  readonly syncs: ConsoleSyncs;
  readonly settings: Settings;
  readonly planDocuments: PlanDocuments;
  readonly lastPush: LastPush;
}

/** A push of the editor: a person sees how far it is, and answers; the documents of its plans become receipts. */
export abstract class EditorPush<Tools extends Pushing = Pushing> implements PushPort {
  readonly removedShare: number;
  protected readonly tools: Tools;
  protected readonly console: ConsoleHandle;
  protected readonly purpose: PushPurpose;
  readonly #kinds: readonly PolicyKind[];
  /** What the files say that are planned; what is sent is brought back by no file when it is a snapshot. */
  readonly #texts = new Map<PolicyName, { seal(): Promise<void> }>();
  #report: Report = () => undefined;
  #place = '';
  #count = 0;
  #typedConsole: Promise<string> | undefined;

  constructor(tools: Tools, console: ConsoleHandle, kinds: readonly PolicyKind[], purpose = ownEdits) {
    this.tools = tools;
    this.console = console;
    this.purpose = purpose;
    this.removedShare = tools.settings.removedShare;
    this.#kinds = kinds;
  }

  abstract agree(several: SeveralPlans, plans: readonly PlanWithNeeds[]): Promise<boolean>;
  abstract leavesOut(error: unknown): boolean;
  protected abstract readonly isCancellable: boolean;
  protected abstract titleOf(plans: readonly PushPlan[]): string;

  whilePlanning(work: (signal: AbortSignal) => Promise<SeveralPlans>): PromiseLike<SeveralPlans> {
    const [first, ...more] = this.#kinds;
    const title =
      more.length === 0
        ? vscode.l10n.t('Comparing {0} with live', first?.name ?? '')
        : vscode.l10n.t('Comparing {0} policies with live', this.#kinds.length);
    return withProgress({ title, location: 'notification', cancellable: true }, (signal, report) => {
      this.#report = report;
      return work(signal);
    });
  }

  async planning(kind: PolicyKind, at: number): Promise<void> {
    if (this.#kinds.length > 1) {
      this.#report(kind.name, at / this.#kinds.length);
    }
    if (this.purpose.kind === 'push') {
      this.#texts.set(kind.name, await watchText(this.tools, { console: this.console, kind }));
    }
  }

  async confirm(plan: PushPlan, need: PushNeed): Promise<PushConfirmation> {
    if (need.kind === 'protected') {
      this.#typedConsole ??= askForConsole(need.name);
      return { console: await this.#typedConsole };
    }
    return askAbout(this.console.entry.name, plan, need, this.purpose);
  }

  whilePushing(
    plans: readonly PushPlan[],
    work: (signal: AbortSignal) => Promise<Pushed>,
  ): PromiseLike<Pushed> {
    this.#count = plans.length;
    return withProgress(
      { title: this.titleOf(plans), location: 'notification', cancellable: this.isCancellable },
      (signal, report) => {
        this.#report = report;
        return work(signal);
      },
    );
  }

  /** The file is saved before anything is sent. */
  async sending(plan: PushPlan, at: number): Promise<void> {
    const { policy } = plan.ref;
    this.tools.planDocuments.begun(plan);
    if (this.#count > 1) {
      this.#place = vscode.l10n.t('{0} of {1}: {2}', at + 1, this.#count, policy);
      this.#report(this.#place, at / this.#count);
    }
    await this.#texts.get(policy)?.seal();
    if (at === 0) {
      this.tools.lastPush.remember(undefined);
    }
  }

  step(_plan: PushPlan, step: PushStep): void {
    const words = stepWords(step);
    this.#report(this.#place === '' ? words : `${this.#place} (${words})`);
  }

  async ended({ plan, outcome, error, wasSent }: PushedOne): Promise<void> {
    const { planDocuments, lastPush, log } = this.tools;
    const { console, policy } = plan.ref;
    const why = outcome ? outcome.reason : messageOf(error);
    log.info(`push of ${console}/${policy}: ${outcome?.verdict ?? 'failed'}${why ? `: ${why}` : ''}`);
    planDocuments.ended(
      plan,
      outcome
        ? { kind: 'verdict', outcome }
        : { kind: wasSent ? 'broken' : 'refused', reason: messageOf(error) },
    );
    if (outcome && outcome.verdict !== 'not-applied') {
      const { snapshot, pushId } = outcome;
      const wasUndo = this.purpose.kind === 'undo';
      lastPush.remember({ consoleId: this.console.id, policy, snapshot, pushId, wasUndo });
    }
  }
}

function stepWords(step: PushStep): string {
  const words: Readonly<Record<PushStep, string>> = {
    'reading-live': vscode.l10n.t('reading live'),
    'saving-snapshot': vscode.l10n.t('keeping a snapshot'),
    sending: vscode.l10n.t('sending'),
    'reading-back': vscode.l10n.t('reading back'),
    waiting: vscode.l10n.t('not applied yet: waiting and reading back again'),
    settled: vscode.l10n.t('done'),
  };
  return words[step];
}
