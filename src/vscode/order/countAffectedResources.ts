import * as vscode from 'vscode';
import { l10n } from '../../core/util/l10n.ts';
import type { ConsoleResources } from '../../core/consoleFile/resources.ts';
import { policyKind, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { countTogether, type ReportOfPolicy } from '../../core/sync/countTogether.ts';
import type { ConsoleConnections } from '../connection/consoleConnections.ts';
import { withProgress } from '../platform/progress.ts';
import type { TablePage } from '../table/tablePage.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { KnownScopes } from '../workspace/knownScopes.ts';
import { affectedColumns, affectedRows, affectedSummary, summaryOfSeveral } from './affectedRows.ts';
import type { AffectedReport } from '../../core/sync/countAffected.ts';
import { showMessage } from '../platform/dialogs.ts';
import type { Pushes } from '../targets/pushes.ts';
import type { ChosenPolicy } from '../targets/targets.ts';

/** Images of virtual machines for rules for hosts; what mirrors requests for agentless rules. */
const listsOthers: ReadonlySet<PolicyName> = new Set(['compliance/host', 'waas/agentless']);

/** Why the console can not be asked what rules of a policy apply to; undefined when it can. */
function whyNotListed(
  impacted: Pick<ConsoleResources['impacted'], 'shapeOf'>,
  kind: PolicyKind,
): string | undefined {
  if (listsOthers.has(kind.name)) {
    return l10n.t('Nothing to count: the console lists other resources for {0}.', kind.name);
  }
  return impacted.shapeOf(kind)
    ? undefined
    : l10n.t('Nothing to count: the console lists no resources for {0}.', kind.name);
}

/** Why there is nothing to count: by the rules of a plan no decision changes. Undefined when one does, or may. */
function whyNothing({ decisionChanges }: Pick<PushPlan, 'decisionChanges'>): string | undefined {
  if (decisionChanges?.decisionsChange !== false || decisionChanges.actions.length > 0) {
    return undefined;
  }
  return decisionChanges.outside
    ? l10n.t(
        'The rules change no decision, so there is nothing to count. The impact of the policy-level fields is unknown.',
      )
    : l10n.t('No decision changes, so there is nothing to count.');
}

interface CountedServices {
  readonly scopes: KnownScopes;
  readonly connections: Pick<ConsoleConnections, 'resources'>;
  readonly tables: TablePage;
}

export interface PlannedPolicy {
  readonly kind: PolicyKind;
  readonly plan: PushPlan;
}

/** The words of a count: its name, and the text over its table. */
interface CountWords {
  /** The last part of the name of the page. */
  readonly page: string;
  readonly counting: string;
  readonly title: string;
  readonly summary: (reports: readonly ReportOfPolicy[]) => string;
}

/** Counts what plans affect, one after another, until that is canceled, and shows it as one table. */
async function showCounted(
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
          plan: plan.decisionChanges?.isComplete ? plan : { live: plan.live, next: plan.next },
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

export interface CountingServices extends CountedServices {
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
    showMessage('info', l10n.t('{0} The plan lists the changed decisions, each with an example.', why));
    return undefined;
  }
  await services.scopes.load(console);
  const plan = (await pushes.shownPlan(policy)) ?? (await newPlan(services, policy));
  if (!plan) {
    return undefined;
  }
  const nothing = whyNothing(plan);
  if (nothing !== undefined) {
    showMessage('info', nothing);
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
    showMessage('info', reasons.join(' '));
    return undefined;
  }
  await services.scopes.load(console);
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
