import * as vscode from 'vscode';
import type { LostChange, PushPlan } from '../../core/sync/outcomes.ts';
import type { Agreed, PlanWithNeeds } from '../../core/sync/pushFlow.ts';
import type { PushConfirmation, PushNeed } from '../../core/sync/pushNeeds.ts';
import { reviewCounts } from '../../core/sync/reviewText.ts';
import { CanceledError } from '../../core/util/errors.ts';
import { askToType, confirmLoss, type Confirmation } from '../platform/dialogs.ts';
import { isWeaker, isWeakerInOneWay } from './consequenceWords.ts';
import { destinationWords } from './destinationWords.ts';
import { purposeWords, type PushPurpose } from './pushPurpose.ts';
import {
  emptying,
  lostLines,
  mergeInstead,
  weakerDetail,
  weakerQuestion,
  notHolding,
  notPulled,
  notWrittenHere,
  removal,
  stillArriving,
} from './pushQuestions.ts';

/** Part of 1: taking away more than that of the rules of a list wants the name of the policy typed. */
const typedShare = 0.5;

/** Characters of a question that every dialog has space for. */
const shortDetail = 1200;

/** How the difference that a plan makes is shown. */
export type Comparing = (plan: PushPlan) => Promise<void>;

export interface Asking {
  readonly purpose: PushPurpose;
  readonly removedShare: number;
  readonly compare: Comparing;
}

/** What a person said yes to. */
export interface Answers {
  readonly agreed: Agreed;
  readonly confirmed: ReadonlyMap<PushNeed, PushConfirmation>;
}

/** How one thing is asked about that is unusual, and what a yes to it says. */
interface Unusual {
  readonly question?: Confirmation;
  /** Where the name of the policy has to be typed as well. `why` stands for it where that is so for several things. */
  readonly typed?: { readonly title: string; readonly prompt: string; readonly why: string };
  readonly said: PushConfirmation;
}

/**
 * Asks about everything that is unusual in plans but whether their console is protected: of each plan in one question, which names every
 * danger, and by one name that is typed, where one of them wants that. Throws a cancellation unless all of it is answered as
 * the consequences ask for.
 */
export async function askAboutPlans(
  console: string,
  plans: readonly PlanWithNeeds[],
  asking: Asking,
): Promise<Answers> {
  const weaker = plans.filter(({ plan }) => isWeaker(plan));
  const confirmed = new Map<PushNeed, PushConfirmation>();
  const ofAll = weaker.length > 0 ? [weakerOf(console, weaker, asking.purpose)] : [];
  const [first] = weaker;
  if (first && plans.length > 1) {
    const label = vscode.l10n.t('Compare {0}', first.plan.ref.policy);
    await confirmAll(console, first.plan, ofAll, { ...asking, label });
  }
  for (const { plan, needs } of plans) {
    const own = needs.filter(({ kind }) => kind !== 'protected');
    const others = plans.length === 1 ? ofAll : [];
    const isOnly = own.length + others.length === 1;
    const unusual = own.map((need) => unusualOf(console, plan, need, { ...asking, isOnly }));
    // What becomes weaker takes the most space.
    const questions = [...unusual.flatMap(({ question }) => question ?? []), ...others];
    await confirmAll(console, plan, questions, { ...asking, isTyped: unusual.some(({ typed }) => typed) });
    await typeName(console, plan, unusual, asking.purpose);
    own.forEach((need, at) => confirmed.set(need, unusual[at]?.said ?? {}));
  }
  return { agreed: { weaker: new Set(weaker.map(({ plan }) => plan)) }, confirmed };
}

/** Enter, pressed once more than was meant, shows what the plan changes; Escape leads back to it. */
async function confirmAll(
  console: string,
  plan: PushPlan,
  questions: readonly Confirmation[],
  {
    purpose,
    compare,
    label = vscode.l10n.t('Compare'),
    isTyped = false,
  }: Asking & { readonly label?: string; readonly isTyped?: boolean },
): Promise<void> {
  const [only, ...more] = questions;
  if (!only) {
    return;
  }
  const { headline, verb } = purposeWords(purpose, plan.ref.policy, console);
  const question: Confirmation =
    more.length === 0
      ? only
      : {
          message: vscode.l10n.t('{0}? {1} things are unusual about it.', headline, questions.length),
          detail: detailOfAll(questions),
          verb: isTyped ? vscode.l10n.t('Yes to All: {0}…', verb) : vscode.l10n.t('Yes to All: {0}', verb),
        };
  await confirmLoss({
    ...question,
    detail: [
      ...question.detail,
      '',
      vscode.l10n.t('Nothing is sent, and the plan stays, unless you choose "{0}".', question.verb),
    ],
    first: { label, run: () => compare(plan) },
    back: vscode.l10n.t('Back to the Plan'),
  });
}

