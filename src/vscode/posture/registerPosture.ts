import { nameIn } from '../platform/openPages.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { browse, copyMarkdown, openDocument } from './commands/rowCommands.ts';
import { registerPages, showApplication, showOverview } from './commands/showPages.ts';
import { registerTables, showTable } from './commands/showTable.ts';
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
import { makePosture, type PostureServices } from './posture.ts';

/** The posture of SaaS applications in the SSPM services of the consoles: tree, pages, tables, snapshots. */
export function registerPosture(services: PostureServices): Disposable {
  const store = new DisposableStore();
  const posture = makePosture(services, store);
  registerTables(posture);
  registerPages(posture);
  services.commands.onRow(posture, {
    'ordinance.posture.addIntegration': addIntegration,
    'ordinance.posture.addIssue': addIssue,
    'ordinance.posture.browse': browse,
    'ordinance.posture.compareSnapshots': compareSnapshotsCommand,
    'ordinance.posture.copyMarkdown': copyMarkdown,
    'ordinance.posture.filter': filter,
    '_ordinance.posture.openComparison': openComparison,
    '_ordinance.posture.openPage': (all, name) => all.pages.open(nameIn(name)),
    'ordinance.posture.openJson': (all, row) => openDocument(all, 'json', row),
    'ordinance.posture.openYaml': (all, row) => openDocument(all, 'yaml', row),
    'ordinance.posture.refresh': refresh,
    'ordinance.posture.removeLink': removeLink,
    '_ordinance.posture.reveal': reveal,
    'ordinance.posture.saveSnapshot': saveSnapshot,
    'ordinance.posture.showApplication': showApplication,
    'ordinance.posture.showOverview': showOverview,
    'ordinance.posture.showTable': showTable,
    'ordinance.posture.signIn': signIn,
    'ordinance.posture.signOut': signOut,
    'ordinance.posture.stop': stop,
  });
  return store;
}
