import type { FeatureServices } from '../featureServices.ts';
import { nameIn } from '../platform/openPages.ts';
import { treeView } from '../platform/treeView.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import { targetOf, type PostureTarget, type Posture } from './commands/postureTarget.ts';
import {
  browse,
  copyMarkdown,
  openDocument,
  addIntegration,
  addIssue,
  filter,
  refresh,
  removeLink,
  reveal,
} from './commands/rowCommands.ts';
import {
  registerPages,
  registerTables,
  showApplication,
  showOverview,
  showTable,
} from './commands/showPages.ts';
import { signIn, signOut } from './commands/signIn.ts';
import { compareSnapshotsCommand, openComparison, saveSnapshot } from './commands/snapshots.ts';
import { PosturePages } from './pages/posturePages.ts';
import { PostureLinks } from './postureLinks.ts';
import { PostureReadings } from './postureReadings.ts';
import { PostureSources } from './postureSources.ts';
import { PostureTree } from './postureTree.ts';

/** The posture of SaaS applications in the SSPM services of the consoles: tree, pages, tables, snapshots. */
export function registerPosture(services: FeatureServices): void {
  const { disposables, commands, contextKeys, extensionUri, memory, report, tables } = services;
  const sources = disposables.add(new PostureSources(services));
  const readings = disposables.add(new PostureReadings((id) => sources.client(id), report));
  const links = disposables.add(new PostureLinks(memory, readings));
  const tree = disposables.add(new PostureTree({ sources, readings, links }));
  const view = treeView('ordinance.posture', { treeDataProvider: tree, showCollapseAll: true });
  const posture: Posture = {
    ...services,
    sources,
    readings,
    links,
    tree,
    view: disposables.add(view),
    pages: disposables.add(new PosturePages(extensionUri, sources)),
    texts: disposables.add(new VirtualTexts('ordinance-posture')),
  };
  disposables.addAll(
    sources.onDidChange((closed) => {
      closed.forEach((id) => readings.forget(id));
      contextKeys.set('ordinance.hasPosture', sources.sources.length > 0);
      tables.refreshStaleReasons();
    }),
    readings.onDidChangeBusy((isBusy) => contextKeys.set('ordinance.isReadingPosture', isBusy)),
  );
  registerTables(posture);
  registerPages(posture);
  /** A command that acts on a row or on the fields of a link. */
  const on =
    (act: (all: Posture, target: PostureTarget, more: unknown) => unknown) =>
    (all: Posture, argument?: unknown, more?: unknown) =>
      act(all, targetOf(all, argument), more);
  commands.onRow(posture, {
    'ordinance.posture.addIntegration': on(addIntegration),
    'ordinance.posture.addIssue': on(addIssue),
    'ordinance.posture.browse': on(browse),
    'ordinance.posture.compareSnapshots': on(compareSnapshotsCommand),
    'ordinance.posture.copyMarkdown': on(copyMarkdown),
    'ordinance.posture.filter': on(filter),
    '_ordinance.posture.openComparison': openComparison,
    '_ordinance.posture.openPage': (all, name) => all.pages.open(nameIn(name)),
    'ordinance.posture.openJson': on((all, target) => openDocument(all, 'json', target)),
    'ordinance.posture.openYaml': on((all, target) => openDocument(all, 'yaml', target)),
    'ordinance.posture.refresh': refresh,
    'ordinance.posture.removeLink': on(removeLink),
    '_ordinance.posture.reveal': on(reveal),
    'ordinance.posture.saveSnapshot': on(saveSnapshot),
    'ordinance.posture.showApplication': on(showApplication),
    'ordinance.posture.showOverview': on(showOverview),
    'ordinance.posture.showTable': on(showTable),
    'ordinance.posture.signIn': on(signIn),
    'ordinance.posture.signOut': on(signOut),
    'ordinance.posture.stop': () => readings.stop(),
  });
}
