import * as vscode from 'vscode';
import { ExpectedError } from '../../../core/util/errors.ts';
import { applicationPage, applicationPageCommands } from '../pages/applicationPage.ts';
import { overviewPage, overviewPageCommands } from '../pages/overviewPage.ts';
import type { PageName } from '../pages/posturePages.ts';
import { readWholeTenant } from './snapshots.ts';
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
  posture.pages.show({
    name: page,
    title: application.name,
    body: applicationPage(facts),
    commands: applicationPageCommands,
  });
  return page;
}

/** The page of all applications. Resolves to the name of the page. */
export async function showOverview(posture: Posture, argument?: unknown): Promise<PageName> {
  const source = await chooseSource(posture, argument);
  const snapshot = await readWholeTenant(posture, source);
  posture.shownTenants.set(source.id, snapshot);
  const page: PageName = ['overview', source.id];
  posture.pages.show({
    name: page,
    title: vscode.l10n.t('Posture of {0}', snapshot.console),
    body: overviewPage(source.id, snapshot),
    commands: overviewPageCommands,
  });
  return page;
}
