import * as vscode from 'vscode';
import { policyLanguages } from '../workspace/policyDocuments.ts';
import {
  showAgentlessResources,
  showAgentlessState,
  showImpacted,
  agentlessResources,
  agentlessStates,
  impactedTable,
} from './resourceTables.ts';
import { baseImages, downloadBaseImages, baseImageTable } from './baseImages.ts';
import {
  collections,
  showUses,
  createCollectionFix,
  collectionTable,
  collectionUses,
} from './collections.ts';
import { showCollectionsProblems, keepCollectionsUpToDate, pullCollections } from './collectionsFile.ts';
import type { FeatureServices } from '../featureServices.ts';
import { networkLists } from './networkLists.ts';
import { resolveSpecification } from './resolveSpecification.ts';
import {
  consoleLists,
  isPlainList,
  listNames,
  plainLists,
  type ListName,
  type PlainListName,
} from '../../core/consoleFile/lists.ts';
import { policyKind } from '../../core/policy/families.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { pick } from '../platform/dialogs.ts';
import { notKept } from '../platform/openPages.ts';
import type { TableAction, TableContent } from '../table/tableContent.ts';
import { tableColumns, type ListTable } from './editableList.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import { consoleOf } from '../workspace/consoles.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { targetOf } from '../workspace/target.ts';

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
    vscode.languages.registerCodeActionsProvider(
      policyLanguages.map((language) => ({ language })),
      createCollectionFix(services.consoles),
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    keepCollectionsUpToDate(services),
    showCollectionsProblems(services),
  );
}

/** Makes the table of a page name by its kind. Undefined for a name from another version of Ordinance. */
const makers: Readonly<
  Record<
    string,
    (
      services: FeatureServices,
      console: ConsoleHandle,
      ...of: string[]
    ) => Promise<TableContent> | TableContent | undefined
  >
> = {
  list(services, console, name) {
    const list = listNames.find((known) => known === name);
    return list && listTable(services, console, list);
  },
  impacted(services, console, name = '', rule = '') {
    const kind = policyKind(name);
    return kind && impactedTable(services, console, kind, rule);
  },
  uses: (services, console, collection = '') => collectionUses(services, console, collection),
  agentless: (services, console, configuration) =>
    configuration === undefined
      ? agentlessStates(services, console)
      : agentlessResources(services, console, configuration),
};

/** Tables of a console that is signed in. Each can be refreshed. */
function addTables(services: FeatureServices): void {
  const { tables, consoles } = services;
  for (const [kind, make] of Object.entries(makers)) {
    tables.register(kind, async (of) => {
      await consoles.whenFound;
      const [consoleId = '', ...more] = of;
      const console = consoleOf(services, { consoleId });
      if (console.access !== 'ready') {
        throw new ExpectedError(
          'not-reopened',
          vscode.l10n.t('You are not signed in to {0}.', console.entry.name),
        );
      }
      const content = await (make(services, console, ...more) ?? Promise.reject(notKept()));
      const refresh: TableAction = {
        label: vscode.l10n.t('Refresh'),
        on: 'table',
        run: () => tables.open([kind, ...of]),
      };
      return { ...content, actions: [...(content.actions ?? []), refresh] };
    });
  }
}

/** Shows the list of the row; without a row, asks for the list. */
async function showList(services: FeatureServices, row?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  const target = targetOf(row);
  const list = target?.kind === 'list' ? target.list : await askForList();
  await services.tables.open(['list', console.id, list]);
}

async function askForList(): Promise<ListName> {
  const items = listNames.map((list) => ({ label: consoleLists[list].title(), list }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which list?') })).list;
}

function listTable(services: FeatureServices, console: ConsoleHandle, list: ListName): TableContent {
  const { rows: read, ...table } = isPlainList(list) ? plainTable(list) : tables[list](services, console);
  return {
    ...table,
    title: `${consoleLists[list].title()}: ${console.entry.name}`,
    async *rows(signal) {
      const rows = await read(await services.connections.resources(console), signal);
      yield { rows, total: rows.length };
    },
  };
}

const tables: Readonly<
  Record<Exclude<ListName, PlainListName>, (services: FeatureServices, console: ConsoleHandle) => ListTable>
> = {
  'network-lists': (services, console) => networkLists.table(services, console),
  'base-images': baseImageTable,
  collections: collectionTable,
  checks: () => ({
    columns: tableColumns([
      { key: 'id', kind: 'number' },
      'title',
      'severity',
      'type',
      'templates',
      { key: 'description', hidden: true },
    ]),
    rows: async ({ lookups }, signal) =>
      ((await lookups.checks(signal)) ?? []).map(({ templates, ...check }) => ({
        ...check,
        templates: templates.join(', '),
      })),
  }),
};

/** A list that is only read. */
function plainTable(list: PlainListName): ListTable {
  return {
    columns: tableColumns(plainLists[list].columns),
    rows: ({ lookups }, signal) => lookups.rows(list, signal),
  };
}
