import { l10n } from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { browse } from './commands/browse.ts';
import { copyMarkdown } from './commands/copyMarkdown.ts';
import { openDocument } from './commands/openDocument.ts';
import { reopenPage } from './commands/reopenPage.ts';
import { reopenTable } from './commands/reopenTable.ts';
import { showApplication, showOverview } from './commands/showPages.ts';
import { showTable } from './commands/showTable.ts';
import { signIn, signOut } from './commands/signIn.ts';
import { compareSnapshotsCommand, openComparison, saveSnapshot } from './commands/snapshots.ts';
import {
  addIntegration,
  addIssue,
  filter,
  refresh,
  removeLink,
  reveal,
  stop,
} from './commands/treeCommands.ts';
import { PosturePages } from './pages/posturePages.ts';
import type { Posture } from './posture.ts';
import { PostureClients } from './postureClients.ts';
import { PostureDocuments } from './postureDocuments.ts';
import { PostureLinks } from './postureLinks.ts';
import { PostureReadings } from './postureReadings.ts';
import { PostureSources, type PostureSource } from './postureSources.ts';
import { PostureView } from './postureView.ts';
import type { FeatureServices } from '../featureServices.ts';

export type PostureServices = Pick<
  FeatureServices,
  | 'commands'
  | 'consoles'
  | 'connections'
  | 'secrets'
  | 'settings'
  | 'memory'
  | 'contextKeys'
  | 'tables'
  | 'programs'
  | 'redaction'
  | 'log'
  | 'report'
  | 'extensionUri'
>;

/** The posture of SaaS applications, as the SSPM services of the consoles tell it: tree, pages, tables, snapshots. */
export function registerPosture(services: PostureServices): Disposable {
  const { commands, consoles, secrets, tables } = services;
  const store = new DisposableStore();
  const posture = postureOf(services, store);
  store.add(posture.sources.onDidChange(() => tables.renewStanding()));
  tables.reopens('posture', async (of, isAsked) => {
    await consoles.whenFound;
    return reopenTable(posture, tables, of, isAsked);
  });
  posture.pages.reopens(async (name) => {
    await consoles.whenFound;
    await reopenPage(posture, name);
  });
  commands.onRow(posture, {
    'ordinance.posture.addIntegration': addIntegration,
    'ordinance.posture.addIssue': addIssue,
    'ordinance.posture.browse': browse,
    'ordinance.posture.compareSnapshots': compareSnapshotsCommand,
    'ordinance.posture.copyMarkdown': copyMarkdown,
    'ordinance.posture.filter': filter,
    '_ordinance.posture.openComparison': openComparison,
    'ordinance.posture.openJson': (all, row) => openDocument(all, 'json', row),
    'ordinance.posture.openYaml': (all, row) => openDocument(all, 'yaml', row),
    'ordinance.posture.refresh': refresh,
    'ordinance.posture.removeLink': removeLink,
    '_ordinance.posture.reveal': reveal,
    'ordinance.posture.saveSnapshot': saveSnapshot,
    'ordinance.posture.showApplication': showApplication,
    'ordinance.posture.showOverview': showOverview,
    'ordinance.posture.showTable': (all, row) => showTable(all, tables, row),
    'ordinance.posture.signIn': (all, row) => signIn(all, secrets, row),
    'ordinance.posture.signOut': (all, row) => signOut(all, secrets, row),
    'ordinance.posture.stop': stop,
  });
  return store;
}

function postureOf(services: PostureServices, store: DisposableStore): Posture {
  const { memory, report, extensionUri } = services;
  const sources = store.add(new PostureSources(services));
  const clients = store.add(new PostureClients({ ...services, sources }));
  const readings = store.add(new PostureReadings((id) => clients.of(id), report));
  const links = store.add(new PostureLinks(memory, readings));
  store.add(sources.onDidChange(() => clients.sweep((id) => readings.forget(id))));
  const view = store.add(new PostureView({ ...services, sources, readings, links }));
  const documents = store.add(new PostureDocuments());
  const standing = (sourceId: string): string | undefined => standingOf(sources.get(sourceId));
  const onDidChangeStanding = sources.onDidChange;
  const pages = store.add(new PosturePages({ extensionUri, standing, onDidChangeStanding }));
  return {
    sources,
    standing,
    readings,
    links,
    view,
    documents,
    pages,
    shownTenants: new Map(),
    comparisons: new Map(),
    check: (source, credential, signal) => clients.check(source, credential, signal),
  };
}

/** The reason why a page cannot read from a service; undefined when it can. */
function standingOf(source: PostureSource | undefined): string | undefined {
  if (!source) {
    return l10n.t('No console of this workspace uses this service any longer. The page shows the last read.');
  }
  const { name } = source.console.entry;
  switch (source.access) {
    case 'signed-out':
      return l10n.t('You are signed out of the SSPM service of {0}. The page shows the last read.', name);
    case 'untrusted':
      return l10n.t('This folder is not trusted. The page shows the last read.');
    case 'ready':
      break;
  }
  return undefined;
}
