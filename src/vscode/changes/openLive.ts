import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import { readLive } from '../targets/readLive.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { ChangeServices } from './changeServices.ts';

/** Reads live and shows it, read-only, in the spelling of the working copy. */
export async function openLive(
  services: Pick<ChangeServices, 'syncs' | 'liveDocuments'>,
  policy: ChosenPolicy,
): Promise<vscode.Uri> {
  const { console, kind } = policy;
  const text = await readLive(services.syncs, policy);
  if (text === undefined) {
    throw new ExpectedError('not-read', vscode.l10n.t('Could not read {0}.', kind.name));
  }
  const uri = await services.liveDocuments.liveUri(console, kind.name, text);
  await vscode.window.showTextDocument(uri, { preview: true });
  return uri;
}
