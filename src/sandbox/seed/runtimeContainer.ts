import type { Random } from '../random.ts';
import { customRuleRefs } from './customRules.ts';

const sensor = ['disable', 'alert', 'alert', 'prevent', 'block'] as const;
const networkSensor = ['disable', 'alert', 'alert', 'block'] as const;

/** A port range; `deny` tells on which list it stands. */
const ports = (deny: boolean, ...ranges: readonly (readonly [number, number])[]): object[] =>
  ranges.map(([start, end]) => ({ deny, start, end }));

/** A rule for containers, every sensor spelled out as the console stores it. */
export function containerRule(random: Random): Readonly<Record<string, unknown>> {
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
