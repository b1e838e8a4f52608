import * as vscode from 'vscode';
import { confirm, note } from '../platform/dialogs.ts';
import { writeTextFile } from '../workspace/textFiles.ts';
import { fileOf } from '../targets/showPolicy.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { BaseTexts } from './baseTexts.ts';

/** Brings files back to their base, after a question that names them. Nothing is sent or read. */
export async function discardEdits(
  services: { readonly files: PolicyFiles; readonly baseTexts: BaseTexts },
  policies: readonly ChosenPolicy[],
): Promise<void> {
  const [only] = policies;
  const texts = await Promise.all(
    policies.map(async (policy) => {
      const file = await fileOf(services, policy);
      return { file, text: await services.baseTexts.textOf(file) };
    }),
  );
  await confirm({
    message:
      only && policies.length === 1
        ? vscode.l10n.t('Discard the edits of {0} of {1}?', only.kind.name, only.console.entry.name)
        : vscode.l10n.t('Discard the edits of {0} policies?', policies.length),
    detail: [
      ...(policies.length === 1
        ? []
        : policies.map(({ console, kind }) => `${console.entry.name}/${kind.name}`)),
      vscode.l10n.t(
        'The file goes back to what was last pulled or pushed. Comments at rules that did not change stay.',
      ),
    ],
    verb: vscode.l10n.t('Discard'),
  });
  for (const { file, text } of texts) {
    await writeTextFile(file, text);
  }
  note(vscode.l10n.t('Edits discarded.'));
}
