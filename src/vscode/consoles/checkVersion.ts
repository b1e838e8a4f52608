import * as vscode from 'vscode';
import { apiVersionOf } from '../../core/consoleFile/consoleEntry.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { showMessage } from '../platform/dialogs.ts';
import { withApiVersion } from './consoleFileEdits.ts';
import { workingText } from '../workspace/textFiles.ts';
import { writeTextFile } from '../workspace/writeTextFile.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import { consoleOf } from '../workspace/consoles.ts';
import type { FeatureServices } from '../featureServices.ts';

/**
 * Shows the release of a console, and offers to write the API version of that release into `ordinance.yaml`.
 */
export async function checkVersion(
  services: FeatureServices,
  row?: unknown,
): Promise<{ readonly release: string; readonly apiVersion: string | undefined }> {
  const console = await chooseReadyConsole(services, row);
  const { name, apiVersion: current } = console.entry;
  const release = await services.connections.read(console, vscode.l10n.t('the version'), (client, signal) =>
    client.version(signal),
  );
  const apiVersion = apiVersionOf(release);
  const version = { release, apiVersion };
  if (apiVersion === undefined || apiVersion === current) {
    showMessage(
      'info',
      vscode.l10n.t('{0} is release {1}. Requests use API version {2}.', name, release, current),
    );
    return version;
  }
  const text =
    current === '1'
      ? vscode.l10n.t(
          '{0} is release {1}. Requests use API version 1, which is always the newest.',
          name,
          release,
        )
      : vscode.l10n.t('{0} is release {1}, but requests use API version {2}.', name, release, current);
  showMessage('info', text, {
    label: vscode.l10n.t('Use {0}', apiVersion),
    run: async () => {
      // A person may answer the message much later.
      if (consoleOf(services, { consoleId: console.id }).entry.url !== console.entry.url) {
        throw new ExpectedError('other-destination', vscode.l10n.t('{0} changed in ordinance.yaml.', name), {
          advice: vscode.l10n.t('Check its API version again.'),
        });
      }
      const text = await workingText(console.file);
      await writeTextFile(
        console.file,
        withApiVersion(text ?? '', name, apiVersion),
        text,
        services.savedTexts,
      );
      await services.consoles.reload();
    },
  });
  return version;
}
