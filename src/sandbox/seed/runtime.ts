import type { Random } from '../random.ts';
import { teamNames } from './seedCollections.ts';
import { scopesOf } from './scopes.ts';
import { builtInPrefix, type Seed, type SeedPolicy, type SeedRule } from './seedRule.ts';
import { customRuleRefs } from './customRules.ts';

/** Generates the fields of a runtime rule that depend on its target. */
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

/** Generates runtime policies, with one rule shape for each kind of workload. */
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

const sensor = ['disable', 'alert', 'alert', 'prevent', 'block'] as const;
const networkSensor = ['disable', 'alert', 'alert', 'block'] as const;

/** Returns port ranges; `deny` marks ranges of the denied list. */
const ports = (deny: boolean, ...ranges: readonly (readonly [number, number])[]): object[] =>
  ranges.map(([start, end]) => ({ deny, start, end }));

/** Generates a rule for containers with every sensor, in the stored form of the console. */
function containerRule(random: Random): Readonly<Record<string, unknown>> {
  const effect = (): string => random.pick(sensor);
  const networkEffect = (): string => random.pick(networkSensor);
  return {
    advancedProtectionEffect: effect(),
    cloudMetadataEnforcementEffect: random.pick(['disable', 'alert']),
    kubernetesEnforcementEffect: random.pick(['disable', 'prevent']),
    wildFireAnalysis: random.pick(['disable', 'alert', 'block']),
    skipExecSessions: random.chance(0.2),
    processes: {
      allowedList: random.some(['/usr/bin/curl', '/bin/sh', '/usr/local/bin/healthcheck', '/opt/app/*'], 2),
      checkParentChild: random.chance(0.3),
      cryptoMinersEffect: effect(),
      defaultEffect: random.pick(['alert', 'prevent']),
      deniedList: { effect: effect(), paths: random.some(['/usr/bin/nc', '/usr/bin/wget', '/bin/nmap'], 1) },
      disabled: false,
      lateralMovementEffect: effect(),
      modifiedProcessEffect: effect(),
      reverseShellEffect: effect(),
      suidBinariesEffect: random.pick(['disable', 'alert']),
    },
    network: {
      allowedIPs: random.some(['192.0.2.10', '198.51.100.0/24'], 1),
      defaultEffect: random.pick(['alert', 'block']),
      deniedIPs: random.chance(0.3) ? ['203.0.113.66'] : [],
      deniedIPsEffect: networkEffect(),
      disabled: random.chance(0.05),
      listeningPorts: {
        allowed: ports(false, [8080, 8089]),
        denied: ports(true, [22, 23]),
        effect: networkEffect(),
      },
      modifiedProcEffect: networkEffect(),
      outboundPorts: { allowed: ports(false, [443, 443]), denied: [], effect: networkEffect() },
      portScanEffect: networkEffect(),
      rawSocketsEffect: networkEffect(),
    },
    filesystem: {
      allowedList: random.some(['/tmp/*', '/var/cache/app', '/opt/app/data'], 1),
      backdoorFilesEffect: effect(),
      defaultEffect: random.pick(['alert', 'prevent', 'block']),
      deniedList: { effect: effect(), paths: ['/etc/passwd', '/root/.ssh'] },
      disabled: false,
      encryptedBinariesEffect: effect(),
      newFilesEffect: effect(),
      suspiciousELFHeadersEffect: effect(),
    },
    dns: {
      defaultEffect: random.pick(['alert', 'prevent', 'block']),
      disabled: random.chance(0.1),
      domainList: {
        allowed: ['*.example'],
        denied: random.chance(0.4) ? ['paste.example'] : [],
        effect: effect(),
      },
    },
    customRules: customRuleRefs(random, ['processes', 'filesystem', 'network-outgoing']),
  };
}

const range = (start: number, end: number, deny: boolean): object => ({ deny, start, end });

/**
 * Generates the sensors that functions and app-embedded workloads share; their fields are still black and
 * white lists.
 */
