import type { Random } from '../random.ts';
import { isBlockable, makeCheckCatalog } from './checks.ts';
import type { Check } from './checks.ts';
import { teamNames } from './seedCollections.ts';
import { scopesOf } from './scopes.ts';
import { builtInPrefix } from './seedRule.ts';
import type { Seed, SeedPolicy, SeedRule } from './seedRule.ts';

interface Target {
  readonly rules: number;
  readonly scopes: readonly string[];
  readonly accepts: (check: Check) => boolean;
  /** The fewest and most checks of a rule. */
  readonly checks: readonly [number, number];
  /** Deployed containers and hosts can report passed checks and show block messages. */
  readonly deployed?: boolean;
}

const ciImageChecks = new Set([41, 406, 408, 422, 424, 425, 426, 448, 5041, 5048]);
const containerTypes = new Set(['container', 'image', 'istio', 'custom']);
const notForHosts = new Set([...containerTypes, 'serverless']);
const functions = ['fn-orders', 'fn-billing', 'fn-notify', 'fn-etl'];

const targets: Readonly<Record<string, Target>> = {
  container: {
    rules: 42,
    scopes: [...teamNames, 'prod-clusters', 'staging-clusters', 'kube-system', 'ingress', 'pci-scope'],
    accepts: ({ type }) => containerTypes.has(type),
    checks: [100, 480],
    deployed: true,
  },
  'ci-images': {
    rules: 22,
    scopes: [...teamNames, 'pci-scope'],
    accepts: ({ id, type }) => ciImageChecks.has(id) || type === 'custom',
    checks: [3, 12],
  },
  host: {
    rules: 14,
    scopes: [
      'hosts-bastion',
      'hosts-build',
      'hosts-database',
      'hosts-windows',
      'hosts-edge',
      'hosts-gpu',
      'hosts-nodes',
      'account-staging',
    ],
    accepts: ({ type }) => !notForHosts.has(type),
    checks: [240, 460],
    deployed: true,
  },
  serverless: {
    rules: 8,
    scopes: functions,
    accepts: ({ type }) => type === 'serverless',
    checks: [6, 12],
  },
  'ci-serverless': {
    rules: 5,
    scopes: functions,
    accepts: ({ type }) => type === 'serverless',
    checks: [4, 12],
  },
};

/** Returns the effect of a rule as the console's table shows it. */
function effectOf(checks: readonly { readonly block: boolean }[]): string {
  const blocking = checks.filter(({ block }) => block).length;
  if (blocking === 0) {
    return 'alert';
  }
  return blocking === checks.length ? 'block' : 'alert, block';
}

function rule(random: Random, target: Target, catalog: readonly Check[], scope: readonly string[]): SeedRule {
  const strictness = random.pick([0, 0, 0.1, 0.5]);
  const checks = random
    .some(catalog, random.between(...target.checks))
    .map((check) => ({ id: check.id, block: isBlockable(check) && random.chance(strictness) }));
  const effect = effectOf(checks);
  return {
    name: `${scope.join(' + ')} baseline${random.chance(0.1) ? ' (transition period)' : ''}`,
    collections: scope,
    ...(random.chance(0.1) && { disabled: true }),
    ...(random.chance(0.2) && {
      notes: random.pick(['Reviewed every quarter.', 'Abnahme durch das Plattform-Team ✔', '監査済み']),
    }),
    effect,
    condition: { readonly: false, device: '', vulnerabilities: checks },
    ...(target.deployed && {
      allCompliance: random.chance(0.3),
      verbose: random.chance(0.3),
      ...(effect !== 'alert' && { blockMsg: `Blocked by the ${scope[0]} baseline.` }),
    }),
  };
}

function policy(random: Random, target: Target, all: readonly Check[]): SeedPolicy {
  const catalog = all.filter(target.accepts).sort((left, right) => left.id - right.id);
  const severe = catalog.filter(({ severity }) => severity === 'critical' || severity === 'high');
  return {
    rules: [
      ...scopesOf(target.scopes, target.rules - 1, random).map((scope) =>
        rule(random, target, catalog, scope),
      ),
      {
        name: `${builtInPrefix}alert on critical and high`,
        collections: ['All'],
        effect: 'alert',
        condition: {
          readonly: false,
          device: '',
          vulnerabilities: severe.map(({ id }) => ({ id, block: false })),
        },
      },
    ],
  };
}

/** Generates rules that enable hundreds of checks, some with blocking. */
export const complianceSeed: Seed = (random) => {
  const all = makeCheckCatalog();
  return Object.fromEntries(
    Object.entries(targets).map(([target, facts]) => [`compliance/${target}`, policy(random, facts, all)]),
  );
};
