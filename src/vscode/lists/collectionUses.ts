import * as vscode from 'vscode';
import { policyKind, policyKinds } from '../../core/policy/families.ts';
import type { CollectionUsage } from '../../core/consoleFile/resources.ts';
import type { TableContent, TableRow } from '../table/tableContent.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { openAtRule } from '../targets/showRule.ts';
import { fileOf } from '../targets/targets.ts';
import type { FeatureServices } from '../featureServices.ts';
import { tableColumns } from './tableColumns.ts';

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
