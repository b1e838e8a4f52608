import * as vscode from 'vscode';
import { withProgress } from '../platform/progress.ts';
import type { PlanOutcome } from '../../core/sync/outcomes.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { openDocument, sameLines, workingText } from '../workspace/textFiles.ts';
import { savedBelow, saveOver, type SavedTexts } from '../workspace/writeTextFile.ts';
import { fileOf } from '../targets/showPolicy.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';

/** Reads live and plans a push of the text as it stands, saved or not. */
export async function makePlan(
  tools: { readonly syncs: ConsoleSyncs; readonly files: PolicyFiles },
  { console, kind }: ChosenPolicy,
): Promise<PlanOutcome> {
  await fileOf(tools, { console, kind });
  return withProgress(
    {
      title: vscode.l10n.t('Comparing {0} with live', kind.name),
      location: 'notification',
      cancellable: true,
    },
    (signal) => tools.syncs.of(console).plan(kind, signal),
  );
}

/** Remembers what the file says now; `seal` saves it, and refuses when it says something else by then. */
export async function watchText(
  tools: { readonly files: PolicyFiles; readonly documents: SavedTexts },
  policy: ChosenPolicy,
): Promise<{ seal(): Promise<void> }> {
  const uri = await fileOf(tools, policy);
  const planned = (await workingText(uri))?.text;
  return {
    seal: async () => {
      const below = await savedBelow(openDocument(uri), tools.documents);
      const now = (await workingText(uri))?.text;
      if (planned === undefined || now === undefined || !sameLines(planned, now)) {
        throw new ExpectedError(
          'file-changed',
          vscode.l10n.t('Not pushed: the file was changed after the plan was made.'),
          { advice: vscode.l10n.t('Push again to see the new plan.') },
        );
      }
      const document = openDocument(uri);
      if (document?.isDirty) {
        await saveOver(document, below);
      }
    },
  };
}
