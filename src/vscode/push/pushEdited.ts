import * as vscode from 'vscode';
import { policyKinds, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import { policyStates } from '../../core/sync/policyState.ts';
import type { PushPlan, Verdict } from '../../core/sync/outcomes.ts';
import type { SeveralPlans } from '../../core/sync/planSeveral.ts';
import type { PushedOne } from '../../core/sync/pushFlow.ts';
import { ExpectedError, isExpected, messageOf } from '../../core/util/errors.ts';
import { choose, tell } from '../platform/dialogs.ts';
import { chooseConsole, consoleOf, kindNamed } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { fileState } from '../workspace/shownState.ts';
import type { PolicyStates } from '../workspace/policyStates.ts';
import { targetOf, targetsOf, type PolicyTarget, type Target } from '../workspace/target.ts';
import { EditorPush, type PushHow, type Pushing, type PushSubject } from './editorPush.ts';
import { reasonWords, type Refused } from './explainOutcome.ts';
import type { NewSheet } from './shownSheet.ts';
import { ownEdits, purposeWords } from './pushPurpose.ts';
import type { UnfinishedPush } from './unfinishedPush.ts';

/** What a push of several policies acts through. */
export interface BatchPushing extends Pushing {
  readonly states: PolicyStates;
  readonly unfinishedPush: UnfinishedPush;
}

/** How each policy ended. What is `left` was not tried, or not applied. */
export interface BatchReport {
  readonly verdicts: readonly { readonly policy: PolicyName; readonly verdict: Verdict | 'failed' }[];
  readonly left: readonly PolicyName[];
  /** What was chosen, and could not be planned. */
  readonly refused: readonly Refusal[];
}

/** The review of several policies is open. */
export interface OpenReview {
  readonly kind: 'plans';
  readonly plans: readonly PushPlan[];
  readonly refused: readonly Refusal[];
}

type BatchResult = BatchReport | OpenReview | undefined;

/** A policy that was chosen and cannot be pushed, with a few words that say why. */
export interface Refusal {
  readonly policy: PolicyName;
  readonly why: string;
}

/** Failures that are of one policy: the others can be pushed all the same. */
const ofOnePolicy: ReadonlySet<string> = new Set([
  'forbidden',
  'not-found',
  'not-json',
  'not-a-policy',
  'wrong-policy',
  'rejected',
  'too-large',
  'not-pulled',
  'not-utf-8',
  'several-files',
  'unreadable-file',
]);

/** Pushes every edited policy of a console, of a family, or the selected ones: one review of all of them. */
export async function pushEdited(tools: BatchPushing, row?: unknown, rows?: unknown): Promise<BatchResult> {
  const console = await chooseConsole(tools, row, ({ access }) => access === 'ready');
  const family = targetOf(row);
  const named = targetsOf(row, rows).flatMap((target) =>
    target.kind === 'policy' && target.consoleId === console.id ? [target.policy] : [],
  );
  await tools.states.whenSettled();
  const kinds = policyKinds.filter(
    (kind) =>
      (family?.kind !== 'family' || family.family === kind.family) &&
      (named.length === 0 || named.includes(kind.name)) &&
      isEdited(tools, console, kind),
  );
  return pushAll(tools, console, kinds);
}

/** Goes on with what an earlier push of several policies left over. */
export async function resumePush(tools: BatchPushing): Promise<BatchResult> {
  const { left } = tools.unfinishedPush;
  if (!left) {
    throw new ExpectedError('nothing-left', vscode.l10n.t('No push of several policies was stopped.'));
  }
  // A console that is missing may come back, and the list is kept for it: `ordinance.yaml` is being edited, say.
  const console = consoleOf(tools, { kind: 'console', consoleId: left.consoleId });
  return pushAll(tools, console, left.policies.map(kindNamed));
}

async function pushAll(
  tools: BatchPushing,
  console: ConsoleHandle,
  kinds: readonly PolicyKind[],
): Promise<BatchResult> {
  if (kinds.length === 0) {
    tell('info', vscode.l10n.t('Nothing to push: no policy of {0} is edited.', console.entry.name));
    return undefined;
  }
  return pushThese(tools, { consoleId: console.id, kinds, purpose: ownEdits }, { kind: 'open' });
}

async function pushThese(tools: BatchPushing, subject: PushSubject, how: PushHow): Promise<BatchResult> {
  const push = new EditedPush(tools, subject, how);
  const { several, results } = await push.run();
  if (push.isAgreed) {
    return summarize(push.handle, several, results);
  }
  return several.plans.length === 0
    ? undefined
    : { kind: 'plans', plans: several.plans, refused: refusalsOf(several) };
}

/** The push of several policies. After one that was not applied a person says whether to go on. */
class EditedPush extends EditorPush<BatchPushing> {
  protected readonly isCancellable = true;
  #left: PolicyName[] = [];

  get handle(): ConsoleHandle {
    return this.console;
  }

  leavesOut(error: unknown): boolean {
    return isExpected(error) && ofOnePolicy.has(error.code);
  }

  endingOf({ refused }: SeveralPlans, policy: PolicyName): Refused {
    const { outcome, error } = refused.find(({ ref }) => ref.policy === policy) ?? {};
    return error && !outcome
      ? { kind: 'refused', reason: messageOf(error) }
      : this.refusal(policy, outcome ?? { kind: 'nothing-to-push' });
  }

  protected async nothing(several: SeveralPlans): Promise<void> {
    const { tools, console } = this;
    const { id, entry } = console;
    const refused = refusalsOf(several);
    const [first] = refused;
    if (this.how.kind === 'follow') {
      return;
    }
    if (first) {
      const target: Target = { kind: 'policy', consoleId: id, policy: first.policy };
      tell('error', vscode.l10n.t('Nothing was pushed to {0}. {1}', entry.name, refusalWords(refused)), {
        label: vscode.l10n.t('Open Policy'),
        run: () => vscode.commands.executeCommand('ordinance.policy.open', target),
      });
      return;
    }
    await tools.unfinishedPush.remember(undefined);
    tell('info', vscode.l10n.t('Nothing to push: {0} already had these rules.', entry.name));
  }

  protected sheetOf(several: SeveralPlans): NewSheet {
    const { tools, console, subject } = this;
    const { name } = console.entry;
    const refused = refusalsOf(several);
    for (const { policy, why } of refused) {
      tools.log.warn(`not pushed: ${name}/${policy}: ${why}`);
    }
    const heading = refused.map(({ policy, why }) => vscode.l10n.t('NOT pushed: {0}: {1}', policy, why));
    return {
      consoleId: console.id,
      isSeveral: true,
      purpose: subject.purpose,
      heading,
      parts: several.plans.map((plan) => ({
        plan,
        words: purposeWords(subject.purpose, plan.ref.policy, name),
      })),
      acts: {
        again: (from) => pushThese(tools, subject, { kind: 'open', from }),
        push: (shown, from) => pushThese(tools, subject, { kind: 'push', shown, heading, from }),
        follow: (from) => follow(tools, subject, from),
      },
    };
  }

  protected async begins(plans: readonly PushPlan[]): Promise<void> {
    this.#left = plans.map(({ ref }) => ref.policy);
    await this.#remember();
  }

  override async ended(result: PushedOne): Promise<void> {
    await super.ended(result);
    if (result.outcome?.verdict === 'applied') {
      this.#left = this.#left.filter((policy) => policy !== result.plan.ref.policy);
    }
    await this.#remember();
  }

  async goesOn({ plan, outcome, error }: PushedOne, { length }: readonly PushPlan[]): Promise<boolean> {
    const { policy } = plan.ref;
    const why = outcome ? outcome.reason : messageOf(error);
    const compare = vscode.l10n.t('Compare with Live');
    const yes = vscode.l10n.t('Continue');
    const answer = await choose(
      outcome?.verdict === 'unknown'
        ? vscode.l10n.t('It is not known whether {0} was pushed.', policy)
        : outcome?.verdict === 'foreign-change'
          ? vscode.l10n.t('{0} does not hold what was pushed.', policy)
          : vscode.l10n.t('{0} was not pushed.', policy),
      [
        ...(why === undefined ? [] : [why]),
        length === 1 ? vscode.l10n.t('1 policy is left.') : vscode.l10n.t('{0} policies are left.', length),
      ],
      // The first has the keyboard: what sends nothing.
      [compare, yes],
      vscode.l10n.t('Stop'),
    );
    if (answer === compare) {
      const target: Target = { kind: 'policy', consoleId: this.console.id, policy };
      void vscode.commands.executeCommand('ordinance.policy.compareLive', target);
    }
    return answer === yes;
  }

  protected titleOf({ length }: readonly PushPlan[]): string {
    const { name } = this.console.entry;
    return length === 1
      ? vscode.l10n.t('Pushing 1 policy to {0}', name)
      : vscode.l10n.t('Pushing {0} policies to {1}', length, name);
  }

  /** What a next session goes on with, whatever ends this one. */
  #remember(): Promise<void> {
    return this.tools.unfinishedPush.remember(
      this.#left.length > 0 ? { consoleId: this.console.id, policies: this.#left } : undefined,
    );
  }
}

