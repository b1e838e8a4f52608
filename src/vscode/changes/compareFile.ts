import * as vscode from 'vscode';
import { withProgress } from '../platform/progress.ts';
import { showDiff } from '../platform/showDiff.ts';
import { fileOf, showDifference } from '../targets/showPolicy.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { Tools } from '../tools.ts';

type Comparing = Pick<Tools, 'files' | 'liveDocuments' | 'syncs' | 'baseTexts'>;

/** What was edited since the last pull or push: base left, file right. Makes no request. */
export async function compareWithBase(tools: Comparing, policy: ChosenPolicy): Promise<void> {
  const { console, kind } = policy;
  const file = await fileOf(tools, policy);
  await showDiff(
    await tools.baseTexts.current(console, kind.name, file),
    file,
    vscode.l10n.t('{0}: base ↔ working copy', kind.name),
  );
}

/** Live left, file right. Reads live unless that was done in this session. */
export async function compareWithLive(tools: Comparing, policy: ChosenPolicy): Promise<void> {
  const { console, kind } = policy;
  const sync = tools.syncs.of(console);
  if (sync.lastLive(kind) === undefined) {
    await withProgress(
      { title: vscode.l10n.t('Reading {0}', kind.name), location: 'notification', cancellable: true },
      (signal) => sync.refresh(kind, signal),
    );
  }
  await showDifference(tools, policy, sync.lastLive(kind) ?? '');
}
