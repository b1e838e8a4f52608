import * as vscode from 'vscode';
import {
  families,
  familyTable,
  policyKinds,
  type Family,
  type PolicyKind,
  type PolicyName,
} from '../../core/policy/families.ts';
import { note, pick, showMessage, type Action, choose } from '../platform/dialogs.ts';
import { helpActions } from '../platform/helpActions.ts';
import { withProgress } from '../platform/progress.ts';
import type { PullReport } from '../../core/sync/outcomes.ts';
import { isExpected } from '../../core/util/errors.ts';
import type { ConsoleHandle, ChosenPolicy } from '../workspace/consoleHandle.ts';
import { absentCodes, mayHaveEdits } from '../workspace/shownState.ts';
import { targetOf, type Target } from '../workspace/target.ts';
import type { FeatureServices } from '../featureServices.ts';
import { chooseConsole } from '../targets/targets.ts';
import { pullPolicies, type PullOptions } from '../../core/sync/pull.ts';
import { describeLostEdits } from '../workspace/ruleChangeWords.ts';

export async function pullConsole(services: FeatureServices, row?: unknown): Promise<PullReport> {
  const console = await chooseConsole(services, row);
  return pull(services, console, policyKinds, { kind: 'console', consoleId: console.id });
}

export async function pullFamily(services: FeatureServices, row?: unknown): Promise<PullReport> {
  const console = await chooseConsole(services, row);
  const target = targetOf(row);
  const family = target?.kind === 'family' ? target.family : await askForFamily();
  return pull(
    services,
    console,
    policyKinds.filter((kind) => kind.family === family),
    { kind: 'family', consoleId: console.id, family },
  );
}