/** Puts the plans of the files as they are now in place of those that are shown; or says why there are none. */
async function follow(tools: BatchPushing, subject: PushSubject, from: string): Promise<string | undefined> {
  const push = new EditedPush(tools, subject, { kind: 'follow', from });
  const { several } = await push.run();
  if (several.plans.length > 0) {
    return undefined;
  }
  const refused = refusalsOf(several);
  return refused.length > 0 ? listed(refused) : vscode.l10n.t('Nothing is left to push.');
}

function summarize(
  console: ConsoleHandle,
  several: SeveralPlans,
  results: readonly PushedOne[],
): BatchReport {
  const { name } = console.entry;
  const planned = several.plans.map(({ ref }) => ref.policy);
  const refused = refusalsOf(several);
  const resultOf = (policy: PolicyName): PushedOne | undefined =>
    results.find(({ plan }) => plan.ref.policy === policy);
  const left = planned.filter((policy) => resultOf(policy)?.outcome?.verdict !== 'applied');
  const unknown = left.filter((policy) => resultOf(policy)?.outcome?.verdict === 'unknown');
  const sent = results.findLast(({ outcome, wasSent }) => outcome !== undefined || wasSent);
  // What was refused is not in it.
  const history = sent
    ? [
        {
          label: vscode.l10n.t('Show History'),
          run: () => vscode.commands.executeCommand('_ordinance.history.reveal', entryOf(console.id, sent)),
        },
      ]
    : [];
  if (left.length === 0 && refused.length === 0) {
    tell(
      'info',
      planned.length === 1
        ? vscode.l10n.t('Pushed 1 policy to {0}.', name)
        : vscode.l10n.t('Pushed {0} policies to {1}.', planned.length, name),
      ...history,
    );
  } else {
    const resume = {
      label: vscode.l10n.t('Resume'),
      run: () => vscode.commands.executeCommand('ordinance.policies.resumePush'),
    };
    const words = [
      vscode.l10n.t(
        'Pushed {0} of {1} policies to {2}.',
        planned.length - left.length,
        planned.length + refused.length,
        name,
      ),
      ...(left.length > 0
        ? [vscode.l10n.t('Left: {0}.', left.map((policy) => leftWords(policy, resultOf(policy))).join('; '))]
        : []),
      ...(unknown.length > 0
        ? [vscode.l10n.t('Not known yet, to be looked at again: {0}.', unknown.join(', '))]
        : []),
      ...(refused.length > 0 ? [refusalWords(refused)] : []),
    ];
    tell('warning', words.join(' '), ...(left.length > 0 ? [resume] : []), ...history);
  }
  return {
    verdicts: results.map(({ plan, outcome }) => ({
      policy: plan.ref.policy,
      verdict: outcome?.verdict ?? 'failed',
    })),
    left,
    refused,
  };
}

