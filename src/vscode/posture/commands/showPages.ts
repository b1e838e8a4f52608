import * as vscode from 'vscode';
import { ExpectedError } from '../../../core/util/errors.ts';
import { notKept, type PageName } from '../../platform/openPages.ts';
import { applicationPage } from '../pages/applicationPage.ts';
import { overviewPage } from '../pages/overviewPage.ts';
import type { PosturePage } from '../pages/posturePages.ts';
import type { Posture } from '../posture.ts';
import type { PostureSource } from '../postureSources.ts';
import { chooseSource, sourceOfPage, targetOf, type PostureTarget } from './postureTarget.ts';
import { readApplicationPosture } from './readForCommand.ts';
import { comparisonOf, readWholeTenant } from './snapshots.ts';

/** Shows the page of one application. Resolves to the name of the page. */
export async function showApplication(posture: Posture, argument?: unknown): Promise<PageName> {
  const source = await chooseSource(posture, argument);
  const { app: linked, fresh: isFresh = false } = targetOf(posture, argument);
  let target: PostureTarget | undefined = targetOf(posture, argument);
  while (target && !target.row?.application) {
    target = target.parent;
  }
  const app = linked ?? target?.row?.application?.id;
  if (app === undefined) {
    throw new ExpectedError('nothing-selected', vscode.l10n.t('Select an application first.'));
  }
  const name: PageName = ['application', source.id, app];
  await posture.pages.show(name, await applicationOf(posture, source, app, isFresh));
  return name;
}

/** Shows the page of all applications. Resolves to the name of the page. */
export async function showOverview(posture: Posture, argument?: unknown): Promise<PageName> {
  const { id } = await chooseSource(posture, argument);
  const name: PageName = ['overview', id];
  await posture.pages.open(name);
  return name;
}

/** Makes pages by their names. Ordinance reads a whole tenant only on request. */
export function registerPages(posture: Posture): void {
  posture.pages.register('application', async ([id, app = ''], isAsked) =>
    applicationOf(posture, await sourceOfPage(posture, id, isAsked), app, false),
  );
  posture.pages.register('overview', async ([id], isAsked) => {
    const source = await sourceOfPage(posture, id, isAsked);
    if (!isAsked) {
      throw notKept();
    }
    const tenant = await readWholeTenant(posture, source);
    const title = vscode.l10n.t('Posture of {0}', tenant.console);
    return { tenant, title, body: overviewPage(source.id, tenant) };
  });
  posture.pages.register('comparison', async ([id, ...files], isAsked) => {
    const source = await sourceOfPage(posture, id, isAsked);
    if (files.includes('') && !isAsked) {
      throw notKept();
    }
    return comparisonOf(posture, source, files);
  });
}

async function applicationOf(
  posture: Posture,
  source: PostureSource,
  app: string,
  isFresh: boolean,
): Promise<PosturePage> {
  const { id, console } = source;
  const read = await readApplicationPosture(posture, id, app, { isFresh });
  const body = applicationPage({ sourceId: id, console: console.entry.name, ...read });
  return { title: read.application.name, body };
}