async function askForFamily(): Promise<Family> {
  const items = families.map((family) => ({ label: familyTable[family].title, family }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which family?') })).family;
}

/** Pulls the chosen policies, console by console. */
export async function pullPolicy(
  services: FeatureServices,
  policies: readonly ChosenPolicy[],
): Promise<readonly PullReport[]> {
  const reports: PullReport[] = [];
  for (const [console, chosen] of Map.groupBy(policies, (policy) => policy.console)) {
    const kinds = chosen.map(({ kind }) => kind);
    const [only, ...more] = kinds;
    const row: Target =
      only && more.length === 0
        ? { kind: 'policy', consoleId: console.id, policy: only.name }
        : { kind: 'console', consoleId: console.id };
    reports.push(await pull(services, console, kinds, row));
  }
  return reports;
}

/** Pulls policies of one console with progress, and reports the end once. Then the view shows `row`. */
async function pull(
  services: FeatureServices,
  console: ConsoleHandle,
  kinds: readonly PolicyKind[],
  row: Target,
): Promise<PullReport> {
  const { name } = console.entry;
  const next: NextCommands = new Map();
  const report = await withProgress({ title: vscode.l10n.t('Pulling from {0}', name) }, (signal, report) =>
    pullPolicies(services.syncs.of(console), kinds, {
      format: console.format,
      full: services.settings.flag('ordinance.pull.fullDocuments', console.file),
      signal,
      concurrency: services.settings.pullConcurrency,
      chooseOverwrite: overwriteChooser(
        name,
        kinds.map((kind) => kind.name),
        (policy) => mayHaveEdits(services.models.status(console.id, policy)),
        next,
      ),
      onProgress: (done, total, ref) =>
        report(vscode.l10n.t('{0} of {1}: {2}', done, total, ref.policy), done / total),
    }),
  );
  summarize(services, console, kinds.length, report);
  const { rows } = services.targets;
  if (rows.isVisible && report.written.length > 0) {
    // The end of the command does not wait for the redrawn rows.
    void rows.revealRow(row, 'show');
  }
  for (const [policy, command] of report.canceled ? [] : next) {
    const target: Target = { kind: 'policy', consoleId: console.id, policy };
    await vscode.commands.executeCommand(command, { target });
  }
  return report;
}

function summarize(
  services: FeatureServices,
  handle: ConsoleHandle,
  asked: number,
  report: PullReport,
): void {
  const console = handle.entry.name;
  const { written, unchanged, kept, failed, canceled } = report;
  const counts = [
    vscode.l10n.t('{0} written', written.length),
    vscode.l10n.t('{0} unchanged', unchanged.length),
    ...(kept.length > 0 ? [vscode.l10n.t('{0} kept', kept.length)] : []),
  ].join(', ');
  services.log.info(
    `pull from ${console}: ${counts}, ${failed.length} failed${canceled ? ', canceled' : ''}`,
  );
  for (const { ref, error } of failed) {
    services.log.warn(`pull of ${ref.console}/${ref.policy} failed: ${error.message}`);
    if (!isExpected(error)) {
      services.log.error(error);
    }
  }
  const absent = failed.filter(({ error }) => isExpected(error) && absentCodes.has(error.code));
  if (failed.length > 0 && absent.length === failed.length && absent.length < asked) {
    // The tree shows the missing policies, and a person cannot correct this.
    note(vscode.l10n.t('Pulled from {0}: {1}, {2} not available', console, counts, absent.length));
  } else if (failed.length > 0) {
    showMessage('error', failureMessage(console, asked, counts, report), ...helpAfter(handle, report), {
      label: vscode.l10n.t('Show Log'),
      run: () => services.log.show(),
    });
  } else {
    note(
      canceled
        ? vscode.l10n.t('Pull from {0} canceled: {1}', console, counts)
        : vscode.l10n.t('Pulled from {0}: {1}', console, counts),
    );
  }
}

/** Returns the actions that help after the failures; a retry pulls the failed policies again. */
function helpAfter({ id }: ConsoleHandle, { failed }: PullReport): Action[] {
  const targets = failed.map(({ ref }): Target => ({ kind: 'policy', consoleId: id, policy: ref.policy }));
  const retry = (): void => void vscode.commands.executeCommand('ordinance.policy.pull', targets[0], targets);
  const actions = failed.flatMap(({ error }, at) =>
    isExpected(error)
      ? helpActions(error, { what: 'ordinance.policy.pull', args: [targets[at]], retry })
      : [],
  );
  return [...new Map(actions.map((action) => [action.label, action])).values()].slice(0, 2);
}

/** Names each reason once, even when several policies have it. */
function failureMessage(console: string, asked: number, counts: string, { failed }: PullReport): string {
  const [first] = failed;
  if (asked === 1 && first) {
    return vscode.l10n.t('{0} was not pulled from {1}: {2}', first.ref.policy, console, first.error.message);
  }
  const reasons = Array.from(
    Map.groupBy(failed, ({ error }) => error.message),
    ([reason, group]) =>
      group.length === asked ? reason : `${group.map(({ ref }) => ref.policy).join(', ')}: ${reason}`,
  );
  return vscode.l10n.t(
    '{0} of {1} policies of {2} not pulled ({3}). {4}',
    failed.length,
    asked,
    console,
    counts,
    reasons.join('; '),
  );
}

/** The commands that run after the pull, by the policies whose files a person keeps. */
export type NextCommands = Map<PolicyName, 'ordinance.policy.merge' | 'ordinance.policy.compareLive'>;

/**
 * Asks about each policy of a pull with edits, and names the edits that overwriting discards. While more policies may follow, one
 * answer can count for all of them.
 */
export function overwriteChooser(
  console: string,
  pulled: readonly PolicyName[],
  mayHaveEdits: (policy: PolicyName) => boolean,
  next: NextCommands,
): PullOptions['chooseOverwrite'] {
  const overwrite = vscode.l10n.t('Overwrite');
  const keep = vscode.l10n.t('Keep Mine');
  const merge = vscode.l10n.t('Merge…');
  const compare = vscode.l10n.t('Compare with Live');
  const overwriteAll = vscode.l10n.t('Overwrite All');
  const keepAll = vscode.l10n.t('Keep All Mine');
  const asked = new Set<PolicyName>();
  let forAll: 'overwrite' | 'keep' | 'cancel' | undefined;
  return async ({ policy }, lost, canMerge) => {
    if (forAll) {
      return forAll;
    }
    asked.add(policy);
    const isLast = !pulled.some((other) => !asked.has(other) && mayHaveEdits(other));
    const message = vscode.l10n.t('{0} has local edits that were not pushed to {1}.', policy, console);
    const detail = [
      vscode.l10n.t('Overwriting replaces them with the live policy.'),
      ...describeLostEdits(await lost()),
    ];
    // The first button has the keyboard focus, so it must discard nothing. For one policy, Escape keeps the file.
    const answer =
      pulled.length === 1
        ? await choose(message, detail, [canMerge ? merge : compare, overwrite], keep)
        : await choose(message, detail, [
            keep,
            // The question about the last policy has no buttons for all, so there is space for a merge.
            ...(canMerge && isLast ? [merge] : []),
            overwrite,
            ...(isLast ? [] : [keepAll, overwriteAll]),
          ]);
    if (answer === undefined) {
      forAll = 'cancel';
    } else if (answer === overwriteAll) {
      forAll = 'overwrite';
    } else if (answer === keepAll) {
      forAll = 'keep';
    } else if (answer === merge) {
      next.set(policy, 'ordinance.policy.merge');
    } else if (answer === compare) {
      next.set(policy, 'ordinance.policy.compareLive');
    }
    return forAll ?? (answer === overwrite ? 'overwrite' : 'keep');
  };
}
