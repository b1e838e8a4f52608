import * as vscode from 'vscode';
import type { JsonObject } from '../../core/json/json.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { rulePlacement } from '../../core/policy/rulePlacement.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { ChosenRules } from '../targets/chooseRules.ts';
import type { CommandId } from '../platform/commandIds.ts';
import type { TableAction, TableContent } from '../table/tableContent.ts';
import { impactedResource } from './impactedResource.ts';
import type { ListServices } from './listServices.ts';
import { impactedColumns } from './tableColumns.ts';

/** Shows the resources within the scope of the rule of the row, or of the one at the cursor, read page by page. */
export async function showImpacted(
  services: ListServices,
  { uri, rules: [rule] }: ChosenRules,
): Promise<void> {
  const place = services.consoles.policyAt(uri);
  if (!place || !rule?.name) {
    throw new ExpectedError(
      'no-name',
      vscode.l10n.t('This rule has no name, so the console cannot be asked for it.'),
    );
  }
  await services.tables.open(['impacted', place.console.id, place.ref.policy, rule.name]);
}

/** The resources of a rule, by the rule's name on the console. */
export async function impactedTable(
  services: ListServices,
  console: ConsoleHandle,
  kind: PolicyKind,
  name: string,
): Promise<TableContent> {
  const { impacted } = await services.connections.resources(console);
  const shape = impacted.shapeOf(kind);
  if (!shape) {
    throw new ExpectedError(
      'not-listed',
      vscode.l10n.t('The console does not list resources for rules of {0}.', kind.name),
    );
  }
  const withResource = (label: string, command: CommandId): TableAction => ({
    label,
    on: 'row',
    run: ([row = {}]) =>
      vscode.commands.executeCommand(
        command,
        { kind: 'policy', consoleId: console.id, policy: kind.name },
        impactedResource(shape, row),
      ),
  });
  const standing = standingWords(services.syncs.of(console).lastLive(kind)?.document, kind, name);
  return {
    title: vscode.l10n.t('Affected by {0} of {1}: {2}', name, kind.name, console.entry.name),
    note: [vscode.l10n.t('Resources in the scope of the live rule of {0}.', kind.name), ...standing].join(
      ' ',
    ),
    noteOfNone: [
      vscode.l10n.t('The console lists no resources in the scope of this rule of {0}.', kind.name),
      ...standing,
    ].join(' '),
    columns: impactedColumns(shape),
    rows: (signal) => impacted.rows(kind, name, signal),
    actions: [
      withResource(vscode.l10n.t('Which Rule Applies…'), 'ordinance.rule.whichRuleApplies'),
      withResource(vscode.l10n.t('Add Test…'), 'ordinance.policy.addTest'),
    ],
  };
}

/** The words warn when the rule may not apply, according to the last read of the live policy. */
function standingWords(live: JsonObject | undefined, kind: PolicyKind, name: string): readonly string[] {
  switch (live && rulePlacement(kind, live, name)) {
    case 'disabled':
      return [vscode.l10n.t('At the last read, the rule was disabled on the console, so it never applies.')];
    case 'below-enabled':
      return [vscode.l10n.t('A rule above may apply first.')];
    case 'first':
      return [];
    case undefined:
    default:
      return [
        vscode.l10n.t('Unknown: the rule may be disabled on the console, or a rule above may apply first.'),
      ];
  }
}
