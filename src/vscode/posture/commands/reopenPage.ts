import * as vscode from 'vscode';
import { messageOf } from '../../../core/util/errors.ts';
import { commandLink, html } from '../pages/html.ts';
import type { PageName } from '../pages/posturePages.ts';
import type { Posture } from '../posture.ts';
import { showApplication } from './showPages.ts';
import { reopenComparison } from './snapshots.ts';

/**
 * Shows a page of before a reload of the window again. What one application says is read; a whole tenant only when somebody
 * asks for it. A page that cannot be shown says why.
 */
export async function reopenPage(posture: Posture, name: PageName): Promise<void> {
  const [what, sourceId, first, second] = name;
  try {
    await posture.sources.reload();
    if (what === 'application' && first !== undefined && posture.sources.get(sourceId)?.access === 'ready') {
      await showApplication(posture, { sourceId, app: first });
      return;
    }
    if (what === 'comparison' && first && second) {
      await reopenComparison(posture, name);
      return;
    }
    explain(posture, name, vscode.l10n.t('A window reload clears this page.'));
  } catch (error) {
    explain(posture, name, messageOf(error));
  }
}

function explain(posture: Posture, name: PageName, sentence: string): void {
  const [what, sourceId, app] = name;
  const console = posture.sources.get(sourceId)?.console.entry.name ?? '';
  const [command, label, argument] =
    what === 'application'
      ? ([
          'ordinance.posture.showApplication',
          vscode.l10n.t('Read the Application Again'),
          { sourceId, app },
        ] as const)
      : what === 'comparison'
        ? (['ordinance.posture.compareSnapshots', vscode.l10n.t('Compare Snapshots…'), { sourceId }] as const)
        : ([
            'ordinance.posture.showOverview',
            vscode.l10n.t('Read All Applications Again'),
            { sourceId },
          ] as const);
  const title = console === '' ? vscode.l10n.t('SaaS Posture') : vscode.l10n.t('Posture of {0}', console);
  posture.pages.show({
    name,
    title,
    body: html`<h1>${title}</h1>
      <p>${sentence}</p>
      <p class="links">${commandLink(label, command, argument)}</p>`,
    commands: [command],
  });
}
