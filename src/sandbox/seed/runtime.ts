import type { Random } from '../random.ts';
import { teamNames } from './seedCollections.ts';
import { hostRule } from './runtimeHost.ts';
import { containerRule } from './runtimeContainer.ts';
import { appEmbeddedRule, serverlessRule } from './runtimeFunction.ts';
import { scopesOf } from './scopes.ts';
import { builtInPrefix } from './seedRule.ts';
import type { Seed, SeedPolicy, SeedRule } from './seedRule.ts';

/** The members of a runtime rule that depend on its target. */
export type RuntimeMembers = (random: Random) => Readonly<Record<string, unknown>>;

function rule(random: Random, scope: readonly string[], members: RuntimeMembers): SeedRule {
  return {
    name: `${scope.join(' + ')} runtime`,
    collections: scope,
    ...(random.chance(0.1) && { disabled: true }),
    ...(random.chance(0.2) && {
      notes: random.pick(['Learned from production.', 'Runs since the move 🚚']),
    }),
    ...members(random),
  };
}

function policy(
  random: Random,
  names: readonly string[],
  count: number,
  members: RuntimeMembers,
  more: Readonly<Record<string, unknown>> = {},
): SeedPolicy {
  return {
    ...more,
    rules: [
      ...scopesOf(names, count - 1, random).map((scope) => rule(random, scope, members)),
      {
        name: `${builtInPrefix}alert on suspicious runtime behavior`,
        collections: ['All'],
        ...members(random),
      },
    ],
  };
}

/** What may run, connect and be written: one shape for each kind of workload. */
export const runtimeSeed: Seed = (random) => ({
  'runtime/container': policy(random, [...teamNames, 'kube-system', 'prod-clusters'], 36, containerRule, {
    learningDisabled: false,
  }),
  'runtime/host': policy(
    random,
    ['hosts-bastion', 'hosts-build', 'hosts-database', 'hosts-edge', 'hosts-gpu', 'hosts-windows'],
    14,
    hostRule,
  ),
  'runtime/serverless': policy(
    random,
    ['fn-orders', 'fn-billing', 'fn-notify', 'fn-etl'],
    8,
    serverlessRule,
    {
      learningDisabled: true,
    },
  ),
  'runtime/app-embedded': policy(random, ['app-kiosk', 'app-ledger'], 4, appEmbeddedRule),
});
