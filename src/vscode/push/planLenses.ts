import * as vscode from 'vscode';
import { codeLens } from '../platform/languageTexts.ts';
import { policyKind } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import type { UndoablePush } from '../targets/lastPush.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { PlanStanding } from './planStanding.ts';
import type { ShownSheet } from './shownSheet.ts';
import { comparedStep, ruleOf } from './rulesOfSheet.ts';

/** What there is to do with a sheet as it stands. */
export interface SheetOffers {
  readonly canPush: boolean;
  readonly canMakeAgain: boolean;
  readonly canUndo: boolean;
}

/** What a lens over a rule of a plan is about: an entry of these plans and no others. */
export interface PlacedEntry {
  readonly place: number;
  readonly token: string;
}

export const noOffers: SheetOffers = { canPush: false, canMakeAgain: false, canUndo: false };

export function offersOf(sheet: ShownSheet, isPressed: boolean): SheetOffers {
  const { parts } = sheet;
  const standings = parts.map(({ standing }) => standing);
  if (isPressed || standings.some(({ kind }) => kind === 'pushing')) {
    return noOffers;
  }
  const wasSent = standings.some(
    (standing) => standing.kind === 'ended' && standing.ending.kind !== 'refused',
  );
  const canPush = standings.every(({ kind }) => kind === 'current');
  return {
    canPush,
    canMakeAgain: !canPush && !wasSent,
    canUndo: undoables(sheet).length > 0,
  };
}

/** The pushes of a receipt that left something to go back from. */
export function undoables({
  consoleId,
  parts,
  purpose,
}: Pick<ShownSheet, 'consoleId' | 'parts' | 'purpose'>): readonly UndoablePush[] {
  return parts.flatMap(({ plan, standing }) => {
    if (standing.kind !== 'ended' || standing.ending.kind !== 'verdict') {
      return [];
    }
    const { verdict, pushId, snapshot } = standing.ending.outcome;
    const { policy } = plan.ref;
    return verdict === 'not-applied' || snapshot === undefined
      ? []
      : [{ consoleId, policy, pushId, snapshot, wasUndo: purpose.kind === 'undo' }];
  });
}

/** The policy a sheet is of; none when it is of several. */
export function policyOf({ consoleId, isSeveral, parts: [part] }: ShownSheet): PolicyTarget | undefined {
  return part && !isSeveral ? { kind: 'policy', consoleId, policy: part.plan.ref.policy } : undefined;
}

/** Every lens says for which plans it was made. */
export function planLenses(sheet: ShownSheet, offers: SheetOffers, verb: string): vscode.CodeLens[] {
  const key = sheet.uri.toString();
  const lens = (line: number, command: vscode.Command): vscode.CodeLens =>
    codeLens(new vscode.Range(line, 0, line, 0), command);
  const isCurrent = sheet.parts.every(({ standing }) => standing.kind === 'current');
  return [
    ...topCommands(sheet, offers, verb).map((command) => lens(0, command)),
    ...sheet.entries.flatMap((entry, place) => {
      const target = isCurrent && sheet.purpose.kind === 'push' ? ruleOf(sheet, entry) : undefined;
      return [
        ...(comparedStep(entry)
          ? [
              lens(entry.line, {
                command: 'ordinance.plan.compareRule',
                title: vscode.l10n.t('Compare'),
                arguments: [key, { place, token: sheet.token } satisfies PlacedEntry],
              }),
            ]
          : []),
        ...(target
          ? [
              lens(entry.line, {
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

function topCommands(sheet: ShownSheet, offers: SheetOffers, verb: string): vscode.Command[] {
  const { parts, token, uri } = sheet;
  const { l10n } = vscode;
  const here = [uri.toString(), token];
  const target = policyOf(sheet);
  const command = (id: string, title: string, on: unknown[] = here): vscode.Command => ({
    command: id,
    title,
    arguments: on,
  });
  if (parts.some(({ standing }) => standing.kind === 'pushing')) {
    return [];
  }
  if (offers.canPush) {
    return [
      command('ordinance.plan.push', verb),
      command('ordinance.plan.close', l10n.t('Cancel')),
      ...(target ? [command('ordinance.plan.compare', l10n.t('Compare'))] : []),
      ...(parts.some(({ plan }) => hasAffected(plan))
        ? [
            target
              ? command('ordinance.policy.countAffected', l10n.t('Count Affected Resources'), [target])
              : command('ordinance.plan.countAffected', l10n.t('Count Affected Resources')),
          ]
        : []),
    ];
  }
  const [entry] = entriesOf(sheet);
  const isEnded = parts.some(({ standing }) => standing.kind === 'ended');
  return [
    ...(offers.canUndo ? undoables(sheet) : []).map((push) =>
      command('ordinance.policy.undoPush', undoTitle(sheet, push), [push]),
    ),
    ...(offers.canMakeAgain ? [command('ordinance.plan.makeAgain', l10n.t('Make Again'))] : []),
    ...mergeables(sheet).map((policy) =>
      command(
        'ordinance.policy.merge',
        sheet.isSeveral ? l10n.t('Merge {0}…', policy.policy) : l10n.t('Merge…'),
        [policy],
      ),
    ),
    ...(entry === undefined
      ? []
      : [command('_ordinance.history.reveal', l10n.t('Show in History'), [entry])]),
    command('ordinance.plan.close', isEnded ? l10n.t('Close') : l10n.t('Cancel')),
  ];
}

function undoTitle({ isSeveral }: ShownSheet, { policy, wasUndo }: UndoablePush): string {
  const { l10n } = vscode;
  return isSeveral ? l10n.t('Undo {0}…', policy) : wasUndo ? l10n.t('Redo…') : l10n.t('Undo…');
}

/** The policies of which live is another one than their files started from: refused for it, or known before they are sent. */
function mergeables({ consoleId, parts, purpose }: ShownSheet): readonly PolicyTarget[] {
  const isToMerge = (standing: PlanStanding): boolean =>
    standing.kind === 'old'
      ? standing.why === 'live' && purpose.kind === 'push'
      : standing.kind === 'ended' && standing.ending.kind === 'refused' && standing.ending.canMerge === true;
  return parts.flatMap(({ plan, standing }) =>
    isToMerge(standing) ? [{ kind: 'policy', consoleId, policy: plan.ref.policy }] : [],
  );
}

/** Entries in the History, the first push first: by their ids, or the newest of a policy. What was refused has none. */
function entriesOf({ consoleId, parts }: ShownSheet): readonly (string | PolicyTarget)[] {
  return parts.flatMap(({ plan, standing }): (string | PolicyTarget)[] => {
    const ending = standing.kind === 'ended' ? standing.ending : undefined;
    if (ending?.kind === 'verdict') {
      return [ending.outcome.pushId];
    }
    return ending?.kind === 'broken' ? [{ kind: 'policy', consoleId, policy: plan.ref.policy }] : [];
  });
}

/** Whether there may be something to count, and the console lists what rules apply to. */
function hasAffected({ ref, consequences }: PushPlan): boolean {
  const isSure = consequences?.decisionsChange === false && consequences.effectChanges.length === 0;
  return !isSure && policyKind(ref.policy)?.extra.includes('impacted') === true;
}
