import * as vscode from 'vscode';
import { writeJsonSteps } from '../../core/json/writeJson.ts';
import type { PlannedTests } from '../../core/policyTest/plannedTests.ts';
import { diffSteps } from '../../core/policy/ruleDiff.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import { confirm, tell } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import { showDiff } from '../platform/showDiff.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { MergeSession } from './mergeSession.ts';
import { closeDifference } from '../platform/closeDifference.ts';
import { describeSteps } from '../workspace/describeSteps.ts';
import { fileOf } from '../targets/showPolicy.ts';
import { chosenOf, type ChosenPolicy } from '../targets/targets.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyTestRuns } from '../workspace/policyTestRuns.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { Merges } from './merges.ts';
import type { ConflictsView } from './conflictsView.ts';
import type { Log } from '../platform/log.ts';

export interface Merging {
  readonly consoles: ConsoleRegistry;
  readonly syncs: ConsoleSyncs;
  readonly files: PolicyFiles;
  readonly liveDocuments: LiveDocuments;
  readonly merges: Merges;
  readonly conflicts: ConflictsView;
  readonly policyTestRuns: Pick<PolicyTestRuns, 'planned'>;
  readonly log: Log;
}

/** How a merge ended: `open` waits for a person in the Conflicts view. */
export type MergeEnding = 'nothing-to-merge' | 'open' | 'applied';

/**
 * Reads live and merges it with the edits of the file. Without a conflict the result is shown and, after a yes, written
 * into the file; otherwise the conflicts are listed. Nothing is sent.
 */
export async function mergePolicy(services: Merging, policy: ChosenPolicy): Promise<MergeEnding> {
  const session = await beginMerge(services, policy);
  if (!session) {
    return 'nothing-to-merge';
  }
  services.log.info(
    `merge of ${policy.console.entry.name}/${policy.kind.name}: ${session.result.open.length} conflicts`,
  );
  if (session.result.open.length === 0) {
    return applyMerge(services, session);
  }
  const before = services.merges.of({
    kind: 'policy',
    consoleId: policy.console.id,
    policy: policy.kind.name,
  });
  if (before) {
    session.takeChoices(before);
  }
  services.merges.begin(session);
  await services.conflicts.review(session);
  return 'open';
}

/** Shows what the file would say, asks, and writes it; live becomes the base of the file. */
export async function applyMerge(services: Merging, session: MergeSession): Promise<MergeEnding> {
  const { kind, consoleId, base, live, mine } = session.input;
  const policy = chosenOf(services, { kind: 'policy', consoleId, policy: kind.name });
  const { merged, open } = session.result;
  if (open.length > 0 || services.conflicts.hindrance(session) !== undefined) {
    // Said in the view, where it goes when it is not true any more: a notification would outlive the merge.
    await services.conflicts.hold(session);
    return 'open';
  }
  const file = await fileOf(services, policy);
  const mergedUri = await services.liveDocuments.liveUri(
    policy.console,
    kind.name,
    await inSlices(writeJsonSteps(merged)),
    'merged',
  );
  await showDiff(file, mergedUri, vscode.l10n.t('{0}: working copy ↔ merged', kind.name), { preview: true });
  const result = await inSlices(diffSteps(kind, mine, merged));
  const tests = await services.policyTestRuns.planned(policy.console, kind, merged, { mustHold: false });
  await confirm({
    message: vscode.l10n.t('Write the merged {0} into the working copy?', kind.name),
    detail: [
      ...(base
        ? [
            vscode.l10n.t(
              'Changed on {0}: {1}.',
              policy.console.entry.name,
              describeSteps((await inSlices(diffSteps(kind, base, live))).steps),
            ),
          ]
        : []),
      result.steps.length === 0
        ? vscode.l10n.t('The file stays as it is: your choices take back what was changed there.')
        : vscode.l10n.t('Changes to the file: {0}.', describeSteps(result.steps)),
      ...testedMerge(tests),
      vscode.l10n.t('Nothing is sent.'),
    ].join('\n'),
    verb: vscode.l10n.t('Apply Merge'),
  });
  try {
    // What was shown and asked about is written, and nothing that was chosen meanwhile.
    if (session.result.merged !== merged) {
      throw new ExpectedError(
        'changed',
        vscode.l10n.t('Not applied: something else was chosen in the merge meanwhile.'),
        { advice: vscode.l10n.t('Look at the merge, then apply it again.') },
      );
    }
    await services.syncs.of(policy.console).applyMerge(kind, session.choices, session.input.seen);
  } finally {
    await closeDifference(mergedUri);
  }
  services.merges.end(session);
  await vscode.window.showTextDocument(file, { preview: false });
  if ((await inSlices(diffSteps(kind, live, merged))).steps.length === 0) {
    tell(
      'info',
      vscode.l10n.t(
        'Merged {0}. The file now says what {1} says: there is nothing to push.',
        kind.name,
        policy.console.entry.name,
      ),
    );
    return 'applied';
  }
  tell('info', vscode.l10n.t('Merged {0}. Nothing was sent yet.', kind.name), {
    label: vscode.l10n.t('Push Policy…'),
    run: () =>
      vscode.commands.executeCommand('ordinance.policy.push', {
        kind: 'policy',
        consoleId,
        policy: kind.name,
      }),
  });
  return 'applied';
}

/** What the tests of the policy say of the result. */
function testedMerge(tests: PlannedTests | undefined): readonly string[] {
  if (!tests) {
    return [];
  }
  const { count, failing } = tests;
  return [
    failing.length === 0
      ? vscode.l10n.t('All tests of the policy hold for it.')
      : vscode.l10n.t(
          '{0} of {1} tests of the policy do not hold for it: {2}.',
          failing.length,
          count,
          failing.map(({ name }) => `"${name}"`).join(', '),
        ),
  ];
}

/** Reads live and the file. Nothing when there is nothing to merge, which is said. */
async function beginMerge(services: Merging, policy: ChosenPolicy): Promise<MergeSession | undefined> {
  const { console, kind } = policy;
  await fileOf(services, policy);
  const outcome = await withProgress(
    {
      title: vscode.l10n.t('Merging {0} with live', kind.name),
      location: 'notification',
      cancellable: true,
    },
    (signal) => services.syncs.of(console).merge(kind, new Map(), signal),
  );
  switch (outcome.kind) {
    case 'nothing-to-merge':
      tell(
        'info',
        vscode.l10n.t('Nothing to merge: {0} was not changed on {1}.', kind.name, console.entry.name),
      );
      return undefined;
    case 'invalid':
      throw new ExpectedError(
        'invalid',
        vscode.l10n.t('{0} has problems: {1}', kind.name, outcome.problems.slice(0, 3).join('; ')),
        { advice: vscode.l10n.t('Fix them, then merge.') },
      );
    case 'merge':
    default: {
      const { base, mine, live, seen } = outcome;
      return new MergeSession({ consoleId: console.id, kind, base, mine, live, seen });
    }
  }
}
