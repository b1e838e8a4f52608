import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { comparedStep, ruleOf } from './rulesOfPlan.ts';
import { policyOf, topOf, type PlanView, purposeWords } from './planText.ts';
import { undoables, planScheme } from './planViews.ts';
import { historyEntries } from './explainOutcome.ts';
import type { PushTools } from './planAndShow.ts';
import { policyKind } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { codeLens } from '../platform/languageTexts.ts';
import type { PolicyTarget } from '../workspace/target.ts';

/** Shows the buttons of plans above their lines, and sets the context keys of their keys. */
export function showPlanLenses({ views, unfinishedPush, contextKeys }: PushTools): Disposable {
  const setContextKeys = (): void => {
    const view = views.inFront;
    const offers = view ? offersOf(view) : noOffers;
    contextKeys.set('ordinance.canPushPlan', offers.canPush);
    contextKeys.set('ordinance.canRefreshPlan', offers.canRefresh);
    contextKeys.set('ordinance.canUndoPlan', offers.canUndo);
  };
  return new DisposableStore(
    vscode.languages.registerCodeLensProvider(
      { scheme: planScheme },
      {
        onDidChangeCodeLenses: views.onDidChange,
        provideCodeLenses(document) {
          const view = views.get(document.uri);
          const isLeft = view !== undefined && unfinishedPush.left?.consoleId === view.subject.consoleId;
          return view ? planLenses(view, topOf(view, document), isLeft) : [];
        },
      },
    ),
    views.onDidChange(setContextKeys),
    vscode.window.onDidChangeActiveTextEditor(setContextKeys),
  );
}

/** The actions that the state of a plan allows. */
interface PlanOffers {
  readonly canPush: boolean;
  readonly canRefresh: boolean;
  readonly canUndo: boolean;
}

const noOffers: PlanOffers = { canPush: false, canRefresh: false, canUndo: false };

/** A plan of more rules has lenses for its first ones only; keys and the palette act on all of them. */
export const MAX_RULES_WITH_LENSES = 200;

export function offersOf(view: PlanView): PlanOffers {
  const states = view.parts.map(({ state }) => state.kind);
  if (states.includes('pushing')) {
    return noOffers;
  }
  return {
    canPush: states.every((kind) => kind === 'current'),
    canRefresh: states.includes('old') && !states.includes('result'),
    canUndo: undoables(view).length > 0,
  };
}

/** `top` is the line where the plans begin in the document. */
export function planLenses(view: PlanView, top: number, canResume: boolean): vscode.CodeLens[] {
  const lens = (line: number, command: LensCommand): vscode.CodeLens =>
    codeLens(new vscode.Range(line, 0, line, 0), command, command.icon);
  const leadsToRules =
    view.subject.purpose.kind === 'push' && view.parts.every(({ state }) => state.kind === 'current');
  return [
    ...topCommands(view, canResume).map((command) => lens(0, command)),
    ...view.body.entries.slice(0, MAX_RULES_WITH_LENSES).flatMap((entry, at) => {
      const target = leadsToRules ? ruleOf(view.subject, entry) : undefined;
      return [
        ...(comparedStep(entry)
          ? [
              lens(entry.line + top, {
                command: 'ordinance.plan.compareRule',
                title: vscode.l10n.t('Compare'),
                arguments: [view.uri.toString(), at],
              }),
            ]
          : []),
        ...(target
          ? [
              lens(entry.line + top, {
                command: 'ordinance.rule.reveal',
                title: vscode.l10n.t('Go to Rule'),
                arguments: [target],
              }),
            ]
          : []),
      ];
    }),
  ];
}

interface LensCommand extends vscode.Command {
  readonly icon?: string;
}

