import { existsSync } from 'node:fs';
import path from 'node:path';
import { destinationLines, sameDestination } from '../../core/consoleFile/destination.ts';
import { families, policyKind } from '../../core/policy/families.ts';
import type { SeveralPlans } from '../../core/sync/pushSeveral.ts';
import { needOptions } from '../../core/sync/pushNeeds.ts';
import { defined } from '../../core/util/defined.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { defineCommand } from '../command.ts';
import { exitCode, UsageError } from '../output.ts';
import { checkConfirmed, kindsNamed, closestPolicy, placeOptions } from './arguments.ts';
import { nothingPushed, pushPlans } from './commandLinePush.ts';
import { skippedAsData, noneSkipped, reportSkipped, selectPolicies } from './skippedPolicies.ts';
import { openConsole, settleOpen } from './openConsole.ts';
import { plannedPolicy, readPlanFile, type PlanFile } from './planFile.ts';
import { noFilesMessage } from './planReport.ts';
import { whileOpen } from '../../core/util/disposable.ts';

/** Pushes a plan file, or plans and pushes. Never asks: each confirmation is an option. */
export const push = defineCommand({
  name: 'push',
  summary: 'pushes a plan file, or plans and pushes',
  operands: '[FILE|POLICY|FAMILY...]',
  details:
    'A FILE is a plan from "ordinance plan --out FILE". Ordinance pushes exactly this plan or nothing. Without a file, Ordinance plans and pushes the given policies, or all policies that have a file.',
  options: { ...placeOptions, ...needOptions },
  examples: [
    ['ordinance push plan.json --confirm prod-eu', 'pushes a plan file to a protected console'],
    ['ordinance push vulnerability/images', 'plans one policy and pushes it'],
  ],
  async run(call) {
    const { values, positionals, output, environment } = call;
    const [first = '', ...more] = positionals;
    const named = positionals.map((name) => name.trim());
    const isFile =
      first !== '' && !policyKind(named[0] ?? '') && !families.some((family) => family === named[0]);
    if (isFile && more.length > 0) {
      throw new UsageError('a plan file already names its policies');
    }
    const file = path.resolve(environment.folder, first);
    const suggestion = isFile && !existsSync(file) ? closestPolicy(first) : undefined;
    if (suggestion !== undefined) {
      throw new UsageError(`there is neither a file nor a policy ${first}; did you mean ${suggestion}?`);
    }
    const kindsGiven = isFile ? [] : kindsNamed(named);
    const planned = isFile ? await readPlanFile(file) : undefined;
    if (planned?.refused?.length) {
      const leftOut = planned.refused.map(({ policy, why }) => `${policy} (${why})`).join(', ');
      throw new ExpectedError(
        'plan-incomplete',
        `The plan is incomplete. Not planned: ${leftOut}. Nothing was sent.`,
        { advice: 'Fix the cause and plan again, or plan the other policies by name.' },
      );
    }
    return whileOpen(
      openConsole({ ...call, values: { ...values, console: consoleOf(values.console, planned) } }),
      async (console) => {
        checkConfirmed(console.entry.name, values);
        if (planned && !sameDestination(planned.destination, console.destination)) {
          const [planDestination, destination] = [planned.destination, console.destination].map((candidate) =>
            destinationLines(candidate).join(', '),
          );
          throw new ExpectedError(
            'plan-outdated',
            `The plan was made for ${planDestination}. ${planned.console} is ${destination} now. Nothing was sent.`,
          );
        }
        await settleOpen(console, call);
        const { kinds, skipped } = planned
          ? { kinds: kindsNamed(planned.policies.map(({ policy }) => policy)), skipped: noneSkipped }
          : await selectPolicies(kindsGiven, console);
        reportSkipped(skipped, output);
        if (!planned && kinds.length === 0) {
          output.out(noFilesMessage);
          return { code: exitCode.ok, document: { ...nothingPushed(console), ...skippedAsData(skipped) } };
        }
        const { signal } = environment;
        const several = await console.sync.planAll(kinds, { signal });
        if (planned) {
          checkAgainst(planned, several);
        }
        // A person who pushes a plan file saw the changes that it names.
        const wasShown = planned !== undefined && namesUnpulled(planned, several);
        const allowed = { ...values, 'allow-unpulled': values['allow-unpulled'] || wasShown };
        const { code, document } = await pushPlans(console, several, allowed, output, signal);
        return { code, document: { ...document, ...skippedAsData(skipped) } };
      },
    );
  },
});

function consoleOf(named: string | undefined, planned: PlanFile | undefined): string | undefined {
  if (planned && named !== undefined && named !== planned.console) {
    throw new UsageError(`the plan is for ${planned.console}, not for ${named}`);
  }
  return planned?.console ?? named;
}

function namesUnpulled({ policies }: PlanFile, { plans }: SeveralPlans): boolean {
  return plans.every(({ ref, unpulled = [] }) => {
    const named = policies.find(({ policy }) => policy === ref.policy)?.unpulled ?? [];
    return unpulled.every(({ name }) => named.includes(name));
  });
}

/** Throws ExpectedError `plan-outdated` unless planning again gives the very same plans. */
function checkAgainst({ policies }: PlanFile, { plans, unchanged, refused }: SeveralPlans): void {
  const outdated = (message: string, advice?: string): ExpectedError =>
    new ExpectedError('plan-outdated', `${message} Nothing was sent.`, defined({ advice }));
  for (const { policy, base, body, counts, steps, decisions } of policies) {
    const plan = plans.find(({ ref }) => ref.policy === policy);
    const current = plan && plannedPolicy(plan);
    if (current?.base !== base || current.body !== body) {
      if (refused.some(({ ref }) => ref.policy === policy)) {
        continue;
      }
      const why = unchanged.some((ref) => ref.policy === policy)
        ? 'there is nothing left to push'
        : current?.base === base
          ? 'the file changed'
          : 'the base changed';
      throw outdated(`The plan of ${policy} is out of date: ${why}.`);
    }
    if (JSON.stringify([counts, steps]) !== JSON.stringify([current.counts, current.steps])) {
      throw outdated(`The plan of ${policy} differs from the push.`);
    }
    if (JSON.stringify(decisions) !== JSON.stringify(current.decisions)) {
      throw outdated(
        `The changed decisions differ from the plan of ${policy}: the collections changed or cannot be read.`,
        'Plan again, then review the changed decisions.',
      );
    }
  }
}
