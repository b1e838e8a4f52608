import * as vscode from 'vscode';
import { l10n } from '../../core/util/l10n.ts';
import { policyKind, type PolicyKind } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { countAffected, type AffectedReport, type ReportOfPolicy } from '../../core/sync/countAffected.ts';
import type { FeatureServices } from '../featureServices.ts';
import { withProgress } from '../platform/progress.ts';
import type { ConsoleHandle, ChosenPolicy } from '../workspace/consoleHandle.ts';
import { affectedSummaries, affectedTable } from './affectedRows.ts';
import { showMessage } from '../platform/dialogs.ts';
import type { Pushes } from '../targets/pushes.ts';

export interface CountingServices extends FeatureServices {
  readonly pushes: Pushes;
}

/** The reason why the resources of a policy cannot be counted; undefined when the console lists them. */
function whyNotListed({ canCount, name }: PolicyKind): string | undefined {
  return canCount
    ? undefined
    : l10n.t('Nothing to count: the console does not list the resources of {0}.', name);
}

/** The reason why a plan affects nothing: no decision changes. Undefined when a decision changes or may change. */
function whyNothing({ decisionChanges }: PushPlan): string | undefined {
  if (decisionChanges?.decisionsChange !== false || decisionChanges.actions.length > 0) {
    return undefined;
  }
  return decisionChanges.outside
    ? l10n.t(
        'The rules change no decision, so there is nothing to count. The impact of the policy-level fields is unknown.',
      )
    : l10n.t('No decision changes, so there is nothing to count.');
}

/** Counts the real resources that a push of the current text would affect, and shows them as a table. */
export async function countAffectedResources(
  services: CountingServices,
  policy: ChosenPolicy,
): Promise<AffectedReport | undefined> {
  const { pushes, lookups } = services;
  const { console, kind } = policy;
  const why = whyNotListed(kind);
  if (why !== undefined) {
    showMessage('info', l10n.t('{0} The plan lists the changed decisions, each with an example.', why));
    return undefined;
  }
  await lookups.loadCollections(console);
  const plan = await pushes.plan(policy);
  const [counted] = plan ? await countPlans(services, console, [plan]) : [];
  return counted?.report;
}

/** Counts the real resources that the plans of a document would affect. */
export async function countAffectedOfPlan(
  services: CountingServices,
  uri: unknown,
): Promise<readonly ReportOfPolicy[]> {
  const { console, plans } = await services.pushes.shownPlans(uri);
  await services.lookups.loadCollections(console);
  return countPlans(services, console, plans);
}

/** Counts the resources of several plans in one table. The text above the table has the reason for each plan that is not counted. */
async function countPlans(
  { lookups, connections, tables }: FeatureServices,
  console: ConsoleHandle,
  plans: readonly PushPlan[],
): Promise<readonly ReportOfPolicy[]> {
  const { impacted } = await connections.resources(console);
  const planned = plans.map((plan) => {
    const kind = policyKind(plan.ref.policy);
    const nothing = whyNothing(plan);
    return { kind, plan, why: nothing ? l10n.t('{0}: {1}', kind.name, nothing) : whyNotListed(kind) };
  });
  const counted = planned.filter(({ why }) => why === undefined);
  const reasons = planned.flatMap(({ why }) => why ?? []);
  const [only, ...more] = counted.map(({ kind }) => kind.name);
  if (only === undefined) {
    showMessage('info', reasons.join(' '));
    return [];
  }
  const pushed = more.length === 0 ? only : l10n.t('{0} policies', counted.length);
  const collections = await lookups.collectionsOf(console);
  const reports = await withProgress(
    { title: l10n.t('Counting resources affected by a push of {0}', pushed) },
    (signal, tellProgress) => {
      const begun = new Set<PolicyKind>();
      return countAffected({
        policies: counted.map(({ kind, plan }) => ({
          kind,
          // The collections may be known better than when the plan was made.
          plan: plan.decisionChanges?.isComplete ? plan : { live: plan.live, next: plan.next },
        })),
        collections,
        impacted,
        signal,
        onProgress: (kind, rule, at, of, resources) => {
          begun.add(kind);
          tellProgress(
            l10n.t('{0}: {1} ({2} of {3} rules, {4} resources)', kind.name, rule, at + 1, of, resources),
            (begun.size - 1 + at / of) / counted.length,
          );
        },
      });
    },
  );
  await tables.show(['affected', console.id, more.length === 0 ? only : 'several'], {
    title: l10n.t('Affected by a push of {0}: {1}', pushed, console.entry.name),
    note: l10n.t(
      '{0} From data that the console sent at {1}.',
      affectedSummaries(reports, reasons),
      new Date().toLocaleTimeString(),
    ),
    ...affectedTable(reports),
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
