import * as vscode from 'vscode';
import { policyKind } from '../../core/policy/families.ts';
import type { ReportOfPolicy } from '../../core/sync/countTogether.ts';
import { tell } from '../platform/dialogs.ts';
import { readCollections } from '../targets/readCollections.ts';
import { summaryOfSeveral } from './affectedRows.ts';
import type { CountingServices } from './countAffectedResources.ts';
import { showCounted, type PlannedPolicy } from './countedTable.ts';
import { whyNothing, whyNotListed } from './whyNotCounted.ts';

/**
 * Counts the real resources that the plans of a document would affect, those of several policies in one table. What cannot be
 * counted is said above it.
 */
export async function countAffectedOfPlan(
  services: CountingServices,
  uri: unknown,
): Promise<readonly ReportOfPolicy[] | undefined> {
  const { l10n } = vscode;
  const { console, plans } = await services.pushes.shownPlans(uri);
  const { impacted } = await services.connections.resources(console);
  const counted: PlannedPolicy[] = [];
  const reasons: string[] = [];
  for (const plan of plans) {
    const kind = policyKind(plan.ref.policy);
    const nothing = whyNothing(plan);
    const why =
      kind && (nothing === undefined ? whyNotListed(impacted, kind) : l10n.t('{0}: {1}', kind.name, nothing));
    if (why !== undefined) {
      reasons.push(why);
    } else if (kind) {
      counted.push({ kind, plan });
    }
  }
  const [first, ...more] = counted;
  if (!first) {
    tell('info', [l10n.t('There is nothing to count.'), ...reasons].join(' '));
    return undefined;
  }
  await readCollections(services, console);
  return showCounted(services, console, counted, {
    page: 'several',
    counting:
      more.length === 0
        ? l10n.t('Counting what {0} affects', first.kind.name)
        : l10n.t('Counting what {0} policies affect', counted.length),
    title:
      more.length === 0
        ? l10n.t('Affected by a push of {0}: {1}', first.kind.name, console.entry.name)
        : l10n.t('Affected by a push of {0} policies: {1}', counted.length, console.entry.name),
    summary: (reports) => summaryOfSeveral(reports, reasons),
  });
}
