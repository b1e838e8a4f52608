import {
  aboutRule,
  all,
  beside,
  customRules,
  does,
  each,
  idle,
  object,
  switchable,
  unsure,
  word,
  type ObjectPart,
} from './part.ts';

const ports = each(object(all('deny start end', idle)));

function deniedList(list: string): ObjectPart {
  return object({ allowed: idle, [list]: beside('effect'), effect: word });
}

const portList = object({ allowed: ports, denied: beside('effect', ports), effect: word });

export const containerRule = object({
  ...aboutRule,
  ...all('advancedProtectionEffect cloudMetadataEnforcementEffect kubernetesEnforcementEffect', word),
  wildFireAnalysis: word,
  skipExecSessions: idle,
  customRules,
  processes: switchable('disabled', {
    ...all('cryptoMinersEffect defaultEffect lateralMovementEffect modifiedProcessEffect', word),
    ...all('reverseShellEffect suidBinariesEffect', word),
    allowedList: idle,
    checkParentChild: beside('defaultEffect'),
    deniedList: deniedList('paths'),
  }),
  network: switchable('disabled', {
    ...all('defaultEffect deniedIPsEffect modifiedProcEffect portScanEffect rawSocketsEffect', word),
    allowedIPs: idle,
    deniedIPs: beside('deniedIPsEffect'),
    listeningPorts: portList,
    outboundPorts: portList,
  }),
  filesystem: switchable('disabled', {
    ...all('backdoorFilesEffect defaultEffect encryptedBinariesEffect newFilesEffect', word),
    suspiciousELFHeadersEffect: word,
    allowedList: idle,
    deniedList: deniedList('paths'),
  }),
  dns: switchable('disabled', { defaultEffect: word, domainList: deniedList('denied') }),
});

export const hostRule = object({
  ...aboutRule,
  customRules,
  antiMalware: object({
    ...all(
      'cryptoMiner customFeed encryptedBinaries executionFlowHijack intelligenceFeed reverseShell',
      word,
    ),
    ...all('serviceUnknownOriginBinary suspiciousELFHeaders tempFSProc userUnknownOriginBinary', word),
    ...all('webShell wildFireAnalysis', word),
    ...all('allowedProcesses skipSSHTracking', idle),
    deniedProcesses: deniedList('paths'),
    detectCompilerGeneratedBinary: unsure,
  }),
  dns: object({
    allow: idle,
    deny: beside('denyListEffect'),
    ...all('denyListEffect intelligenceFeed', word),
  }),
  network: object({
    ...all('customFeed denyListEffect intelligenceFeed', word),
    allowedOutboundIPs: idle,
    deniedOutboundIPs: beside('denyListEffect'),
    ...all('deniedListeningPorts deniedOutboundPorts', beside('denyListEffect', ports)),
  }),
  // They write audits, and nothing more.
  fileIntegrityRules: does(
    'alert',
    each(object(all('dir exclusions metadata path procWhitelist read recursive write', idle))),
  ),
  logInspectionRules: does('alert', each(object(all('path regex', idle)))),
  forensic: object({
    ...all('activitiesDisabled dockerEnabled readonlyDockerEnabled serviceActivitiesEnabled', idle),
    ...all('sshdEnabled sudoEnabled', idle),
  }),
});

/** Of serverless and app-embedded: one word for each sensor, and flags for what it looks for. */
export const functionRule = object({
  ...aboutRule,
  ...all('advancedProtection cloudMetadataEnforcement kubernetesEnforcement', unsure),
  wildFireAnalysis: word,
  skipExecSessions: idle,
  customRules,
  processes: object({
    effect: word,
    ...all('skipModified whitelist', idle),
    ...all('blacklist checkCryptoMiners checkLateralMovement checkNewBinaries', beside('effect')),
    blockAllBinaries: unsure,
  }),
  network: object({
    effect: word,
    whitelistIPs: idle,
    ...all('whitelistListeningPorts whitelistOutboundPorts', ports),
    blacklistIPs: beside('effect'),
    ...all('blacklistListeningPorts blacklistOutboundPorts', beside('effect', ports)),
  }),
  filesystem: object({
    effect: word,
    ...all('skipEncryptedBinaries whitelist', idle),
    ...all('backdoorFiles blacklist checkNewFiles suspiciousELFHeaders', beside('effect')),
  }),
  dns: object({ effect: word, whitelist: idle, blacklist: beside('effect') }),
});
