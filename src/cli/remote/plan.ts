import path from 'node:path';
import { defineCommand, type CommandResult } from '../command.ts';
import { placeOptions, policyOperands } from './arguments.ts';
import { gates, weakerGate, differencesOf, gateAsData, reportGate, type Gate } from './weakerGate.ts';
import { writePlanFile } from './planFile.ts';
import { withPolicies, type OpenConsole } from './openConsole.ts';
import { planSeveral, type SeveralPlans } from '../../core/sync/plan.ts';
import { reviewText } from '../../core/sync/reviewText.ts';
import { planFacts } from '../../core/sync/planFacts.ts';
import { exitCode, worstCode, type Output } from '../output.ts';
import { skippedAsData, noneSkipped, reportSkipped, type SkippedPolicies } from './skippedPolicies.ts';
import { planMarkdown } from './planMarkdown.ts';
import { describeRefusal, refusalAsData, reportRefusals } from './refusal.ts';
import { stepsAsData } from './stepsAsData.ts';
import { changeAsData } from '../../core/order/effect/change.ts';
import { areDecisionsChanged, type PolicyDecisionChanges } from '../../core/order/policyDecisionChanges.ts';

/** Prints what a push would do. Sends only GET requests. */
export const plan = defineCommand({
  name: 'plan',
  summary: 'shows what a push would do; sends nothing',
  ...policyOperands,
  options: {
    ...placeOptions,
    format: {
      argument: 'FORMAT',
      values: ['text', 'json', 'markdown'],
      description: 'the format: markdown for a comment on a pull request',
    },
    'fail-on': {
      argument: 'WHAT',
      values: gates,
      description:
        'weaker: exit code 4 if a decision becomes weaker, even in part. unproven: exit code 4 also if this is unknown. A policy that cannot be planned, such as after drift, is not checked',
    },
    out: { argument: 'FILE', description: 'writes the plan to a file, for "ordinance push FILE"' },
  },
  examples: [
    ['ordinance plan', 'plans a push of every policy that has a file'],
    [
      'ordinance plan --fail-on weaker --format markdown',
      'for a pull request that should weaken no decision',
    ],
    [
      'ordinance plan --console prod-eu --out plan.json',
      'saves the plan, for a review and a push of exactly this plan',
    ],
  ],
  async run(call) {
    const { values, output, environment } = call;
    return withPolicies(call, { explains: true }, async (console, { kinds, skipped }) => {
      const several = await planSeveral(console.sync, kinds, {
        signal: environment.signal,
        onProgress: (done, total) => output.progress(`planning: ${done} of ${total}`),
      });
      if (values.out !== undefined) {
        await writePlanFile(
          console.root,
          path.resolve(environment.folder, values.out),
          console.entry.name,
          console.destination,
          several,
        );
        if (several.refused.length > 0) {
          const leftOut = several.refused.map(({ ref }) => ref.policy).join(', ');
          output.error(`${values.out} leaves out ${leftOut}: it cannot be pushed`);
        }
      }
      const failOn = values['fail-on'];
      return reportPlans(console, several, output, {
        skipped,
        ...(failOn && { gate: weakerGate(failOn, several) }),
        isMarkdown: values.format === 'markdown',
      });
    });
  },
});

/** Distinguishes a wrong folder from a folder without changes. */
export const noFilesMessage = 'nothing to push: no policy has a file here';

/** Prints plans and refusals, and returns the result of `plan`. */
export function reportPlans(
  console: Pick<OpenConsole, 'entry' | 'destination'>,
  { plans, unchanged, refused }: SeveralPlans,
  output: Output,
  {
    gate,
    isMarkdown = false,
    skipped = noneSkipped,
  }: {
    readonly gate?: Gate;
    readonly isMarkdown?: boolean;
    readonly skipped?: SkippedPolicies;
  } = {},
): CommandResult {
  const refusals = refused.map(describeRefusal);
  const noFiles = plans.length + unchanged.length + refused.length === 0;
  if (isMarkdown) {
    const plansWithDifferences = plans.map((plan) => [plan, differencesOf(plan)] as const);
    const { name } = console.entry;
    output.report(
      planMarkdown({ console: name, plans: plansWithDifferences, refusals, gate, noFiles, skipped }),
    );
  } else {
    plans
      .flatMap((plan, at) => [...(at > 0 ? [''] : []), ...reviewText(plan).lines])
      .forEach((line) =>
        output.out(
          line,
          line.startsWith('Added ') ? 'green' : line.startsWith('Removed ') ? 'red' : undefined,
        ),
      );
    if (plans.length + refusals.length === 0) {
      output.out(noFiles ? noFilesMessage : 'nothing to push');
    }
    reportSkipped(skipped, output);
  }
  reportRefusals(refusals, output);
  if (gate && (!isMarkdown || gate.result !== 'passed')) {
    reportGate(gate, output);
  }
  return {
    code: worstCode([
      ...refusals.map(({ code }) => code),
      ...(gate?.result === 'failed' ? [exitCode.gate] : []),
      plans.length > 0 ? exitCode.changes : exitCode.ok,
    ]),
    document: {
      console: console.entry.name,
      destination: console.destination,
      plans: plans.map((plan) => ({
        policy: plan.ref.policy,
        counts: plan.counts,
        live: plan.liveHash,
        body: plan.bodyHash,
        emptiesPolicy: plan.emptiesPolicy,
        risks: planFacts(plan, 'risk'),
        notes: planFacts(plan, 'note'),
        ...(plan.tests && { tests: { count: plan.tests.count, failing: plan.tests.failing } }),
        ...(plan.warnings && { warnings: plan.warnings }),
        ...(plan.sharedWarnings && { sharedWarnings: plan.sharedWarnings }),
        ...decisionChangesAsJson(plan.decisionChanges),
        steps: stepsAsData(plan.steps),
      })),
      ...skippedAsData(skipped),
      unchanged: unchanged.map(({ policy }) => policy),
      refused: refusals.map(refusalAsData),
      ...(gate && { gate: gateAsData(gate) }),
    },
  };
}

/** Changed decisions as JSON; unknown where they were not computed. */
export function decisionChangesAsJson(changes: PolicyDecisionChanges | undefined): object {
  return {
    decisionsChange: (changes && areDecisionsChanged(changes)) ?? null,
    isComplete: changes?.isComplete === true && changes.outside === undefined,
    changedDecisions: (changes?.decisions ?? []).map(({ from, to, change, example }) => ({
      from: from?.name ?? null,
      to: to?.name ?? null,
      ...changeAsData(change),
      example,
    })),
    changedActions: (changes?.actions ?? []).map(({ rule, change }) => ({
      rule: rule.name,
      ...changeAsData(change),
    })),
    policyLevelFields: changes?.outside ?? [],
  };
}
