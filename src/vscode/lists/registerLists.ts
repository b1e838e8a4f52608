import { languages } from 'vscode';
import type { Commands } from '../targets/commands.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { KnownScopes } from '../workspace/knownScopes.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import { showAgentlessResources, showAgentlessState } from './agentless.ts';
import { addBaseImage, deleteBaseImage, downloadBaseImages } from './baseImages.ts';
import {
  addCollection,
  createCollection,
  deleteCollection,
  editCollection,
  showUses,
} from './collectionCommands.ts';
import { CreateCollectionFix } from './createCollectionFix.ts';
import { CollectionsProblems } from './collectionsProblems.ts';
import { CollectionsKeeper, pullCollections, type KeepingServices } from './keepCollections.ts';
import type { ListServices } from './listServices.ts';
import { addNetworkList, deleteNetworkList, editNetworkList } from './networkLists.ts';
import { reopenTables } from './reopenTables.ts';
import { resolveSpecification } from './resolveSpecification.ts';
import { showImpacted } from './showImpacted.ts';
import { showList } from './showList.ts';

/**
 * The tables show lists of a console beside its policies, and resources of a rule. API specifications are inserted into
 * rules.
 */
export function registerLists(
  services: ListServices &
    KeepingServices & {
      readonly commands: Commands;
      readonly liveDocuments: LiveDocuments;
      readonly scopes: KnownScopes;
      readonly report: (what: string, error: unknown) => void;
    },
): Disposable {
  const { commands } = services;
  commands.onRow(services, {
    'ordinance.agentless.showResources': showAgentlessResources,
    'ordinance.agentless.showState': showAgentlessState,
    'ordinance.baseImages.add': addBaseImage,
    'ordinance.baseImages.delete': deleteBaseImage,
    'ordinance.baseImages.download': downloadBaseImages,
    'ordinance.collections.add': addCollection,
    '_ordinance.collections.create': createCollection,
    'ordinance.collections.delete': deleteCollection,
    'ordinance.collections.edit': editCollection,
    'ordinance.collections.pull': pullCollections,
    'ordinance.collections.showUses': showUses,
    'ordinance.list.show': showList,
    'ordinance.list.showRow': showList,
    'ordinance.networkLists.add': addNetworkList,
    'ordinance.networkLists.delete': deleteNetworkList,
    'ordinance.networkLists.edit': editNetworkList,
  });
  commands.onRules(services, {
    'ordinance.apiSpecification.resolve': resolveSpecification,
    'ordinance.rule.showImpacted': showImpacted,
  });
  reopenTables(services);
  const store = new DisposableStore();
  store.add(
    languages.registerCodeActionsProvider(
      CreateCollectionFix.selector,
      new CreateCollectionFix(services.consoles),
      { providedCodeActionKinds: CreateCollectionFix.kinds },
    ),
  );
  store.add(new CollectionsKeeper(services));
  store.add(new CollectionsProblems(services));
  return store;
}
