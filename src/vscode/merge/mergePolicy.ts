import * as vscode from 'vscode';
import type { JsonObject } from '../../core/json/json.ts';
import { diffPolicies } from '../../core/policy/ruleDiff.ts';
import { testLines } from '../../core/sync/planFacts.ts';
import { confirm, note, showMessage } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import { SingleFlight } from '../../core/util/concurrency.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { writeValueText } from '../../core/document/updatedText.ts';
import { conflictTitle, mergeState } from './conflictNode.ts';
import { MergeSession, type LostEdit, type MergeServices } from './mergeSession.ts';
import { fileOf, chosenOf } from '../workspace/consoles.ts';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import type { ConflictsView } from './conflictsView.ts';
import { plannedTests, type MergeDocuments } from './mergeDocuments.ts';
import type { ResolutionFiles } from './resolutionFiles.ts';
import { mergeWithLive, saveMerge } from '../../core/sync/merge.ts';

/** The parts of the feature that its commands use. */
export interface Merging extends MergeServices {
  readonly mergeDocuments: MergeDocuments;
  readonly resolutions: ResolutionFiles;
  readonly conflicts: ConflictsView;
}

/** The end of a merge command: an `open` merge waits for a person. */
type MergeEnding = 'nothing-to-merge' | 'open' | 'applied';

/** Reads the live policy, merges it with the edits of the file and shows the merge. Writes and sends nothing. */
export async function mergePolicy(services: Merging, policy: ChosenPolicy): Promise<MergeEnding> {
  const { merges, mergeDocuments, log, syncs } = services;
  const { console, kind } = policy;
  const { id: consoleId, entry } = console;
  await fileOf(services, policy);
  const outcome = await withProgress(
    { title: vscode.l10n.t('Merging {0} with the live policy', kind.name) },
    (signal) => mergeWithLive(syncs.of(console), kind, new Map(), signal),
  );
  if (outcome.kind === 'invalid') {
    throw new ExpectedError(
      'invalid',
      vscode.l10n.t('{0} has problems: {1}', kind.name, outcome.problems.slice(0, 3).join('; ')),
      { advice: vscode.l10n.t('Fix them, then merge.') },
    );
  }
  const before = merges.of({ kind: 'policy', consoleId, policy: kind.name });
  // A new merge would end the unsaved rule.
  refuseUnsaved(services, before);
  if (outcome.kind === 'nothing-to-merge') {
    showMessage(
      'info',
      outcome.isLiveBase
        ? vscode.l10n.t('Nothing to merge: {0} was not changed on {1}.', kind.name, entry.name)
        : vscode.l10n.t(
            'Nothing to merge: the file of {0} equals the live policy of {1}. Pull to continue from there.',
            kind.name,
            entry.name,
          ),
    );
    if (before) {
      merges.end(before);
    }
    return 'nothing-to-merge';
  }
  const { base, mine, live, seen } = outcome;
  const input = { consoleId, console: entry.name, kind, base, mine, live, seen };
  const session = new MergeSession(input);
  log.info(`merge of ${entry.name}/${kind.name}: ${session.result.open.length} conflicts`);
  const { lost = [], reopened = 0 } = before ? session.takeChoices(before) : {};
  merges.begin(session);
  await mergeDocuments.show(session);
  lost.forEach(reportLostEdit);
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

/** Offers the text of an edit that no longer fits. */
function reportLostEdit({ conflict, value }: LostEdit): void {
  const show = async (): Promise<void> => {
    const content = writeValueText(value ?? null, 'yaml');
    const document = await vscode.workspace.openTextDocument({ language: 'yaml', content });
    await vscode.window.showTextDocument(document);
  };
  showMessage(
    'warning',
    vscode.l10n.t(
      'Your edit of {0} in the merge was not kept, because the rule changed.',
      conflictTitle({ ...conflict, path: '' }),
    ),
    ...(value === undefined ? [] : [{ label: vscode.l10n.t('Show the Edited Rule'), run: show }]),
  );
}

/**
 * Writes a merge into the file, when a visible editor shows the merge and nothing is unresolved; otherwise shows the merge. The live
 * policy becomes the base of the file. A held key applies the merge once.
 */
export function applyMerge(services: Merging, session: MergeSession): Promise<MergeEnding> {
  return applying.run(session.id, () => applyOnce(services, session));
}

const applying = new SingleFlight<MergeEnding>();

async function applyOnce(services: Merging, session: MergeSession): Promise<MergeEnding> {
  const { mergeDocuments, merges, syncs } = services;
  const { kind, seen } = session.input;
  const { merged, open } = session.result;
  refuseUnsaved(services, session);
  if (mergeDocuments.isOutdated(session)) {
    return mergePolicy(services, chosenOf(services, session.target));
  }
  if (open.length > 0 || !(await mergeDocuments.isSeen(session))) {
    await mergeDocuments.show(session);
    if (open.length > 0) {
      note(vscode.l10n.t('Not applied: {0}.', mergeState(session)));
    }
    return 'open';
  }
  await confirmFailingTests(services, session);
  refuseUnsaved(services, session);
  if (!merges.has(session)) {
    throw mergeHasEnded();
  }
  // Only the visible merge is written, without choices made in between.
  if (session.result.merged !== merged) {
    throw new ExpectedError('changed', vscode.l10n.t('Not applied: the choices in the merge changed.'), {
      advice: vscode.l10n.t('Review the merge, then apply it again.'),
    });
  }
  const policy = chosenOf(services, session.target);
  await saveMerge(syncs.of(policy.console), kind, session.choices, seen);
  merges.end(session);
  await vscode.window.showTextDocument(await fileOf(services, policy), { preview: false });
  reportApplied(session, merged, policy);
  return 'applied';
}

function refuseUnsaved({ resolutions }: Merging, session: MergeSession | undefined): void {
  if (session && resolutions.isUnsaved(session)) {
    throw new ExpectedError('unsaved-rule', vscode.l10n.t('A rule of this merge has unsaved edits.'), {
      advice: vscode.l10n.t('Save or close the rule first.'),
    });
  }
}

export function mergeHasEnded(): ExpectedError {
  return new ExpectedError(
    'merge-over',
    vscode.l10n.t('Nothing was done: this merge was applied, abandoned or started again.'),
    { advice: vscode.l10n.t('Review the file, and merge again if it still differs from the live policy.') },
  );
}

function reportApplied(
  { target, input: { kind, live } }: MergeSession,
  merged: JsonObject,
  { console }: ChosenPolicy,
): void {
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
  showMessage('info', vscode.l10n.t('Merged {0} into the file.', kind.name), {
    label: vscode.l10n.t('Push Policy…'),
    run: () => vscode.commands.executeCommand('ordinance.policy.push', target),
  });
}

async function confirmFailingTests(services: Merging, session: MergeSession): Promise<void> {
  const { name } = session.input.kind;
  const tests = await plannedTests(services, session);
  if (tests && tests.failing.length > 0) {
    await confirm({
      message: vscode.l10n.t('Write the merged {0} into the file although its tests fail?', name),
      detail: [...testLines(tests), vscode.l10n.t('Nothing is sent.')],
      verb: vscode.l10n.t('Apply Merge'),
    });
  }
}
