import type { Commands } from '../targets/commands.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import { showAgentlessResources, showAgentlessState } from './agentless.ts';
import { addBaseImage, deleteBaseImage, downloadBaseImages } from './baseImages.ts';
import { addCollection, deleteCollection, editCollection, showUses } from './collections.ts';
import type { ListServices } from './listServices.ts';
import { addNetworkList, deleteNetworkList, editNetworkList } from './networkLists.ts';
import { reopenTables } from './reopenTables.ts';
import { resolveSpecification } from './resolveSpecification.ts';
import { showImpacted } from './showImpacted.ts';
import { showList } from './showList.ts';

/** What a console keeps beside its policies, as tables; what a rule decides over; API specifications for its rules. */
export function registerLists(
  services: ListServices & { readonly commands: Commands; readonly liveDocuments: LiveDocuments },
): void {
  const { commands } = services;
  commands.onRow('ordinance.agentless.showResources', (row, configuration) =>
    showAgentlessResources(services, row, configuration),
  );
  commands.onRow('ordinance.agentless.showState', (row) => showAgentlessState(services, row));
  commands.onRules('ordinance.apiSpecification.resolve', (rules, file) =>
    resolveSpecification(services, rules, file),
  );
  commands.onRow('ordinance.baseImages.add', (row) => addBaseImage(services, row));
  commands.onRow('ordinance.baseImages.delete', (row) => deleteBaseImage(services, row));
  commands.onRow('ordinance.baseImages.download', (row, target) => downloadBaseImages(services, row, target));
  commands.onRow('ordinance.baseImages.show', (row) => showList(services, 'base-images', row));
  commands.onRow('ordinance.checks.show', (row) => showList(services, 'checks', row));
  commands.onRow('ordinance.collections.add', (row) => addCollection(services, row));
  commands.onRow('ordinance.collections.delete', (row) => deleteCollection(services, row));
  commands.onRow('ordinance.collections.edit', (row) => editCollection(services, row));
  commands.onRow('ordinance.collections.show', (row) => showList(services, 'collections', row));
  commands.onRow('ordinance.collections.showUses', (row, name) => showUses(services, row, name));
  commands.onRow('ordinance.customChecks.show', (row) => showList(services, 'custom-checks', row));
  commands.onRow('ordinance.customRules.show', (row) => showList(services, 'custom-rules', row));
  commands.onRow('ordinance.list.show', (row) => showList(services, undefined, row));
  commands.onRow('ordinance.networkLists.add', (row) => addNetworkList(services, row));
  commands.onRow('ordinance.networkLists.delete', (row) => deleteNetworkList(services, row));
  commands.onRow('ordinance.networkLists.edit', (row) => editNetworkList(services, row));
  commands.onRow('ordinance.networkLists.show', (row) => showList(services, 'network-lists', row));
  commands.onRules('ordinance.rule.showImpacted', (rules) => showImpacted(services, rules));
  commands.onRow('ordinance.tags.show', (row) => showList(services, 'tags', row));
  reopenTables(services);
}
