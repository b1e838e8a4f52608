import * as vscode from 'vscode';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import type { Confirmations, PlanWithNeeds, PushedOne } from '../../core/sync/pushSeveral.ts';
import { confirmationOf, needQuestion, type NeedQuestion } from '../../core/sync/pushNeeds.ts';
import { messageOf } from '../../core/util/errors.ts';
import { choose, confirmLoss, type Action } from '../platform/dialogs.ts';
import { askToType } from '../platform/inputBoxes.ts';
import type { Target } from '../workspace/target.ts';
import { momentWords } from '../workspace/whenWords.ts';
import { resultWords, type PlanView } from './planText.ts';
import { headlineOf, purposeWords, type PushPurpose } from './pushPurpose.ts';

/** Characters of a question that every dialog has space for. */
const MAX_DETAIL = 1200;

export interface Asking {
  readonly purpose: PushPurpose;
  /** Shows the difference that a plan makes. */
  readonly compare: (plan: PushPlan) => Promise<void>;
}

/**
 * Asks one question for everything that the plans need confirmed, and then for each name that has to be typed.
 * Throws a cancellation unless a person confirms all of it.
 */
export async function confirmPlans(plans: readonly PlanWithNeeds[], asking: Asking): Promise<Confirmations> {
  const asked = plans.flatMap(({ plan, needs }) =>
    needs.map((need) => ({ plan, question: needQuestion(plan, need) })),
  );
  // All plans go to one console, and its name is typed once.
  const questions = [...new Map(asked.map((need) => [need.question.message, need])).values()];
  const [first] = questions;
  if (first) {
    const { policy, console } = first.plan.ref;
    const { verb } = purposeWords(asking.purpose, policy, console);
    const headline = headlineOf(
      plans.map(({ plan }) => plan),
      asking.purpose,
    );
    const typed = new Map(questions.map(({ question }) => [question.typed, question.message]));
    const isTypedOnly = questions.length === 1 && first.question.typed && first.question.detail.length === 0;
    if (!isTypedOnly) {
      const label = plans.length === 1 ? vscode.l10n.t('Compare') : vscode.l10n.t('Compare {0}', policy);
      await askAll(
        { label, run: () => asking.compare(first.plan) },
        questions.map(({ question }) => question),
        headline,
        asking.purpose.kind === 'push' ? undefined : verb,
      );
    }
    for (const [name, message] of typed) {
      if (name !== undefined) {
        const title = questions.length === 1 ? message : headline;
        await askToType(title, vscode.l10n.t('Type {0} to push.', name), name);
      }
    }
  }
  return new Map(plans.map(({ plan, needs }) => [plan, confirmationOf(needs)]));
}

/** Asks whether to push the other policies after a result other than applied. */
export async function confirmGoingOn(
  { parts, subject: { consoleId, purpose } }: Pick<PlanView, 'parts' | 'subject'>,
  { plan, outcome, error }: PushedOne,
  { length }: readonly PushPlan[],
): Promise<boolean> {
  const { policy } = plan.ref;
  const state = parts.find((part) => part.plan.ref.policy === policy)?.state;
  const why = outcome ? outcome.reason : messageOf(error);
  const compare = vscode.l10n.t('Compare with Live');
  const yes = vscode.l10n.t('Continue');
  const answer = await choose(
    state?.kind === 'result'
      ? resultWords(plan, state, purpose, momentWords).sentence
      : vscode.l10n.t('{0} was not pushed.', policy),
    [
      ...(why === undefined ? [] : [why]),
      length === 1 ? vscode.l10n.t('1 policy remains.') : vscode.l10n.t('{0} policies remain.', length),
    ],
    // The first button has the keyboard focus, so it must send nothing.
    [compare, yes],
    vscode.l10n.t('Stop'),
  );
  if (answer === compare) {
    const target: Target = { kind: 'policy', consoleId, policy };
    void vscode.commands.executeCommand('ordinance.policy.compareLive', target);
  }
  return answer === yes;
}

/** An accidental second Enter shows the difference, because its button has the focus. Escape leads back to the plan. */
async function askAll(
  first: Action,
  questions: readonly NeedQuestion[],
  headline: string,
  purposeVerb: string | undefined,
): Promise<void> {
  const [only, ...more] = questions;
  if (!only) {
    return;
  }
  const verb = purposeVerb ?? (more.length === 0 ? only.verb : vscode.l10n.t('Push'));
  const isTyped = questions.some(({ typed }) => typed !== undefined);
  await confirmLoss({
    message:
      more.length === 0
        ? only.message
        : vscode.l10n.t('{0}? {1} risks need your confirmation.', headline, questions.length),
    detail: more.length === 0 ? only.detail : allDetails(questions),
    verb: isTyped ? vscode.l10n.t('{0}…', verb) : verb,
    first,
    back: vscode.l10n.t('Back to the Plan'),
  });
}

/** All questions come before any detail, because the end of long details may be out of sight. */
function allDetails(questions: readonly NeedQuestion[]): readonly string[] {
  const numbered = questions.map(({ message }, at) => `${at + 1}. ${message}`);
  const all = questions.flatMap(({ detail }, at) => [
    ...(at === 0 ? [] : ['']),
    numbered[at] ?? '',
    ...detail.filter((line) => line !== ''),
  ]);
  return all.join('\n').length > MAX_DETAIL ? [...numbered, '', ...all] : all;
}
