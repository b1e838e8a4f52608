import type { Random } from '../random.ts';
import { customRuleRefs } from './customRules.ts';

const range = (start: number, end: number, deny: boolean): object => ({ deny, start, end });

/** The sensors functions and app-embedded workloads share; they still speak of black and white lists. */
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

/** A rule for functions. */
export function serverlessRule(random: Random): Readonly<Record<string, unknown>> {
  return {
    ...sensors(random),
    cloudMetadataEnforcement: random.chance(0.5),
    kubernetesEnforcement: false,
    skipExecSessions: random.chance(0.2),
    wildFireAnalysis: random.pick(['disable', 'alert']),
  };
}

/** A rule for app-embedded workloads; they cannot block. */
export function appEmbeddedRule(random: Random): Readonly<Record<string, unknown>> {
  return { ...sensors(random), wildFireAnalysis: random.pick(['disable', 'alert']) };
}
