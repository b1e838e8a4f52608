import * as vscode from 'vscode';
import { ExpectedError, messageOf } from '../../../core/util/errors.ts';
import { applicationPage } from '../pages/applicationPage.ts';
import { overviewPage } from '../pages/overviewPage.ts';
import type { PageName } from '../../platform/openPages.ts';
import { commandLink, html } from '../../table/html.ts';
import { overviewName, readWholeTenant, reopenComparison } from './snapshots.ts';
import { chooseSource, linkOf, nodeOf, readApplicationPosture } from './postureTarget.ts';
import type { Posture } from '../posture.ts';

/** The page of one application. Resolves to the name of the page. */
export async function showApplication(posture: Posture, argument?: unknown): Promise<PageName> {
  const source = await chooseSource(posture, argument);
  const link = linkOf(argument);
  let node = nodeOf(posture, argument);
  while (node && node.row.subject?.kind !== 'application') {
    node = node.parent;
  }
  const subject = node?.row.subject;
  const app = link?.app ?? (subject?.kind === 'application' ? subject.application.id : undefined);
  if (app === undefined) {
    throw new ExpectedError('nothing-selected', vscode.l10n.t('Select an application first.'));
  }
  const { application, settings, readAt } = await readApplicationPosture(
    posture,
    source,
    app,
    link?.fresh === true,
  );
  const facts = {
    sourceId: source.id,
    console: source.console.entry.name,
    application,
    settings,
    readAt,
  };
  const page: PageName = ['application', source.id, app];
  posture.pages.show({ name: page, title: application.name, body: applicationPage(facts) });
  return page;
}

/** The page of all applications. Resolves to the name of the page. */
export async function showOverview(posture: Posture, argument?: unknown): Promise<PageName> {
  const source = await chooseSource(posture, argument);
  const snapshot = await readWholeTenant(posture, source);
  const name = overviewName(source.id);
  posture.pages.show({
    name,
    tenant: snapshot,
    title: vscode.l10n.t('Posture of {0}', snapshot.console),
    body: overviewPage(source.id, snapshot),
  });
  return name;
}

/**
 * Shows a page of before a reload of the window again. What one application says is read; a whole tenant only when somebody
 * asks for it. A page that cannot be shown says why.
 */
export async function reopenPage(posture: Posture, name: PageName): Promise<void> {
  const [what = '', sourceId = '', first, second] = name;
  const explain = (sentence: string): void => {
    const console = posture.sources.get(sourceId)?.console.entry.name;
    const title =
      console === undefined ? vscode.l10n.t('SaaS Posture') : vscode.l10n.t('Posture of {0}', console);
    const link =
      what === 'application'
        ? commandLink(vscode.l10n.t('Read the Application Again'), 'ordinance.posture.showApplication', {
            sourceId,
            app: first,
          })
        : what === 'comparison'
          ? commandLink(vscode.l10n.t('Compare Snapshots…'), 'ordinance.posture.compareSnapshots', {
              sourceId,
            })
          : commandLink(vscode.l10n.t('Read All Applications Again'), 'ordinance.posture.showOverview', {
              sourceId,
            });
    const body = html`<h1>${title}</h1>
      <p>${sentence}</p>
      <p class="links">${link}</p>`;
    posture.pages.show({ name, title, body });
  };
  try {
    await posture.sources.reload();
    if (what === 'application' && first !== undefined && posture.sources.get(sourceId)?.access === 'ready') {
      await showApplication(posture, { sourceId, app: first });
    } else if (what === 'comparison' && first && second) {
      await reopenComparison(posture, name);
    } else {
      explain(vscode.l10n.t('A window reload clears this page.'));
    }
  } catch (error) {
    explain(messageOf(error));
  }
}
