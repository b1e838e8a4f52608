import * as vscode from 'vscode';
import type { PolicyKind, PolicyName } from '../../core/policy/families.ts';
import type { PlanOutcome, PushPlan, PushStep } from '../../core/sync/outcomes.ts';
import type { ConsoleSync } from '../../core/sync/consoleSync.ts';
import { driftOf, DriftError } from '../../core/sync/push.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import type {
  Confirmations,
  PlanWithNeeds,
  Pushed,
  PushedOne,
  PushFlowEnd,
  PushPort,
} from '../../core/sync/pushFlow.ts';
import { messageOf } from '../../core/util/errors.ts';
import { tell } from '../platform/dialogs.ts';
import { withProgress, type Report } from '../platform/progress.ts';
import type { Settings } from '../platform/settings.ts';
import type { ConsoleHandle, ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import { readCollections, type ReadingServices } from '../targets/readCollections.ts';
import { fileOf } from '../targets/showPolicy.ts';
import type { NoPlan } from '../targets/pushes.ts';
import { consoleOf, kindNamed } from '../targets/targets.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { SavedTexts } from '../workspace/writeTextFile.ts';
import { confirmPlans } from './confirmPush.ts';
import { refusedFor, type Explaining, type Refused } from './explainOutcome.ts';
import type { LastPush } from '../targets/lastPush.ts';
import { watchText } from './makePlan.ts';
import type { PlanDocuments } from './planDocuments.ts';
import { samePlans } from './planSheet.ts';
import type { NewSheet } from './shownSheet.ts';
import type { PushPurpose } from './pushPurpose.ts';

/** What a push acts through. */
export interface Pushing extends Explaining, Omit<ReadingServices, 'log'> {
  readonly consoles: ConsoleRegistry;
  readonly syncs: ConsoleSyncs;
  readonly settings: Settings;
  readonly documents: SavedTexts;
  readonly planDocuments: PlanDocuments;
  readonly lastPush: LastPush;
}

type Planning = (sync: ConsoleSync, kind: PolicyKind, signal?: AbortSignal) => Promise<PlanOutcome>;

/** What is pushed, and what for: enough to make its plans again. */
export interface PushSubject {
  readonly consoleId: string;
  readonly kinds: readonly PolicyKind[];
  readonly purpose: PushPurpose;
  /** In place of a plan of the working copy. */
  readonly planning?: Planning;
}

/**
 * What is done with the plans: they are shown, or put in place of those that are shown, or pushed, when they are the ones
 * that were shown. `from` is the token of the sheet this came of.
 */
export type PushHow =
  | { readonly kind: 'open'; readonly from?: string }
  | { readonly kind: 'follow'; readonly from: string }
  | {
      readonly kind: 'push';
      readonly shown: readonly PushPlan[];
      readonly heading: readonly string[];
      readonly from: string;
    };

/** A push of the editor: a person sees how far it is, and answers; the documents of its plans become receipts. */
export abstract class EditorPush<Tools extends Pushing = Pushing> implements PushPort {
  readonly removedShare: number;
  /** A person saw these plans as they are, and agreed to them. */
  isAgreed = false;
  protected readonly tools: Tools;
  protected readonly console: ConsoleHandle;
  protected readonly subject: PushSubject;
  protected readonly how: PushHow;
  /** What the files say that are planned; what is sent is brought back by no file when it is a snapshot. */
  readonly #texts = new Map<PolicyName, { seal(): Promise<void> }>();
  #report: Report = () => undefined;
  #place = '';
  #count = 0;
  /** Of what is being sent: the pushes before it are the last ones again. */
  #restoreLast: () => void = () => undefined;
  /** Throws when what was pressed is not there any more. */
  #checkThere: () => void = () => undefined;

  constructor(tools: Tools, subject: PushSubject, how: PushHow) {
    this.tools = tools;
    this.console = consoleOf(tools, { kind: 'console', consoleId: subject.consoleId });
    this.subject = subject;
    this.how = how;
    this.removedShare = tools.settings.removedShare;
  }

  abstract leavesOut(error: unknown): boolean;
  /** Says why there is nothing to push. */
  protected abstract nothing(several: SeveralPlans): Promise<void>;
  /** The same for the receipt of a plan that was shown. */
  protected abstract endingOf(several: SeveralPlans, policy: PolicyName): Refused;
  /** Everything is confirmed, and the first is about to be sent. */
  protected abstract begins(plans: readonly PushPlan[]): Promise<void>;
  protected abstract sheetOf(several: SeveralPlans): NewSheet;
  protected abstract readonly isCancellable: boolean;
  protected abstract titleOf(plans: readonly PushPlan[]): string;

  readonly #compare = (plan: PushPlan): Promise<void> => this.tools.planDocuments.compare(this.console, plan);

  /** Plans, and does with the plans what is to be done. */
  run(): Promise<PushFlowEnd> {
    const { kinds, planning } = this.subject;
    const sync = this.tools.syncs.of(this.console);
    return sync.pushAll(kinds, this, planning && ((kind, signal) => planning(sync, kind, signal)));
  }

  /** How a plan that was shown ends when it is refused. */
  protected refusal(policy: PolicyName, outcome: NoPlan): Refused {
    const { tools, console, subject } = this;
    return refusedFor(tools, { console, kind: kindNamed(policy) }, outcome, subject.purpose);
  }

  whilePlanning(work: (signal?: AbortSignal) => Promise<SeveralPlans>): PromiseLike<SeveralPlans> {
    if (this.how.kind === 'follow') {
      return work();
    }
    const [first, ...more] = this.subject.kinds;
    const title =
      more.length === 0
        ? vscode.l10n.t('Comparing {0} with live', first?.name ?? '')
        : vscode.l10n.t('Comparing {0} policies with live', this.subject.kinds.length);
    return withProgress({ title, location: 'notification', cancellable: true }, async (signal, report) => {
      this.#report = report;
      // Else the first plan of a session would know less than the same one a moment later.
      await readCollections(this.tools, this.console);
      return work(signal);
    });
  }

  async planning(kind: PolicyKind, at: number): Promise<void> {
    const { length } = this.subject.kinds;
    if (length > 1) {
      this.#report(kind.name, at / length);
    }
    const policy = { console: this.console, kind };
    if (this.subject.purpose.kind === 'push' && this.how.kind === 'push') {
      this.#texts.set(kind.name, await watchText(this.tools, policy));
    } else if (this.subject.purpose.kind === 'push') {
      await fileOf(this.tools, policy);
    }
  }

  /** Something for plans that a person saw as they are, and pressed the button of. Any others are shown, and that is all. */
  async confirm(several: SeveralPlans, plans: readonly PlanWithNeeds[]): Promise<Confirmations | undefined> {
    const { how, console } = this;
    const { planDocuments } = this.tools;
    if (several.plans.length === 0) {
      const shown = how.kind === 'push' ? how.shown : [];
      for (const plan of shown) {
        planDocuments.ended(plan, this.endingOf(several, plan.ref.policy));
      }
      await this.nothing(several);
      return undefined;
    }
    const sheet = this.sheetOf(several);
    if (how.kind === 'follow') {
      await planDocuments.replace(console, sheet, how.from);
      return undefined;
    }
    const isSeen =
      how.kind === 'push' &&
      samePlans(how.shown, several.plans) &&
      sheet.heading.join('\n') === how.heading.join('\n');
    if (isSeen) {
      this.#checkThere = () => planDocuments.checkThere(console, sheet, how.from);
      this.#checkThere();
      planDocuments.adopt(console, sheet, how.from);
      const confirmations = await confirmPlans(plans, {
        purpose: this.subject.purpose,
        compare: this.#compare,
      });
      this.isAgreed = true;
      return confirmations;
    }
    await planDocuments.show(console, sheet, how.from);
    if (how.kind === 'push') {
      tell(
        'warning',
        vscode.l10n.t('Nothing was sent: the plan was another one by then. Look at the new one, then push.'),
      );
    }
    return undefined;
  }

  async whilePushing(
    plans: readonly PushPlan[],
    work: (signal: AbortSignal) => Promise<Pushed>,
  ): Promise<Pushed> {
    // Questions take their time.
    this.#checkThere();
    await this.begins(plans);
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
  }

  step({ ref }: PushPlan, step: PushStep): void {
    if (step === 'sending') {
      this.#restoreLast = this.tools.lastPush.forget(this.console.id, ref.policy);
    }
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
        : error instanceof DriftError
          ? this.refusal(policy, driftOf(error))
          : { kind: wasSent ? 'broken' : 'refused', reason: messageOf(error) },
    );
    if (outcome?.verdict === 'not-applied') {
      this.#restoreLast();
    } else if (outcome) {
      const { snapshot, pushId } = outcome;
      const wasUndo = this.subject.purpose.kind === 'undo';
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
