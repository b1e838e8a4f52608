import * as vscode from 'vscode';
import type { JsonObject } from '../../core/json/json.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { testLines } from '../../core/sync/planFacts.ts';
import { confirm, showMessage } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { resourceText } from '../workspace/resourceText.ts';
import { conflictTitle } from './describeConflict.ts';
import { MergeSession, type GivenUp } from './mergeSession.ts';
import { fileOf } from '../targets/showPolicy.ts';
import { chosenOf, type ChosenPolicy } from '../targets/targets.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import { isGoingOn, type Merges } from './merges.ts';
import type { MergeDocuments, MergeDocumentsDeps } from './mergeDocuments.ts';
import type { ResolutionFiles } from './resolutionFiles.ts';
import type { Log } from '../platform/log.ts';

export interface Merging {
  readonly consoles: ConsoleRegistry;
  readonly syncs: ConsoleSyncs;
  readonly files: PolicyFiles;
  readonly merges: Merges;
  readonly documents: Pick<MergeDocuments, 'show' | 'hindrance' | 'isOutdated' | 'isSeen'>;
  readonly resolutions: Pick<ResolutionFiles, 'isUnsaved'>;
  readonly tested: MergeDocumentsDeps['tested'];
  readonly log: Log;
}

/** How a merge ended: `open` waits for a person in the Conflicts view. */
export type MergeEnding = 'nothing-to-merge' | 'open' | 'applied';

/**
 * Reads live and merges it with the edits of the file, and shows that as a document in which it is decided and applied.
 * Nothing is written, and nothing sent.
 */
export async function mergePolicy(services: Merging, policy: ChosenPolicy): Promise<MergeEnding> {
  const { merges, documents, log } = services;
  const session = await beginMerge(services, policy);
  const before = merges.of({ kind: 'policy', consoleId: policy.console.id, policy: policy.kind.name });
  if (before && services.resolutions.isUnsaved(before)) {
    // The typed rule could not be saved after a new merge.
    await documents.show(before);
    return 'open';
  }
  if (!session) {
    if (before) {
      merges.end(before);
    }
    return 'nothing-to-merge';
  }
  log.info(
    `merge of ${policy.console.entry.name}/${policy.kind.name}: ${session.result.open.length} conflicts`,
  );
  const { givenUp = [], reopened = 0 } = before ? session.takeChoices(before) : {};
  merges.begin(session);
  await documents.show(session);
  givenUp.forEach(tellGivenUp);
  if (reopened > 0) {
    showMessage(
      'warning',
      reopened === 1
        ? vscode.l10n.t('1 resolved conflict is unresolved again, because its values changed.')
        : vscode.l10n.t(
            '{0} resolved conflicts are unresolved again, because their values changed.',
            reopened,
          ),
    );
  }
  return 'open';
}

/** Offers a typed rule that no longer fits, so that it is not lost. */
function tellGivenUp({ conflict, value }: GivenUp): void {
  const title = conflictTitle({ ...conflict, path: '' });
  showMessage(
    'warning',
    vscode.l10n.t('Your edit of {0} in the merge was not kept, because the rule changed.', title),
    ...(value === undefined
      ? []
      : [
          {
            label: vscode.l10n.t('Show It'),
            run: async () => {
              const content = resourceText(value, 'yaml');
              await vscode.window.showTextDocument(
                await vscode.workspace.openTextDocument({ language: 'yaml', content }),
              );
            },
          },
        ]),
  );
}

/**
 * Writes a merge into the file that is in sight as it is written; another one is shown first. Live becomes the base of the
 * file.
 */
export function applyMerge(services: Merging, session: MergeSession): Promise<MergeEnding> {
  const going = applying.get(session) ?? applyOnce(services, session);
  applying.set(session, going);
  const done = (): boolean => applying.delete(session);
  void going.then(done, done);
  return going;
}

/** A key that is held comes again while the merge is written: that is no second merge. */
const applying = new WeakMap<MergeSession, Promise<MergeEnding>>();

