import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import { openDocument, sameLines, workingText } from '../workspace/textFiles.ts';
import { writeTextFile } from '../workspace/writeTextFile.ts';
import { fileOf, type ChosenPolicy } from '../targets/targets.ts';
import type { FeatureServices } from '../featureServices.ts';

/** The watch remembers the text of the file; `seal` saves the file, and refuses after a change of the text. */
export async function watchText(
  tools: Pick<FeatureServices, 'consoles' | 'savedTexts'>,
  policy: ChosenPolicy,
): Promise<{ seal(): Promise<void> }> {
  const uri = await fileOf(tools, policy);
  const planned = await workingText(uri);
  return {
    seal: async () => {
      const now = await workingText(uri);
      if (planned === undefined || now === undefined || !sameLines(planned, now)) {
        throw new ExpectedError(
          'file-changed',
          vscode.l10n.t('Not pushed: the file changed after the plan was created.'),
          { advice: vscode.l10n.t('Push again to see the new plan.') },
        );
      }
      if (openDocument(uri)?.isDirty) {
        await writeTextFile(uri, [], now, tools.savedTexts);
      }
    },
  };
}
