import type { Random } from '../random.ts';
import { customRuleRefs } from './customRules.ts';

/** A rule for hosts. */
export function hostRule(random: Random): Readonly<Record<string, unknown>> {
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
