import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PlannedTests } from '../../core/policyTest/plannedTests.ts';
import type { PushRisk, RemovalReason } from '../../core/policy/pushRisk.ts';
import { askToType, confirm as ask, type Confirmation } from '../platform/dialogs.ts';
import type { EarlierPush, LostChange, PlanOverride, PushPlan } from '../../core/sync/outcomes.ts';
import type { Agreed } from '../../core/sync/pushFlow.ts';
import type { PushConfirmation, PushNeed } from '../../core/sync/pushNeeds.ts';
import { reviewCounts } from '../../core/sync/reviewText.ts';
import { CancelledError } from '../../core/util/errors.ts';
import { failingLines, isMilder, isMilderInOneWay, milderLines } from './consequenceWords.ts';
import { destinationWords } from './destinationWords.ts';
import { purposeWords, type PushPurpose } from './pushPurpose.ts';

/** Names that a dialog has space for. */
const shownNames = 12;

/** Part of 1: taking away more than that of the rules of a list wants the name of the policy typed. */
const typedShare = 0.5;

/** Plans of which a question says what becomes milder. */
const shownPlans = 5;

/**
 * Enter, pressed once more than was meant, leads back to the plan. The editor adds a button that cancels, which does no
 * more than that.
 */
async function confirm(question: Omit<Confirmation, 'back'>): Promise<void> {
  const detail = [
    ...question.detail,
    '',
    vscode.l10n.t('Nothing is sent, and the plan stays, unless you choose "{0}".', question.verb),
  ];
  await ask({ ...question, detail, back: vscode.l10n.t('Back to the Plan') });
}

/** What becomes milder is agreed to on its own, of all plans at once. Throws a cancellation for a no. */
export async function askAboutMilder(
  console: string,
  plans: readonly PushPlan[],
  purpose: PushPurpose,
): Promise<Agreed> {
  const milder = plans.filter(isMilder);
  const [first] = milder;
  if (!first) {
    return {};
  }
  const { policy } = first.ref;
  const inOneWay = isMilderInOneWay(milder);
  await confirm({
    message: milderQuestion(milder.length, inOneWay, policy, console),
    detail: milderDetail(milder),
    verb:
      purpose.kind !== 'push'
        ? purposeWords(purpose, policy, console).verb
        : inOneWay
          ? vscode.l10n.t('Push Milder in One Way')
          : vscode.l10n.t('Push Milder'),
  });
  return { milder: new Set(milder) };
}

function milderQuestion(count: number, inOneWay: boolean, policy: PolicyName, console: string): string {
  if (inOneWay) {
    return count === 1
      ? vscode.l10n.t('Let {0} on {1} become milder in one way and stricter in another?', policy, console)
      : vscode.l10n.t(
          'Let {0} policies on {1} become milder in one way and stricter in another?',
          count,
          console,
        );
  }
  return count === 1
    ? vscode.l10n.t('Let {0} on {1} become milder?', policy, console)
    : vscode.l10n.t('Let {0} policies on {1} become milder?', count, console);
}

/** What becomes milder, rule by rule, and which tests say that it should not. */
function milderDetail(plans: readonly PushPlan[]): readonly string[] {
  const isSeveral = plans.length > 1;
  const more = plans.length - shownPlans;
  return [
    ...plans
      .slice(0, shownPlans)
      .flatMap((plan, at) => [
        ...(isSeveral ? [...(at > 0 ? [''] : []), `${plan.ref.policy}:`] : []),
        ...milderLines(plan, vscode.l10n),
        ...failingLines(plan, vscode.l10n),
      ]),
    ...(more > 0 ? ['', vscode.l10n.t('and {0} more policies: see the plan', more)] : []),
  ];
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
  { purpose, removedShare }: { readonly purpose: PushPurpose; readonly removedShare: number },
): Promise<PushConfirmation> {
  switch (need.kind) {
    case 'override':
      return askAboutLost(console, plan, need.lost);
    case 'empties-policy':
      await askToType(
        vscode.l10n.t('Delete every rule of {0} on {1}', need.name, console),
        vscode.l10n.t('Type the name of the policy to delete all its rules.'),
        need.name,
      );
      return { policy: need.name };
    case 'may-still-arrive':
      await confirm(stillArriving(console, plan.ref.policy, need.pushes));
      return { earlier: need.pushes.map(({ pushId }) => pushId) };
    case 'unpulled':
      await confirm(notPulled(console, plan.ref.policy, need.changes));
      return { unpulled: need.changes.map(({ name }) => name) };
    case 'foreign-snapshot':
      await confirm(notWrittenHere(console, plan.ref.policy));
      return { foreign: need.snapshot };
    case 'failing-tests':
      await confirm(notHolding(console, plan.ref.policy, need.tests));
      await askToType(
        vscode.l10n.t('Push {0} although tests of it do not hold', need.name),
        vscode.l10n.t('Type the name of the policy to push it all the same.'),
        need.name,
      );
      return { failing: need.name };
    case 'many-removed':
      await confirm(removal(console, plan.ref.policy, need.risk, { purpose, removedShare }));
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
  { ref, steps, destination, overrides }: PushPlan,
  lost: readonly LostChange[],
): Promise<PushConfirmation> {
  const { policy } = ref;
  await confirm({
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
      ...lost.slice(0, shownNames).map(describeLost),
      ...(lost.length > shownNames
        ? [vscode.l10n.t('and {0} more, all named in the plan', lost.length - shownNames)]
        : []),
      '',
      vscode.l10n.t('The push: {0}.', reviewCounts(steps)),
      ...mergeInstead(overrides?.merge),
      ...destinationWords(destination),
    ],
    verb: vscode.l10n.t('Override…'),
  });
  await askToType(
    vscode.l10n.t('Override what was changed on {0}', console),
    vscode.l10n.t('Type the name of the policy to undo these changes.'),
    policy,
  );
  return { lost: lost.map(({ name }) => name) };
}

