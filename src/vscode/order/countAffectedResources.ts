import * as vscode from 'vscode';
import type { AffectedReport } from '../../core/sync/countAffected.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { tell } from '../platform/dialogs.ts';
import type { Pushes } from '../targets/pushes.ts';
import { readCollections, type ReadingServices } from '../targets/readCollections.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import { affectedSummary } from './affectedRows.ts';
import { showCounted, type CountedServices } from './countedTable.ts';
import { whyNothing, whyNotListed } from './whyNotCounted.ts';

export interface CountingServices extends ReadingServices, CountedServices {
  readonly scopes: ReadingServices['scopes'];
  readonly pushes: Pick<Pushes, 'plan' | 'explain' | 'shownPlan' | 'shownPlans'>;
}

/**
 * Counts the real resources that a push would affect, and shows them as a table. The plan is the one that is shown, as long as
 * it stands, otherwise a new one of the text as it is.
 */
export async function countAffectedResources(
  services: CountingServices,
  policy: ChosenPolicy,
): Promise<AffectedReport | undefined> {
  const { l10n } = vscode;
  const { pushes, connections } = services;
  const { console, kind } = policy;
  const { impacted } = await connections.resources(console);
  const why = whyNotListed(impacted, kind);
  if (why !== undefined) {
    // Nothing went wrong: there is nobody to ask.
    tell('info', l10n.t('{0} The plan lists the changed decisions, each with an example.', why));
    return undefined;
  }
  await readCollections(services, console);
  const plan = (await pushes.shownPlan(policy)) ?? (await newPlan(services, policy));
  if (!plan) {
    return undefined;
  }
  const nothing = whyNothing(plan);
  if (nothing !== undefined) {
    tell('info', nothing);
    return undefined;
  }
  const [counted] = await showCounted(services, console, [{ kind, plan }], {
    page: kind.name,
    counting: l10n.t('Counting what {0} affects', kind.name),
    title: l10n.t('Affected by a push of {0}: {1}', kind.name, console.entry.name),
    summary: ([only]) => (only ? affectedSummary(only.report) : ''),
  });
  return counted?.report;
}

async function newPlan({ pushes }: CountingServices, policy: ChosenPolicy): Promise<PushPlan | undefined> {
  const outcome = await pushes.plan(policy);
  if (outcome.kind === 'plan') {
    return outcome.plan;
  }
  pushes.explain(policy, outcome);
  return undefined;
}
