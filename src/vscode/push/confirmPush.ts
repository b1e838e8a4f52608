import * as vscode from 'vscode';
import type { LostChange, PushPlan } from '../../core/sync/outcomes.ts';
import type { Agreed } from '../../core/sync/pushFlow.ts';
import type { PushConfirmation, PushNeed } from '../../core/sync/pushNeeds.ts';
import { reviewCounts } from '../../core/sync/reviewText.ts';
import { CancelledError } from '../../core/util/errors.ts';
import { askToType, confirmLoss, type Confirmation } from '../platform/dialogs.ts';
import { isMilder, isMilderInOneWay } from './consequenceWords.ts';
import { destinationWords } from './destinationWords.ts';
import { purposeWords, type PushPurpose } from './pushPurpose.ts';
import {
  lostLines,
  mergeInstead,
  milderDetail,
  milderQuestion,
  notHolding,
  notPulled,
  notWrittenHere,
  removal,
  stillArriving,
} from './pushQuestions.ts';

/** Part of 1: taking away more than that of the rules of a list wants the name of the policy typed. */
const typedShare = 0.5;

/** How the difference that a plan makes is shown. */
export type Comparing = (plan: PushPlan) => Promise<void>;

/** Enter, pressed once more than was meant, shows what the plan changes; Escape leads back to it. */
async function confirm(
  question: Confirmation,
  plan: PushPlan,
  compare: Comparing,
  label = vscode.l10n.t('Compare'),
): Promise<void> {
  const detail = [
    ...question.detail,
    '',
    vscode.l10n.t('Nothing is sent, and the plan stays, unless you choose "{0}".', question.verb),
  ];
  await confirmLoss({
    ...question,
    detail,
    first: { label, run: () => compare(plan) },
    back: vscode.l10n.t('Back to the Plan'),
  });
}

/** What becomes milder is agreed to on its own, of all plans at once. Throws a cancellation for a no. */
export async function askAboutMilder(
  console: string,
  plans: readonly PushPlan[],
  { purpose, compare }: { readonly purpose: PushPurpose; readonly compare: Comparing },
): Promise<Agreed> {
  const milder = plans.filter(isMilder);
  const [first] = milder;
  if (!first) {
    return {};
  }
  const { policy } = first.ref;
  const inOneWay = isMilderInOneWay(milder);
  await confirm(
    {
      message: milderQuestion(milder.length, inOneWay, policy, console),
      detail: milderDetail(milder),
      verb:
        purpose.kind !== 'push'
          ? purposeWords(purpose, policy, console).verb
          : inOneWay
            ? vscode.l10n.t('Make Milder in One Way and Push')
            : vscode.l10n.t('Make Milder and Push'),
    },
    first,
    compare,
    plans.length > 1 ? vscode.l10n.t('Compare {0}', policy) : undefined,
  );
  return { milder: new Set(milder) };
}

export async function askForConsole(name: string): Promise<string> {
  await askToType(
    vscode.l10n.t('{0} is protected', name),
    vscode.l10n.t('Type the name of the console to push to it.'),
    name,
  );
  return name;
}

/** What is unusual is asked about on its own. Throws a cancellation unless the answer is as the consequences ask for. */
export async function askAbout(
  console: string,
  plan: PushPlan,
  need: Exclude<PushNeed, { kind: 'protected' }>,
  {
    purpose,
    removedShare,
    compare,
  }: { readonly purpose: PushPurpose; readonly removedShare: number; readonly compare: Comparing },
): Promise<PushConfirmation> {
  switch (need.kind) {
    case 'override':
      return askAboutLost(console, plan, need.lost, compare);
    case 'empties-policy':
      await askToType(
        vscode.l10n.t('Delete every rule of {0} on {1}', need.name, console),
        vscode.l10n.t('Type the name of the policy to delete all its rules.'),
        need.name,
      );
      return { policy: need.name };
    case 'may-still-arrive':
      await confirm(stillArriving(console, plan.ref.policy, need.pushes), plan, compare);
      return { earlier: need.pushes.map(({ pushId }) => pushId) };
    case 'unpulled':
      await confirm(notPulled(console, plan.ref.policy, need.changes), plan, compare);
      return { unpulled: need.changes.map(({ name }) => name) };
    case 'foreign-snapshot':
      await confirm(notWrittenHere(console, plan.ref.policy), plan, compare);
      return { foreign: need.snapshot };
    case 'failing-tests':
      await confirm(notHolding(console, plan.ref.policy, need.tests), plan, compare);
      await askToType(
        vscode.l10n.t('Push {0} although tests of it do not hold', need.name),
        vscode.l10n.t('Type the name of the policy to push it all the same.'),
        need.name,
      );
      return { failing: need.name };
    case 'many-removed':
      await confirm(removal(console, plan.ref.policy, need.risk, { purpose, removedShare }), plan, compare);
      if (need.risk.share > typedShare) {
        await askToType(
          vscode.l10n.t('Take away more than half of the rules of {0} on {1}', plan.ref.policy, console),
          vscode.l10n.t('Type the name of the policy to push it all the same.'),
          plan.ref.policy,
        );
      }
      return { removed: need.risk.removed };
    default:
      // Nobody knows how to ask for it: nothing is sent.
      throw new CancelledError();
  }
}

/** Names everything that would be undone, and wants the policy's name typed. */
async function askAboutLost(
  console: string,
  plan: PushPlan,
  lost: readonly LostChange[],
  compare: Comparing,
): Promise<PushConfirmation> {
  const { ref, steps, destination, overrides } = plan;
  const { policy } = ref;
  await confirm(
    {
      message: lost.some(({ change }) => change === 'unknown' || change === 'perhaps-removed')
        ? vscode.l10n.t(
            'Override {0} on {1}, although it is not known what the file started from?',
            policy,
            console,
          )
        : lost.length === 1
          ? vscode.l10n.t('Override 1 change that somebody else made to {0} on {1}?', policy, console)
          : vscode.l10n.t(
              'Override {0} changes that somebody else made to {1} on {2}?',
              lost.length,
              policy,
              console,
            ),
      detail: [
        ...lostLines(lost),
        '',
        vscode.l10n.t('The push: {0}.', reviewCounts(steps)),
        ...mergeInstead(overrides?.merge),
        ...destinationWords(destination),
      ],
      verb: vscode.l10n.t('Override…'),
    },
    plan,
    compare,
  );
  await askToType(
    vscode.l10n.t('Override what was changed on {0}', console),
    vscode.l10n.t('Type the name of the policy to undo these changes.'),
    policy,
  );
  return { lost: lost.map(({ name }) => name) };
}