function mergeInstead(merge: PlanOverride['merge']): readonly string[] {
  switch (merge) {
    case 'keeps-both':
      return [vscode.l10n.t('A merge would keep both sides.')];
    case 'asks':
      return [
        vscode.l10n.t(
          'Where the two sides contradict each other a merge would let you choose. It would keep all else of both.',
        ),
      ];
    case undefined:
    default:
      return [];
  }
}

function describeLost({ rule, change }: LostChange): string {
  if (rule === undefined) {
    return change === 'unknown'
      ? vscode.l10n.t('Members of the document are changed')
      : vscode.l10n.t('Members of the document, changed there, are changed back');
  }
  const words: Readonly<Record<LostChange['change'], string>> = {
    add: vscode.l10n.t('"{0}", added there, is removed', rule),
    remove: vscode.l10n.t('"{0}", removed there, comes back', rule),
    change: vscode.l10n.t('"{0}", changed there, is overwritten', rule),
    move: vscode.l10n.t('"{0}", moved there, is moved again', rule),
    rename: vscode.l10n.t('"{0}", renamed there, is renamed again', rule),
    document: rule,
    unknown: vscode.l10n.t('"{0}" is removed, changed or moved', rule),
    'perhaps-removed': vscode.l10n.t('"{0}" is added; whether it was removed there is not known', rule),
  };
  return words[change];
}

function stillArriving(console: string, policy: PolicyName, pushes: readonly EarlierPush[]): Confirmation {
  const time = (date: Date): string => date.toLocaleTimeString();
  return {
    message: vscode.l10n.t(
      'Push {0} to {1}, although an earlier push of it may still arrive?',
      policy,
      console,
    ),
    detail: pushes.map(({ sentAt, until }) =>
      vscode.l10n.t(
        'The push of {0} was not answered. Until {1} it may still be applied, and would then take this one back.',
        time(sentAt),
        time(until),
      ),
    ),
    verb: vscode.l10n.t('Push Anyway'),
  };
}

/** A planted line of the lock file is told by what it would hide. Where nothing was pulled here, nothing is known of any rule. */
function notPulled(console: string, policy: PolicyName, changes: readonly LostChange[]): Confirmation {
  if (!changes.some(({ change }) => change === 'unknown')) {
    return {
      message: vscode.l10n.t('Push {0} to {1}, and undo what was done there?', policy, console),
      detail: [
        vscode.l10n.t('Only the repository says that the file was made from what the console holds now.'),
        '',
        ...changes.slice(0, shownNames).map(describeLost),
        ...(changes.length > shownNames
          ? [vscode.l10n.t('and {0} more, all named in the plan', changes.length - shownNames)]
          : []),
        '',
        vscode.l10n.t('To see it first, cancel and compare with live.'),
      ],
      verb: vscode.l10n.t('Push'),
    };
  }
  return {
    message: vscode.l10n.t('Push {0} to {1}, over what was never pulled here?', policy, console),
    detail: apart([
      vscode.l10n.t(
        'Only the repository says that the file was made from what the console holds now. This machine never pulled: {0}',
        names(changes.map(({ rule }) => rule ?? vscode.l10n.t('(document)'))),
      ),
      vscode.l10n.t('The push removes, changes or moves it. To see it first, cancel and compare with live.'),
    ]),
    verb: vscode.l10n.t('Push'),
  };
}