async function applyOnce(services: Merging, session: MergeSession): Promise<MergeEnding> {
  const { kind, consoleId } = session.input;
  const { merged, open } = session.result;
  const { documents } = services;
  const target = { kind: 'policy', consoleId, policy: kind.name } as const;
  // Also when something is open: what is decided of what is not so any more would be asked about again.
  if (documents.isOutdated(session)) {
    return mergePolicy(services, chosenOf(services, target));
  }
  // The document says what is open, or hinders.
  if (open.length > 0 || documents.hindrance(session) !== undefined || !(await documents.isSeen(session))) {
    await documents.show(session);
    return 'open';
  }
  await agreeToFailingTests(services, session);
  // While tests ran it could be abandoned, and begun again.
  if (!isGoingOn(services.merges, session)) {
    throw mergeIsOver();
  }
  // Only the visible merge is written, without choices made in between.
  if (session.result.merged !== merged) {
    throw new ExpectedError('changed', vscode.l10n.t('Not applied: the choices in the merge changed.'), {
      advice: vscode.l10n.t('Review the merge, then apply it again.'),
    });
  }
  if (documents.hindrance(session) !== undefined) {
    await documents.show(session);
    return 'open';
  }
  const policy = chosenOf(services, target);
  await services.syncs.of(policy.console).applyMerge(kind, session.choices, session.input.seen);
  services.merges.end(session);
  await vscode.window.showTextDocument(await fileOf(services, policy), { preview: false });
  await tellApplied(session, merged, policy);
  return 'applied';
}

export function mergeIsOver(): ExpectedError {
  return new ExpectedError(
    'merge-over',
    vscode.l10n.t('Nothing was done: this merge was applied, abandoned or started again.'),
    { advice: vscode.l10n.t('Review the file, and merge again if it still differs from the live policy.') },
  );
}

async function tellApplied(
  { input: { kind, consoleId, live } }: MergeSession,
  merged: JsonObject,
  { console }: ChosenPolicy,
): Promise<void> {
  if (diffPolicies(kind, live, merged).steps.length === 0) {
    showMessage(
      'info',
      vscode.l10n.t(
        'Merged {0}. The file now equals the live policy of {1}: there is nothing to push.',
        kind.name,
        console.entry.name,
      ),
    );
    return;
  }
  showMessage('info', vscode.l10n.t('Merged {0}. Nothing was sent yet.', kind.name), {
    label: vscode.l10n.t('Push Policy…'),
    run: () =>
      vscode.commands.executeCommand('ordinance.policy.push', {
        kind: 'policy',
        consoleId,
        policy: kind.name,
      }),
  });
}

/** Asks nothing where all of them hold. Throws a cancellation for a no. */
async function agreeToFailingTests(services: Merging, session: MergeSession): Promise<void> {
  const { name } = session.input.kind;
  const tests = await services.tested(session);
  const failing = tests?.failing ?? [];
  if (tests && failing.length > 0) {
    await confirm({
      message: vscode.l10n.t('Write the merged {0} into the file although its tests fail?', name),
      detail: [...testLines(tests), vscode.l10n.t('Nothing is sent.')],
      verb: vscode.l10n.t('Apply Merge'),
    });
  }
}

/** Reads live and the file. Nothing when there is nothing to merge, which is said. */
async function beginMerge(services: Merging, policy: ChosenPolicy): Promise<MergeSession | undefined> {
  const { console, kind } = policy;
  await fileOf(services, policy);
  const outcome = await withProgress(
    {
      title: vscode.l10n.t('Merging {0} with the live policy', kind.name),
      location: 'notification',
      cancellable: true,
    },
    (signal) => services.syncs.of(console).merge(kind, new Map(), signal),
  );
  switch (outcome.kind) {
    case 'nothing-to-merge':
      showMessage(
        'info',
        outcome.isLiveBase
          ? vscode.l10n.t('Nothing to merge: {0} was not changed on {1}.', kind.name, console.entry.name)
          : vscode.l10n.t(
              'Nothing to merge: the file of {0} equals the live policy of {1}. Pull to continue from there.',
              kind.name,
              console.entry.name,
            ),
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
      return new MergeSession({ consoleId: console.id, kind, base, mine, live, seen }, outcome);
    }
  }
}
