import * as vscode from 'vscode';
import { resourceLists, type ResourceList } from '../../core/policy/collections.ts';
import {
  type Collection,
  type CollectionDraft,
  isCollectionName,
  readList,
  type CollectionUsage,
} from '../../core/consoleFile/resources.ts';
import { multiStepInput, type Step } from '../platform/multiStepInput.ts';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import type { TableAction, TableRow, TableContent } from '../table/tableContent.ts';
import { askDescription, tableColumns, ListCommands, type ListTable } from './editableList.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import { fileOf, type Consoles } from '../workspace/consoles.ts';
import type { FeatureServices } from '../featureServices.ts';
import { columnTitles } from '../../core/consoleFile/lists.ts';
import { policyTarget } from '../workspace/target.ts';
import { quickFix } from '../platform/languageTexts.ts';
import { policyKind, policyKinds } from '../../core/policy/families.ts';
import { openAtRule } from '../targets/showRule.ts';

export const collections = new ListCommands<Collection, CollectionDraft>({
  list: 'collections',
  column: 'name',
  words: () => ({
    entry: vscode.l10n.t('collection'),
    entries: vscode.l10n.t('collections'),
    which: vscode.l10n.t('Which collection?'),
  }),
  read: (resources, signal) => resources.collections.list(signal),
  columns: [
    'name',
    'description',
    { key: 'builtIn', kind: 'boolean' },
    'images',
    'hosts',
    'labels',
    'containers',
    'namespaces',
    'clusters',
    'functions',
    { key: 'appIDs', hidden: true },
    { key: 'accountIDs', hidden: true },
    { key: 'color', hidden: true },
  ],
  rows({ name, description, system, color, patterns }) {
    const scopes = resourceLists.map((list) => [list, (patterns[list] ?? ['*']).join(', ')] as const);
    return [{ name, description, builtIn: system, color, ...Object.fromEntries(scopes) }];
  },
  nameOf: ({ name }) => name,
  item: ({ description, patterns }) => ({ description, detail: scopeText(patterns) }),
  async ask(entry, taken, newName = '') {
    if (entry) {
      refuseBuiltIn(entry);
    }
    const name = entry?.name ?? (isCollectionName(newName) ? newName : '');
    const { description = '', patterns = {} } = entry ?? {};
    const answers = await multiStepInput<Answers>(
      entry
        ? vscode.l10n.t('Edit Collection {0}', name)
        : name === ''
          ? vscode.l10n.t('Add Collection')
          : vscode.l10n.t('Add Collection {0}', name),
      [...(name === '' ? [askName(taken)] : []), askDescription, askLists, ...resourceLists.map(askPatterns)],
      { name, description, lists: resourceLists.filter((list) => !isOpen(patterns[list])), patterns },
    );
    return {
      name: answers.name,
      description: answers.description,
      patterns: Object.fromEntries(
        resourceLists.map((list) => [
          list,
          (answers.lists.includes(list) && answers.patterns[list]) || ['*'],
        ]),
      ),
    };
  },
  changes: (draft, entry) =>
    entry
      ? [
          `− ${scopeText(entry.patterns)}`,
          `+ ${scopeText(draft.patterns)}`,
          vscode.l10n.t('Every rule that uses this collection gets the new scope at once.'),
        ]
      : [scopeText(draft.patterns)],
  add: (resources, draft) => resources.collections.add(draft),
  update: (resources, draft, entry) => resources.collections.update(draft, entry),
  deletion(all) {
    all.forEach(refuseBuiltIn);
    return [
      ...all.map(({ name, patterns }) => `− ${name} (${scopeText(patterns)})`),
      vscode.l10n.t('The console refuses the deletion of an item in use.'),
    ];
  },
  remove: (resources, collection) => resources.collections.remove(collection),
  afterWrite: (services, console) => services.lookups.read(console),
});

/** The command asks for a collection and shows its uses. */
export async function showUses(services: FeatureServices, row?: unknown, name?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  const chosen = typeof name === 'string' ? name : (await collections.choose(services, console)).name;
  await services.tables.open(['uses', console.id, chosen]);
}

/** The table of collections. An open row shows the uses of the collection. */
export function collectionTable(services: FeatureServices, console: ConsoleHandle): ListTable {
  const table = collections.table(services, console);
  const showUsesOf = (row: TableRow): Promise<void> =>
    services.tables.open(['uses', console.id, String(row['name'])]);
  const uses: TableAction = {
    label: vscode.l10n.t('Show Uses'),
    on: 'row',
    run: ([row]) => row && showUsesOf(row),
  };
  return {
    ...table,
    async rows(resources, signal) {
      try {
        return await table.rows(resources, signal);
      } catch (error) {
        if (isExpected(error) && error.code === 'forbidden') {
          // A role that may not see the scopes may still see the names.
          return (await resources.collections.mine(signal)).map((name) => ({ name }));
        }
        throw error;
      }
    },
    actions: [uses, ...table.actions],
    onOpen: showUsesOf,
  };
}

function refuseBuiltIn({ name, system }: Collection): void {
  if (system) {
    throw new ExpectedError('built-in', vscode.l10n.t('{0} is built in and cannot be changed.', name));
  }
}