function notWrittenHere(console: string, policy: PolicyName): Confirmation {
  return {
    message: vscode.l10n.t(
      'Restore {0} on {1} from a push that this machine did not write down?',
      policy,
      console,
    ),
    detail: [
      vscode.l10n.t(
        'The entry of the history came with the repository, from another machine or from an earlier version. What it says, and what it restores, may be anybody’s: look at the plan first.',
      ),
    ],
    verb: vscode.l10n.t('Restore Anyway'),
  };
}

/** Each with what is expected, and what is so instead. */
function notHolding(console: string, policy: PolicyName, { failing, count }: PlannedTests): Confirmation {
  return {
    message:
      failing.length === 1
        ? vscode.l10n.t('Push {0} to {1}, although a test of it does not hold?', policy, console)
        : vscode.l10n.t(
            'Push {0} to {1}, although {2} of {3} tests of it do not hold?',
            policy,
            console,
            failing.length,
            count,
          ),
    detail: apart([
      ...failing.slice(0, shownNames).map(({ name, why }) => vscode.l10n.t('{0}: {1}', name, why)),
      ...(failing.length > shownNames
        ? [vscode.l10n.t('and {0} more, all in the Testing view', failing.length - shownNames)]
        : []),
    ]),
    verb: vscode.l10n.t('Push Anyway…'),
  };
}

function removal(
  console: string,
  policy: PolicyName,
  risk: PushRisk,
  { purpose, removedShare }: { readonly purpose: PushPurpose; readonly removedShare: number },
): Confirmation {
  const { rules, builtIn, most, share } = risk;
  const isPlain = rules.every(({ reason }) => reason === 'removed');
  const { verb } = purposeWords(purpose, policy, console);
  return {
    message: removalQuestion(risk, isPlain, policy, console),
    detail: apart([
      ...(share > removedShare
        ? [
            vscode.l10n.t(
              'That is {0} of {1} rules ({2} %). It is asked because more than {3} % are taken away.',
              most.count,
              most.of,
              Math.round(share * 100),
              Math.round(removedShare * 100),
            ),
          ]
        : []),
      ...(['removed', 'disabled', 'replaced'] as const).flatMap((reason) => {
        const named = names(rules.filter((rule) => rule.reason === reason).map(({ name }) => name));
        return named === '' ? [] : [reasonWords(reason, named)];
      }),
      ...(builtIn.length > 0
        ? [vscode.l10n.t('Came with the console, and cannot be had back from it: {0}', names(builtIn))]
        : []),
    ]),
    verb:
      purpose.kind !== 'push'
        ? isPlain
          ? vscode.l10n.t('Remove and {0}', verb)
          : verb
        : isPlain
          ? vscode.l10n.t('Remove and Push')
          : vscode.l10n.t('Push Anyway'),
  };
}

function removalQuestion(
  { rules, most }: PushRisk,
  isPlain: boolean,
  policy: PolicyName,
  console: string,
): string {
  const { length } = rules;
  // Of two lists no one number can be told.
  if (length !== most.count) {
    return isPlain
      ? vscode.l10n.t('Remove {0} rules of {1} on {2}?', length, policy, console)
      : vscode.l10n.t('Remove, disable or replace {0} rules of {1} on {2}?', length, policy, console);
  }
  return isPlain
    ? vscode.l10n.t('Remove {0} of {1} rules of {2} on {3}?', length, most.of, policy, console)
    : vscode.l10n.t(
        'Remove, disable or replace {0} of {1} rules of {2} on {3}?',
        length,
        most.of,
        policy,
        console,
      );
}

function reasonWords(reason: RemovalReason, named: string): string {
  switch (reason) {
    case 'removed':
      return vscode.l10n.t('Removed: {0}', named);
    case 'disabled':
      return vscode.l10n.t('Disabled: {0}', named);
    case 'replaced':
      return vscode.l10n.t('Replaced by a rule that says something else, or has another name: {0}', named);
  }
}

/** With an empty line between any two. */
function apart(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, at) => (at === 0 ? [line] : ['', line]));
}

function names(rules: readonly string[]): string {
  const shown = rules.slice(0, shownNames).map((rule) => `"${rule}"`);
  return rules.length > shownNames
    ? vscode.l10n.t('{0} and {1} more', shown.join(', '), rules.length - shownNames)
    : shown.join(', ');
}