function sensors(random: Random): Readonly<Record<string, unknown>> {
  const effect = (): string => random.pick(['alert', 'alert', 'prevent', 'disable']);
  return {
    advancedProtection: random.chance(0.7),
    processes: {
      blacklist: random.some(['nc', 'wget', 'nmap'], 1),
      blockAllBinaries: random.chance(0.2),
      checkCryptoMiners: true,
      checkLateralMovement: random.chance(0.6),
      checkNewBinaries: random.chance(0.6),
      effect: effect(),
      skipModified: random.chance(0.2),
      whitelist: ['node', 'python3'],
    },
    network: {
      blacklistIPs: random.chance(0.4) ? ['203.0.113.66'] : [],
      blacklistListeningPorts: [range(22, 23, true)],
      blacklistOutboundPorts: [],
      effect: effect(),
      whitelistIPs: ['192.0.2.10'],
      whitelistListeningPorts: [],
      whitelistOutboundPorts: [range(443, 443, false)],
    },
    filesystem: {
      backdoorFiles: true,
      blacklist: ['/etc/shadow'],
      checkNewFiles: random.chance(0.5),
      effect: effect(),
      skipEncryptedBinaries: random.chance(0.2),
      suspiciousELFHeaders: true,
      whitelist: ['/tmp'],
    },
    dns: { blacklist: ['paste.example'], effect: effect(), whitelist: ['*.example'] },
    customRules: customRuleRefs(random, ['processes']),
  };
}

function serverlessRule(random: Random): Readonly<Record<string, unknown>> {
  return {
    ...sensors(random),
    cloudMetadataEnforcement: random.chance(0.5),
    kubernetesEnforcement: false,
    skipExecSessions: random.chance(0.2),
    wildFireAnalysis: random.pick(['disable', 'alert']),
  };
}

/** App-embedded workloads cannot block. */
function appEmbeddedRule(random: Random): Readonly<Record<string, unknown>> {
  return { ...sensors(random), wildFireAnalysis: random.pick(['disable', 'alert']) };
}

function hostRule(random: Random): Readonly<Record<string, unknown>> {
  const strict = (): string => random.pick(['disable', 'alert', 'alert', 'prevent']);
  const report = (): string => random.pick(['disable', 'alert', 'alert']);
  return {
    antiMalware: {
      allowedProcesses: random.some(['/usr/sbin/backup-agent', '/opt/monitor/bin/*'], 1),
      cryptoMiner: strict(),
      customFeed: report(),
      deniedProcesses: { effect: random.pick(['alert', 'prevent']), paths: ['/tmp/*', '/dev/shm/*'] },
      detectCompilerGeneratedBinary: random.chance(0.3),
      encryptedBinaries: report(),
      executionFlowHijack: report(),
      intelligenceFeed: report(),
      reverseShell: report(),
      serviceUnknownOriginBinary: strict(),
      skipSSHTracking: random.chance(0.2),
      suspiciousELFHeaders: report(),
      tempFSProc: strict(),
      userUnknownOriginBinary: strict(),
      webShell: strict(),
      wildFireAnalysis: report(),
    },
    dns: {
      allow: ['*.example'],
      deny: random.chance(0.4) ? ['paste.example', 'tunnel.example'] : [],
      denyListEffect: random.pick(['disable', 'alert', 'prevent']),
      intelligenceFeed: strict(),
    },
    network: {
      allowedOutboundIPs: ['192.0.2.10', '198.51.100.7'],
      customFeed: report(),
      deniedListeningPorts: [{ deny: true, start: 23, end: 23 }],
      deniedOutboundIPs: random.chance(0.3) ? ['203.0.113.66'] : [],
      deniedOutboundPorts: [{ deny: true, start: 6660, end: 6669 }],
      denyListEffect: report(),
      intelligenceFeed: report(),
    },
    fileIntegrityRules: random
      .some(['/etc', '/usr/sbin', '/opt/app/config'], random.between(0, 2))
      .map((path) => ({
        path,
        dir: true,
        exclusions: random.chance(0.5) ? [`${path}/cache`] : [],
        metadata: random.chance(0.5),
        procWhitelist: ['config-agent'],
        read: false,
        recursive: true,
        write: true,
      })),
    logInspectionRules: random.chance(0.4)
      ? [
          {
            path: '/var/log/auth.log',
            regex: ['Failed password for .* from', '^.*sudo:.*authentication failure'],
          },
        ]
      : [],
    forensic: {
      activitiesDisabled: false,
      dockerEnabled: random.chance(0.5),
      readonlyDockerEnabled: false,
      serviceActivitiesEnabled: random.chance(0.5),
      sshdEnabled: true,
      sudoEnabled: true,
    },
    customRules: customRuleRefs(random, ['processes', 'filesystem']),
  };
}
