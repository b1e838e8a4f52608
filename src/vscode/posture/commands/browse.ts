import * as vscode from 'vscode';
import { ExpectedError } from '../../../core/util/errors.ts';
import { settingOf } from './copyMarkdown.ts';
import { nodeOf } from './postureTarget.ts';
import type { Posture } from '../posture.ts';

/** Opens where a setting is set, or a ticket, in the browser. Only web addresses are opened. */
export async function browse(posture: Posture, argument?: unknown): Promise<string> {
  const url = nodeOf(posture, argument)?.row.url ?? (await settingOf(posture, argument))?.setting.consoleUrl;
  if (url === undefined || !URL.canParse(url) || !['https:', 'http:'].includes(new URL(url).protocol)) {
    throw new ExpectedError('no-address', vscode.l10n.t('There is no web address for this.'));
  }
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
  return url;
}
