import * as vscode from 'vscode';
import { policyKind, policyKinds } from '../../core/policy/families.ts';
import type { CollectionUsage } from '../../core/consoles/resources.ts';
import type { TableRow } from '../table/tableContent.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { revealRule } from '../targets/revealRule.ts';
import { fileOf } from '../targets/showPolicy.ts';
import type { ListTools } from './rowActions.ts';
import { titleOf } from './tableColumns.ts';
import { reading } from '../workspace/reading.ts';

/** Shows what uses a collection: on the console, and rule by rule in the working copies. */
export async function showCollectionUses(
  tools: ListTools,
  console: ConsoleHandle,
  name: string,
): Promise<void> {
  const usages = await reading(tools, console, vscode.l10n.t('uses of {0}', name), (resources, signal) =>
    resources.collections.usages(name, signal),
  );
  const rules = await rulesUsing(tools, console, name);
  await tools.tables.show({
    name: ['uses', console.id, name],
    title: vscode.l10n.t('Uses of {0}: {1}', name, console.entry.name),
    note: vscode.l10n.t('Rules are those of the working copies; everything else is what the console says.'),
    columns: [
      { key: 'type', title: titleOf('type') },
      { key: 'policy', title: titleOf('policy') },
      { key: 'rule', title: titleOf('rule') },
      { key: 'position', title: titleOf('position'), kind: 'number' },
    ],
    rows: [...rules, ...usages.map(usageRow)],
    onOpen: (row) => open(tools, console, row),
  });
}

export async function rulesUsing(
  tools: Pick<ListTools, 'files' | 'rules'>,
  console: ConsoleHandle,
  name: string,
): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for (const kind of policyKinds) {
    const uri = await tools.files.find(console, kind.name);
    const list = uri && (await tools.rules.list(uri));
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

async function open(tools: ListTools, console: ConsoleHandle, row: TableRow): Promise<void> {
  const kind = policyKind(String(row['policy']));
  if (row['type'] === 'rule' && kind) {
    const uri = await fileOf(tools, { console, kind });
    await revealRule(tools, { uri, array: String(row['array']), indices: [Number(row['position']) - 1] });
  }
}
