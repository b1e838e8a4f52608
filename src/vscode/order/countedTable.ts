import * as vscode from 'vscode';
import type { PolicyKind } from '../../core/policy/families.ts';
import { countTogether, type ReportOfPolicy } from '../../core/sync/countTogether.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import type { ConsoleConnections } from '../connection/consoleConnections.ts';
import { withProgress } from '../platform/progress.ts';
import type { TablePage } from '../table/tablePage.ts';
import type { ReadingServices } from '../targets/readCollections.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { affectedColumns, affectedRows } from './affectedRows.ts';

export interface CountedServices extends Pick<ReadingServices, 'scopes'> {
  readonly connections: Pick<ConsoleConnections, 'resources'>;
  readonly tables: TablePage;
}

export interface PlannedPolicy {
  readonly kind: PolicyKind;
  readonly plan: PushPlan;
}

/** What a count is called, and what stands over its table. */
export interface CountWords {
  /** The last part of the name of the page. */
  readonly page: string;
  readonly counting: string;
  readonly title: string;
  readonly summary: (reports: readonly ReportOfPolicy[]) => string;
}

/** Counts what plans affect, one after another, until that is canceled, and shows it as one table. */
export async function showCounted(
  { scopes, connections, tables }: CountedServices,
  console: ConsoleHandle,
  policies: readonly PlannedPolicy[],
  { page, counting, title, summary }: CountWords,
): Promise<readonly ReportOfPolicy[]> {
  const { l10n } = vscode;
  const { impacted } = await connections.resources(console);
  const collections = await scopes.ofConsole(console);
  const isSeveral = policies.length > 1;
  const reports = await withProgress(
    { title: counting, location: 'notification', cancellable: true },
    (signal, tellProgress) => {
      const begun = new Set<PolicyKind>();
      return countTogether({
        policies: policies.map(({ kind, plan }) => ({
          kind,
          // More may be known of the collections by now.
          plan: plan.consequences?.isComplete ? plan : { live: plan.live, next: plan.next },
        })),
        collections,
        impacted,
        signal,
        onProgress: (kind, rule, at, of, found) => {
          begun.add(kind);
          const words = l10n.t('{0} ({1} of {2} rules, {3} resources)', rule, at + 1, of, found);
          tellProgress(
            isSeveral ? l10n.t('{0}: {1}', kind.name, words) : words,
            (begun.size - 1 + at / of) / policies.length,
          );
        },
      });
    },
  );
  await tables.show({
    name: ['affected', console.id, page],
    title,
    note: l10n.t(
      '{0} From data that the console sent at {1}.',
      summary(reports),
      new Date().toLocaleTimeString(),
    ),
    columns: affectedColumns(isSeveral),
    rows: affectedRows(reports),
    actions: [
      {
        label: l10n.t('Which Rule Applies…'),
        on: 'row',
        run: ([row = {}]) =>
          vscode.commands.executeCommand(
            'ordinance.rule.whichRuleApplies',
            { kind: 'policy', consoleId: console.id, policy: row['policy'] },
            row['where'],
          ),
      },
    ],
  });
  return reports;
}
