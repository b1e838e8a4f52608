import type { Random } from '../random.ts';
import { teamNames } from './seedCollections.ts';
import { scopesOf } from './scopes.ts';
import type { Seed, SeedPolicy, SeedRule } from './seedRule.ts';
import { waasApplication } from './waasApplication.ts';
import type { Plain } from './waasApplication.ts';

interface Target {
  readonly rules: number;
  readonly scopes: readonly string[];
  readonly inline: boolean;
  readonly ports: readonly [number, number];
  readonly more?: (random: Random, index: number) => Plain;
}

const hosts = ['hosts-bastion', 'hosts-edge', 'hosts-windows', 'hosts-build'];

/** Generates the source of the mirrored traffic of an agentless rule. */
function mirroring(random: Random, index: number): Plain {
  return {
    trafficMirroring: {
      enabled: true,
      sampling: random.chance(0.5),
      vpcConfig: {
        autoScalingEnabled: index === 0,
        autoScalingMaxInstances: index === 0 ? 4 : 0,
        configID: `vpc-config-${index + 1}`,
        consoleHostname: 'console.example',
        credentialID: 'cloud-reader',
        instanceNames: ['shop-*'],
        instanceType: '',
        lbARN: '',
        lbName: '',
        lbType: '',
        ports: [80, 8080],
        region: random.pick(['eu-central-1', 'us-east-2']),
        subnetID: `subnet-0a1b2c${index}`,
        tags: ['tier:web'],
        vpcID: `vpc-0a1b2c3d${index}`,
      },
    },
  };
}

const targets: Readonly<Record<string, Target>> = {
  container: {
    rules: 16,
    scopes: teamNames,
    inline: true,
    ports: [30_000, 31_000],
  },
  host: {
    rules: 7,
    scopes: hosts,
    inline: true,
    ports: [30_000, 31_000],
    more: (random) => ({ autoProtectPorts: random.chance(0.5), windows: random.chance(0.2) }),
  },
  'app-embedded': { rules: 3, scopes: ['app-kiosk', 'app-ledger'], inline: true, ports: [30_000, 31_000] },
  serverless: { rules: 5, scopes: ['fn-orders', 'fn-billing', 'fn-notify'], inline: true, ports: [0, 0] },
  'out-of-band': {
    rules: 6,
    scopes: teamNames.slice(0, 8),
    inline: false,
    ports: [30_000, 31_000],
    more: (random) => ({ outOfBandScope: random.pick(['container', 'host']) }),
  },
  agentless: {
    rules: 3,
    scopes: ['account-prod', 'account-staging', 'account-sandbox'],
    inline: false,
    ports: [30_000, 31_000],
    more: mirroring,
  },
};

function rule(
  random: Random,
  name: string,
  target: Target,
  scope: readonly string[],
  index: number,
): SeedRule {
  const apps = random.between(1, index % 3 === 0 ? 3 : 1);
  return {
    name: `${scope.join(' + ')} ${target.inline ? 'firewall' : 'monitoring'}`,
    collections: scope,
    ...(random.chance(0.1) && { disabled: true }),
    ...(random.chance(0.3) && { notes: random.pick(['Rollout agreed with the shop.', 'Étape 2 – août']) }),
    allowMalformedHttpHeaderNames: false,
    autoProtectPorts: false,
    outOfBandScope: '',
    readTimeoutSeconds: 5,
    skipAPILearning: random.chance(0.3),
    windows: false,
    ...target.more?.(random, index),
    applicationsSpec: Array.from({ length: apps }, (_, app) =>
      waasApplication(random, `${name}-${scope[0]}-${index + 1}-${app + 1}`, target),
    ),
  };
}

function policy(random: Random, name: string, target: Target): SeedPolicy {
  const [minPort, maxPort] = target.ports;
  return {
    minPort,
    maxPort,
    rules: scopesOf(target.scopes, target.rules, random).map((scope, index) =>
      rule(random, name, target, scope, index),
    ),
  };
}

/** Generates application firewalls: few rules, each with many nested fields. */
export const waasSeed: Seed = (random) =>
  Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [`waas/${name}`, policy(random, name, target)]),
  );
