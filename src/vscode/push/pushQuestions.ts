import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import type { PushRisk, RemovalReason } from '../../core/policy/pushRisk.ts';
import type { PlannedTests } from '../../core/policyTest/plannedTests.ts';
import type { EarlierPush, LostChange, PlanOverride, PushPlan } from '../../core/sync/outcomes.ts';
import type { Confirmation } from '../platform/dialogs.ts';
import { failingLines, weakerLines, weakerOfSeveral, shortly } from './consequenceWords.ts';
import { purposeWords, type PushPurpose } from './pushPurpose.ts';

/** What is asked before a push that is unusual, in the words of each case. */

/** Names that a dialog has space for, and that it has where it asks about several things. */
const shownNames = 12;
const fewNames = 5;

export function weakerQuestion(
  count: number,
  inOneWay: boolean,
  policy: PolicyName,
  console: string,
): string {
  if (inOneWay) {
    return count === 1
      ? vscode.l10n.t('Let {0} on {1} become weaker in one way and stricter in another?', policy, console)
      : vscode.l10n.t(
          'Let {0} policies on {1} become weaker in one way and stricter in another?',
          count,
          console,
        );
  }
  return count === 1
    ? vscode.l10n.t('Let {0} on {1} become weaker?', policy, console)
    : vscode.l10n.t('Let {0} policies on {1} become weaker?', count, console);
}

/** What becomes weaker, rule by rule, and which tests say that it should not; of several policies in short. */
export function weakerDetail(
  plans: readonly PushPlan[],
  { withTests }: { readonly withTests: boolean },
): readonly string[] {
  const [only] = plans;
  return only && plans.length === 1
    ? [...weakerLines(only, vscode.l10n), ...(withTests ? failingLines(only, vscode.l10n) : [])]
    : weakerOfSeveral(plans, vscode.l10n);
}

export function mergeInstead(merge: PlanOverride['merge']): readonly string[] {
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

/** What would be undone, a line for each as far as a dialog has space. */
export function lostLines(lost: readonly LostChange[]): readonly string[] {
  const more = lost.length - shownNames;
  return [
    ...lost.slice(0, shownNames).map(describeLost),
    ...(more > 0 ? [vscode.l10n.t('and {0} more, all named in the plan', more)] : []),
  ];
}

function describeLost({ rule: name, change, changedPlacesWith }: LostChange): string {
  // What became of a rule is said to its end, however long its name is.
  const [rule, other] = [name, changedPlacesWith].map((each) => each && shortly(each));
  if (rule === undefined) {
    return change === 'unknown'
      ? vscode.l10n.t('Members of the document are changed')
      : vscode.l10n.t('Members of the document, changed there, are changed back');
  }
  const words: Readonly<Record<LostChange['change'], string>> = {
    add: vscode.l10n.t('"{0}", added there, is removed', rule),
    remove: vscode.l10n.t('"{0}", removed there, comes back', rule),
    change: vscode.l10n.t('"{0}", changed there, is overwritten', rule),
    move:
      other === undefined
        ? vscode.l10n.t('"{0}", moved there, is moved again', rule)
        : vscode.l10n.t('"{0}" and "{1}", which changed places there, are moved again', rule, other),
    rename: vscode.l10n.t('"{0}", renamed there, is renamed again', rule),
    document: rule,
    unknown: vscode.l10n.t('"{0}" is removed, changed or moved', rule),
    'perhaps-removed': vscode.l10n.t('"{0}" is added; whether it was removed there is not known', rule),
  };
  return words[change];
}

export function stillArriving(
  console: string,
  policy: PolicyName,
  pushes: readonly EarlierPush[],
): Confirmation {
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
export function notPulled(console: string, policy: PolicyName, changes: readonly LostChange[]): Confirmation {
  if (!changes.some(({ change }) => change === 'unknown')) {
    return {
      message: vscode.l10n.t('Push {0} to {1}, and undo what was done there?', policy, console),
      detail: [
        vscode.l10n.t('Only the repository says that the file was made from what the console holds now.'),
        '',
        ...lostLines(changes),
        '',
        vscode.l10n.t('To see it first, choose "{0}".', vscode.l10n.t('Compare')),
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
      vscode.l10n.t(
        'The push removes, changes or moves it. To see it first, choose "{0}".',
        vscode.l10n.t('Compare'),
      ),
    ]),
    verb: vscode.l10n.t('Push'),
  };
}

export function emptying(console: string, policy: PolicyName): Confirmation {
  return {
    message: vscode.l10n.t('Delete every rule of {0} on {1}?', policy, console),
    detail: [],
    verb: vscode.l10n.t('Push Anyway…'),
  };
}

export function notWrittenHere(console: string, policy: PolicyName): Confirmation {
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
export function notHolding(
  console: string,
  policy: PolicyName,
  { failing, count }: PlannedTests,
  isOnly: boolean,
): Confirmation {
  const most = isOnly ? shownNames : fewNames;
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
      // Names are anybody's: a line that begins with one could pass for another question.
      ...failing.slice(0, most).map(({ name, why }) => `- ${shortly(vscode.l10n.t('{0}: {1}', name, why))}`),
      ...(failing.length > most
        ? [vscode.l10n.t('and {0} more, all in the Testing view', failing.length - most)]
        : []),
    ]),
    verb: vscode.l10n.t('Push Anyway…'),
  };
}

export function removal(
  console: string,
  policy: PolicyName,
  risk: PushRisk,
  { purpose, removedShare }: { readonly purpose: PushPurpose; readonly removedShare: number },
  isOnly: boolean,
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
        const those = rules.filter((rule) => rule.reason === reason).map(({ name }) => name);
        const named = names(those, isOnly ? shownNames : fewNames);
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

function names(rules: readonly string[], most = shownNames): string {
  const shown = rules.slice(0, most).map((rule) => shortly(`"${rule}"`));
  return rules.length > most
    ? vscode.l10n.t('{0} and {1} more', shown.join(', '), rules.length - most)
    : shown.join(', ');
}
