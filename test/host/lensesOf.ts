import { commands } from 'vscode';
import type { CodeLens, Uri } from 'vscode';
import { waitFor } from './harness.ts';

/**
 * The lenses of a document, the first `most` of them with what they do, their titles without icons. The editor forgets that a tenth of a second after it answered, and
 * then a host that was busy for as long gets lenses that do nothing: it is asked again.
 */
export function lensesOf(uri: Uri | undefined, most = 100): Promise<CodeLens[]> {
  return waitFor('lenses that do something', async () => {
    const all = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', uri, most);
    for (const { command } of all) {
      if (command) {
        command.title = command.title.replace(/^\$\([a-z-]+\) /, '');
      }
    }
    return all.slice(0, most).every(({ command }) => command !== undefined) && all;
  });
}