interface Answers {
  name: string;
  description: string;
  /** The lists that constrain. */
  lists: readonly ResourceList[];
  patterns: Readonly<Record<string, readonly string[]>>;
}

function askName(taken: readonly string[]): Step<Answers> {
  return async (input, answers) => {
    answers.name = await input.ask({
      prompt: vscode.l10n.t('Name of the collection'),
      value: answers.name,
      validate: (text) => {
        if (taken.includes(text)) {
          return vscode.l10n.t('This collection is already listed.');
        }
        return isCollectionName(text) ? undefined : vscode.l10n.t('Letters, digits, _, - and : are allowed.');
      },
    });
  };
}

const askLists: Step<Answers> = async (input, answers) => {
  const items = resourceLists.map((list) => ({ label: columnTitles[list](), list }));
  const chosen = await input.pickAny(
    vscode.l10n.t('Filter by which field?'),
    items,
    items.filter(({ list }) => answers.lists.includes(list)),
  );
  answers.lists = chosen.map(({ list }) => list);
};

function askPatterns(list: ResourceList): Step<Answers> {
  return {
    when: ({ lists }) => lists.includes(list),
    ask: async (input, answers) => {
      const known = answers.patterns[list] ?? ['*'];
      const typed = await input.ask({
        prompt: vscode.l10n.t(
          '{0}: patterns separated by commas; * at either end, - in front excludes',
          columnTitles[list](),
        ),
        value: isOpen(known) ? '' : known.join(', '),
      });
      const values = readList(typed);
      answers.patterns = { ...answers.patterns, [list]: values.length > 0 ? values : ['*'] };
    },
  };
}

function isOpen(patterns: readonly string[] = ['*']): boolean {
  return patterns.join() === '*';
}

/** The lists that constrain, on one line. */
function scopeText(patterns: Collection['patterns']): string {
  const parts = resourceLists.flatMap((list) => {
    const values = patterns[list] ?? ['*'];
    return values.length === 0 || values.join() === '*'
      ? []
      : [`${columnTitles[list]()}: ${values.join(', ')}`];
  });
  return parts.length > 0 ? parts.join('; ') : vscode.l10n.t('everything');
}

/** Offers to create a collection that a rule names and the console does not have. */
export function createCollectionFix(consoles: Pick<Consoles, 'policyAt'>): vscode.CodeActionProvider {
  return {
    provideCodeActions(document, _range, { diagnostics }) {
      const place = consoles.policyAt(document.uri);
      if (place?.console.access !== 'ready') {
        return [];
      }
      const target = policyTarget(place);
      return diagnostics.filter(isUnknown).flatMap((diagnostic) => {
        const name = document.getText(diagnostic.range).replace(/^(["'])(.*)\1$/, '$2');
        if (!isCollectionName(name)) {
          return [];
        }
        const action = quickFix(vscode.l10n.t('Create Collection {0}…', name));
        action.diagnostics = [diagnostic];
        action.command = {
          command: '_ordinance.collections.create',
          title: action.title,
          arguments: [{ target }, name],
        };
        return [action];
      });
    },
  };
}

function isUnknown({ source, code }: vscode.Diagnostic): boolean {
  const name = typeof code === 'object' ? code.value : code;
  return source === 'ordinance' && name === 'unknown-collection';
}

/** The uses of a collection on the console, and rule by rule in the policy files. */
export async function collectionUses(
  services: FeatureServices,
  console: ConsoleHandle,
  name: string,
): Promise<TableContent> {
  const usages = await services.connections.read(
    console,
    vscode.l10n.t('uses of {0}', name),
    ({ resources }, signal) => resources.collections.usages(name, signal),
  );
  const rules = await rulesUsing(services, console, name);
  return {
    title: vscode.l10n.t('Uses of {0}: {1}', name, console.entry.name),
    note: vscode.l10n.t('Rules come from the policy files. Everything else comes from the console.'),
    columns: tableColumns(['type', 'policy', 'rule', { key: 'position', kind: 'number' }]),
    rows: [...rules, ...usages.map(usageRow)],
    onOpen: (row) => open(services, console, row),
  };
}

async function rulesUsing(
  services: FeatureServices,
  console: ConsoleHandle,
  name: string,
): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for (const kind of policyKinds) {
    const uri = await services.consoles.findFile(console, kind.name);
    const list = uri && (await services.rules.list(uri));
    for (const { key, rules } of list?.arrays ?? []) {
      for (const { collections, index, name: rule } of rules) {
        if (collections.includes(name)) {
          rows.push({
            type: 'rule',
            policy: kind.name,
            rule: rule ?? '',
            position: index + 1,
            array: key,
          });
        }
      }
    }
  }
  return rows;
}

function usageRow({ name, type }: CollectionUsage): TableRow {
  return { type, policy: name, rule: '', position: null };
}

async function open(services: FeatureServices, console: ConsoleHandle, row: TableRow): Promise<void> {
  const kind = policyKind(String(row['policy']));
  if (row['type'] === 'rule' && kind) {
    const uri = await fileOf(services, { console, kind });
    const place = { array: String(row['array']), index: Number(row['position']) - 1 };
    await openAtRule(services.documents, uri, place);
  }
}
