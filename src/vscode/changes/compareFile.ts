import * as vscode from 'vscode';
import { showDiff } from '../platform/showDiff.ts';
import { readLive } from '../targets/readLive.ts';
import { fileOf, showDifference } from '../targets/showPolicy.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { BaseTexts } from './baseTexts.ts';

interface Comparing {
  readonly files: PolicyFiles;
  readonly liveDocuments: LiveDocuments;
  readonly syncs: ConsoleSyncs;
  readonly baseTexts: BaseTexts;
}

/** What was edited since the last pull or push: base left, file right. Makes no request. */
export async function compareWithBase(services: Comparing, policy: ChosenPolicy): Promise<void> {
  const { console, kind } = policy;
  const file = await fileOf(services, policy);
  await showDiff(
    await services.baseTexts.current(console, kind.name, file),
    file,
    vscode.l10n.t('{0}: base ↔ policy file', kind.name),
  );
}

/** Live left, file right. Reads live unless that was done in this session. */
export async function compareWithLive(services: Comparing, policy: ChosenPolicy): Promise<void> {
  const { console, kind } = policy;
  const live = services.syncs.of(console).lastLive(kind) ?? (await readLive(services.syncs, policy));
  await showDifference(services, policy, live ?? '');
}