/** What all questions tell. Where that is long, the end may be out of sight: then they are named before anything is told of them. */
function detailOfAll(questions: readonly Confirmation[]): readonly string[] {
  const named = questions.map(({ message }, at) => `${at + 1}. ${message}`);
  const told = questions.flatMap(({ detail }, at) => [
    ...(at === 0 ? [] : ['']),
    named[at] ?? '',
    ...detail.filter((line) => line !== ''),
  ]);
  return told.join('\n').length > shortDetail ? [...named, '', ...told] : told;
}

async function typeName(
  console: string,
  { ref: { policy } }: PushPlan,
  unusual: readonly Unusual[],
  purpose: PushPurpose,
): Promise<void> {
  const [only, ...more] = unusual.flatMap(({ typed }) => typed ?? []);
  if (!only) {
    return;
  }
  const { headline } = purposeWords(purpose, policy, console);
  const why = [only, ...more].map((one) => one.why).join(', ');
  const { title, prompt } =
    more.length === 0
      ? only
      : {
          title: vscode.l10n.t('{0}: {1}', headline, why),
          prompt: vscode.l10n.t('Type the name of the policy to push it all the same.'),
        };
  await askToType(title, prompt, policy);
}

/** What becomes weaker is agreed to, of all plans at once. */
function weakerOf(console: string, weaker: readonly PlanWithNeeds[], purpose: PushPurpose): Confirmation {
  const plans = weaker.map(({ plan }) => plan);
  const [policy = 'vulnerability/images'] = plans.map(({ ref }) => ref.policy);
  const inOneWay = isWeakerInOneWay(plans);
  // They are named where they are asked about.
  const isToldOfTests = weaker.some(({ needs }) => needs.some(({ kind }) => kind === 'failing-tests'));
  return {
    message: weakerQuestion(plans.length, inOneWay, policy, console),
    detail: weakerDetail(plans, { withTests: !isToldOfTests }),
    verb:
      purpose.kind !== 'push'
        ? purposeWords(purpose, policy, console).verb
        : inOneWay
          ? vscode.l10n.t('Make Weaker in One Way and Push')
          : vscode.l10n.t('Make Weaker and Push'),
  };
}

export async function askForConsole(name: string): Promise<string> {
  await askToType(
    vscode.l10n.t('{0} is protected', name),
    vscode.l10n.t('Type the name of the console to push to it.'),
    name,
  );
  return name;
}

function unusualOf(
  console: string,
  plan: PushPlan,
  need: PushNeed,
  asking: Asking & { readonly isOnly: boolean },
): Unusual {
  const { policy } = plan.ref;
  const anyway = vscode.l10n.t('Type the name of the policy to push it all the same.');
  switch (need.kind) {
    case 'override':
      return {
        question: overriding(console, plan, need.lost),
        typed: {
          title: vscode.l10n.t('Override what was changed on {0}', console),
          prompt: vscode.l10n.t('Type the name of the policy to undo these changes.'),
          why: vscode.l10n.t('changes of somebody else are overridden'),
        },
        said: { lost: need.lost.map(({ name }) => name) },
      };
    case 'empties-policy':
      return {
        // Alone it is asked by the name that is typed.
        ...(!asking.isOnly && { question: emptying(console, policy) }),
        typed: {
          title: vscode.l10n.t('Delete every rule of {0} on {1}', policy, console),
          prompt: vscode.l10n.t('Type the name of the policy to delete all its rules.'),
          why: vscode.l10n.t('every rule is deleted'),
        },
        said: { policy: need.name },
      };
    case 'may-still-arrive':
      return {
        question: stillArriving(console, policy, need.pushes),
        said: { earlier: need.pushes.map(({ pushId }) => pushId) },
      };
    case 'unpulled':
      return {
        question: notPulled(console, policy, need.changes),
        said: { unpulled: need.changes.map(({ name }) => name) },
      };
    case 'foreign-snapshot':
      return { question: notWrittenHere(console, policy), said: { foreign: need.snapshot } };
    case 'failing-tests':
      return {
        question: notHolding(console, policy, need.tests, asking.isOnly),
        typed: {
          title: vscode.l10n.t('Push {0} although tests of it do not hold', policy),
          prompt: anyway,
          why: vscode.l10n.t('tests of it do not hold'),
        },
        said: { failing: need.name },
      };
    case 'many-removed':
      return {
        question: removal(console, policy, need.risk, asking, asking.isOnly),
        ...(need.risk.share > typedShare && {
          typed: {
            title: vscode.l10n.t('Take away more than half of the rules of {0} on {1}', policy, console),
            prompt: anyway,
            why: vscode.l10n.t('more than half of its rules are taken away'),
          },
        }),
        said: { removed: need.risk.removed },
      };
    case 'protected':
    default:
      // Nobody knows how to ask for it: nothing is sent.
      throw new CanceledError();
  }
}

/** Names everything that would be undone. */
function overriding(
  console: string,
  { ref, steps, destination, overrides }: PushPlan,
  lost: readonly LostChange[],
): Confirmation {
  const { policy } = ref;
  return {
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
  };
}
