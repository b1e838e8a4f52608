import * as vscode from 'vscode';
import { countAffected, type AffectedReport } from '../../core/sync/countAffected.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleConnections } from '../connection/consoleConnections.ts';
import { tell } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import type { TablePage } from '../table/tablePage.ts';
import type { Pushes } from '../targets/pushes.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import { affectedColumns, affectedRow, affectedSummary } from './affectedRows.ts';
import { readCollections, type ReadingServices } from './readCollections.ts';

export interface CountingServices extends ReadingServices {
  readonly pushes: Pick<Pushes, 'plan' | 'explain' | 'shownPlan'>;
  readonly connections: Pick<ConsoleConnections, 'resources'>;
  readonly tables: TablePage;
}

/**
 * Counts the real resources that a push would affect, and shows them as a table. The plan is the one that is shown, as long as
 * it stands, otherwise a new one of the text as it is.
 */
export async function countAffectedResources(
  services: CountingServices,
  policy: ChosenPolicy,
): Promise<AffectedReport | undefined> {
  const { pushes, connections, tables, scopes } = services;
  const { console, kind } = policy;
  const { impacted } = await connections.resources(console);
  if (!impacted.shapeOf(kind)) {
    throw new ExpectedError(
      'not-listed',
      vscode.l10n.t('The console does not list resources for rules of {0}.', kind.name),
      { advice: vscode.l10n.t('The plan says which decisions change hands, each with an example.') },
    );
  }
  await readCollections(services, console);
  const plan = (await pushes.shownPlan(policy)) ?? (await newPlan(services, policy));
  if (!plan) {
    return undefined;
  }
  if (plan.consequences?.decisionsChange === false && plan.consequences.effectChanges.length === 0) {
    tell('info', vscode.l10n.t('No decision changes: there is nothing to count.'));
    return undefined;
  }
  const collections = await scopes.ofConsole(console);
  const report = await withProgress(
    {
      title: vscode.l10n.t('Counting what {0} affects', kind.name),
      location: 'notification',
      cancellable: true,
    },
    (signal, tellProgress) =>
      countAffected({
        kind,
        // More may be known of the collections by now.
        plan: plan.consequences?.isComplete ? plan : { live: plan.live, next: plan.next },
        collections,
        impacted,
        signal,
        onProgress: (rule, at, of, found) =>
          tellProgress(
            vscode.l10n.t('{0} ({1} of {2} rules, {3} resources)', rule, at + 1, of, found),
            at / of,
          ),
      }),
  );
  const rows = report.affected.map((one) => affectedRow(one, vscode.l10n));
  await tables.show({
    name: ['affected', console.id, kind.name],
    title: vscode.l10n.t('Affected by a push of {0}: {1}', kind.name, console.entry.name),
    note: vscode.l10n.t(
      '{0} Read from the console at {1}, worked out here.',
      affectedSummary(report, vscode.l10n),
      new Date().toLocaleTimeString(),
    ),
    columns: affectedColumns(vscode.l10n),
    rows,
    actions: [
      {
        label: vscode.l10n.t('Which Rule Decides…'),
        on: 'row',
        run: ([row = {}]) =>
          vscode.commands.executeCommand(
            'ordinance.rule.whichDecides',
            { kind: 'policy', consoleId: console.id, policy: kind.name },
            row['where'],
          ),
      },
    ],
  });
  return report;
}

async function newPlan({ pushes }: CountingServices, policy: ChosenPolicy): Promise<PushPlan | undefined> {
  const outcome = await pushes.plan(policy);
  if (outcome.kind === 'plan') {
    return outcome.plan;
  }
  pushes.explain(policy, outcome);
  return undefined;
}
