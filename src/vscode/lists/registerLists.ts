import { CodeActionKind, languages } from 'vscode';
import { policyLanguages } from '../workspace/policyDocuments.ts';
import { showAgentlessResources, showAgentlessState } from './agentless.ts';
import { baseImages, downloadBaseImages } from './baseImages.ts';
import { collections, showUses } from './collectionCommands.ts';
import { createCollectionFix } from './createCollectionFix.ts';
import { showCollectionsProblems } from './collectionsProblems.ts';
import { keepCollectionsUpToDate, pullCollections } from './keepCollections.ts';
import { showImpacted } from './impacted.ts';
import type { FeatureServices } from '../featureServices.ts';
import { addTables, showList } from './listTables.ts';
import { networkLists } from './networkLists.ts';
import { resolveSpecification } from './resolveSpecification.ts';

/**
 * The tables show lists of a console beside its policies, and resources of a rule. API specifications are inserted into
 * rules.
 */
export function registerLists(services: FeatureServices): void {
  const { disposables, commands } = services;
  commands.onRow(services, {
    'ordinance.agentless.showResources': showAgentlessResources,
    'ordinance.agentless.showState': showAgentlessState,
    'ordinance.baseImages.add': baseImages.add,
    'ordinance.baseImages.delete': baseImages.delete,
    'ordinance.baseImages.download': downloadBaseImages,
    'ordinance.collections.add': collections.add,
    '_ordinance.collections.create': collections.add,
    'ordinance.collections.delete': collections.delete,
    'ordinance.collections.edit': collections.edit,
    'ordinance.collections.pull': pullCollections,
    'ordinance.collections.showUses': showUses,
    'ordinance.list.show': showList,
    'ordinance.list.showRow': showList,
    'ordinance.networkLists.add': networkLists.add,
    'ordinance.networkLists.delete': networkLists.delete,
    'ordinance.networkLists.edit': networkLists.edit,
  });
  commands.onRules(services, {
    'ordinance.apiSpecification.resolve': resolveSpecification,
    'ordinance.rule.showImpacted': showImpacted,
  });
  addTables(services);
  disposables.addAll(
    languages.registerCodeActionsProvider(
      policyLanguages.map((language) => ({ language })),
      createCollectionFix(services.consoles),
      { providedCodeActionKinds: [CodeActionKind.QuickFix] },
    ),
    keepCollectionsUpToDate(services),
    showCollectionsProblems(services),
  );
}
