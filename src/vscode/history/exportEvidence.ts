import * as vscode from 'vscode';
import { showMessage } from '../platform/dialogs.ts';
import { replaceTextFile } from '../workspace/writeTextFile.ts';
import { consoleOf } from '../targets/targets.ts';
import { choosePush, pushesOf, type History } from './historyCommands.ts';

/** The folder for reports lies inside the workspace folder of the console. */
const folderName = 'ordinance-evidence';

/** Writes a report of each chosen push, as Markdown and as JSON, for a change ticket. */
export async function exportEvidence(
  services: History,
  row?: unknown,
  rows?: unknown,
): Promise<readonly vscode.Uri[]> {
  const given = pushesOf(services, row, rows);
  const nodes = given.length > 0 ? given : [await choosePush(services, row)];
  const written: vscode.Uri[] = [];
  for (const { consoleId, record } of nodes) {
    const console = consoleOf(services, { kind: 'console', consoleId });
    const { markdown, json } = await services.syncs.of(console).evidence(record.id);
    const name = [record.at.slice(0, 19), record.console, record.policy]
      .join('-')
      .replaceAll(/[^\w.-]+/g, '-');
    const place = vscode.Uri.joinPath(console.folder.uri, folderName, name);
    const report = place.with({ path: `${place.path}.md` });
    await replaceTextFile(report, markdown);
    await replaceTextFile(place.with({ path: `${place.path}.json` }), json);
    written.push(report);
  }
  const [first] = written;
  if (first) {
    await vscode.window.showTextDocument(first, { preview: false });
    showMessage(
      'info',
      written.length === 1
        ? vscode.l10n.t('Written as Markdown and JSON to {0}.', vscode.workspace.asRelativePath(first))
        : vscode.l10n.t('{0} reports written to {1}, as Markdown and JSON.', written.length, folderName),
    );
  }
  return written;
}