function topCommands(view: PlanView, canResume: boolean): LensCommand[] {
  const { parts, subject, uri } = view;
  const { l10n } = vscode;
  const target = policyOf(view);
  const offers = offersOf(view);
  const here = [uri.toString()];
  const close = { command: 'ordinance.plan.close', arguments: here };
  if (parts.some(({ state }) => state.kind === 'pushing')) {
    return [];
  }
  if (offers.canPush) {
    const count = l10n.t('Count Affected Resources');
    return [
      { command: 'ordinance.plan.push', title: pushTitle(view), arguments: here, icon: 'cloud-upload' },
      { ...close, title: l10n.t('Cancel') },
      ...(target ? [{ command: 'ordinance.plan.compare', title: l10n.t('Compare'), arguments: here }] : []),
      ...(parts.some(({ plan }) => hasAffected(plan))
        ? [{ command: 'ordinance.plan.countAffected', title: count, arguments: here }]
        : []),
    ];
  }
  const [entry] = historyEntries(view);
  return [
    ...undoables(view).map((push) => ({
      command: 'ordinance.policy.undoPush',
      title: subject.isSeveral
        ? l10n.t('Undo {0}…', push.policy)
        : push.wasUndo
          ? l10n.t('Redo…')
          : l10n.t('Undo…'),
      arguments: [push],
    })),
    ...(offers.canRefresh
      ? [
          {
            command: 'ordinance.plan.refresh',
            title: l10n.t('Refresh Plan'),
            arguments: here,
            icon: 'refresh',
          },
        ]
      : []),
    ...drifted(view).flatMap((policy) => [
      {
        command: 'ordinance.policy.merge',
        title: subject.isSeveral ? l10n.t('Merge {0}…', policy.policy) : l10n.t('Merge…'),
        arguments: [policy],
      },
      ...(target
        ? [
            {
              command: 'ordinance.policy.compareLive',
              title: l10n.t('Compare with Live'),
              arguments: [policy],
            },
            { command: 'ordinance.policy.override', title: l10n.t('Override…'), arguments: [policy] },
          ]
        : []),
    ]),
    ...(canResume && entry !== undefined && subject.isSeveral
      ? [{ command: 'ordinance.policies.resumePush', title: l10n.t('Resume') }]
      : []),
    ...(entry === undefined
      ? []
      : [{ command: '_ordinance.history.reveal', title: l10n.t('Show in History'), arguments: [entry] }]),
    { ...close, title: entry === undefined ? l10n.t('Cancel') : l10n.t('Close') },
  ];
}

/** The title names the action, the console and its address. */
function pushTitle({ parts, refused, subject: { isSeveral, purpose } }: PlanView): string {
  const { l10n } = vscode;
  const [plan] = parts.map((part) => part.plan);
  if (!plan) {
    return l10n.t('Push');
  }
  const { policy, console } = plan.ref;
  const where = l10n.t('{0} ({1})', console, plan.destination.url);
  if (isSeveral) {
    return refused.length === 0
      ? l10n.t('Push {0} Policies to {1}', parts.length, where)
      : l10n.t('Push {0} of {1} Policies to {2}', parts.length, parts.length + refused.length, where);
  }
  const { verb } = purposeWords(purpose, policy, console);
  return purpose.kind === 'push' ? l10n.t('{0} to {1}', verb, where) : l10n.t('{0} on {1}', verb, where);
}

/**
 * The live policies differ from the base of the file. Only a push of the file offers a merge or an override, which
 * restore no snapshot.
 */
function drifted({ parts, subject: { consoleId, purpose } }: PlanView): readonly PolicyTarget[] {
  return parts.flatMap(({ plan, state }) =>
    purpose.kind === 'push' &&
    state.kind === 'old' &&
    (typeof state.why === 'string' ? state.why === 'live' : state.why.isDrift === true)
      ? [{ kind: 'policy', consoleId, policy: plan.ref.policy }]
      : [],
  );
}

/** False when no decision or action changes, or when the console does not list the resources of rules. */
function hasAffected({ ref, decisionChanges }: PushPlan): boolean {
  const isSure = decisionChanges?.decisionsChange === false && decisionChanges.actions.length === 0;
  return !isSure && policyKind(ref.policy).canCount;
}