/** Of the History: by its id, or the newest of the policy. */
function entryOf(consoleId: string, { plan, outcome }: PushedOne): string | PolicyTarget {
  return outcome?.pushId ?? { kind: 'policy', consoleId, policy: plan.ref.policy };
}

/** Every one that could not be pushed, with the reason. */
function refusalWords(refused: readonly Refusal[]): string {
  return vscode.l10n.t('Not pushed: {0}.', listed(refused));
}

function listed(refused: readonly Refusal[]): string {
  return refused.map(({ policy, why }) => `${policy} (${why})`).join('; ');
}

function leftWords(policy: PolicyName, result: PushedOne | undefined): string {
  const why = result?.outcome ? result.outcome.reason : result?.error?.message;
  return why === undefined ? policy : `${policy} (${why})`;
}

function refusalsOf({ refused }: SeveralPlans): Refusal[] {
  return refused.map(({ ref, outcome, error }) => ({
    policy: ref.policy,
    why: outcome ? reasonWords(outcome) : messageOf(error),
  }));
}

function isEdited(tools: BatchPushing, console: ConsoleHandle, kind: PolicyKind): boolean {
  const status = tools.states.status(console.id, kind.name);
  const state = status && fileState(status);
  return state !== undefined && (policyStates[state].hasEdits === true || state === 'invalid');
}
