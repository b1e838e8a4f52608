import type { Family, PolicyKind } from '../../policy/families.ts';

/** Members of rules whose protection is spread over sensors, by what they do to it. The rest is not known. */
export interface Sensors {
  /** Words by how much they protect. A word that is not here is not compared with others. */
  readonly levels: Readonly<Record<string, number>>;
  /** Members that hold such a word. */
  readonly words: ReadonlySet<string>;
  /** Flags that protect more, or less, when they are set. */
  readonly more: ReadonlySet<string>;
  readonly less: ReadonlySet<string>;
  /** Lists of what is looked for: a longer one protects more. */
  readonly denied: ReadonlySet<string>;
  /** Lists of what is let through: a longer one protects less. Whether an empty one lets everything through, or nothing, is not known. */
  readonly allowed: ReadonlySet<string>;
  /** Lists of exceptions: a longer one protects less. */
  readonly exceptions: ReadonlySet<string>;
  /** What does something only as far as the effect says that is beside it. */
  readonly governed: Readonly<Record<string, ReadonlySet<string>>>;
  /** Objects that are looked into. */
  readonly objects: ReadonlySet<string>;
  /** Objects whose effect is for what their lists name, and for nothing else. */
  readonly lists: ReadonlySet<string>;
  /** Objects that are off as long as this is set, or is not. */
  readonly disabled: ReadonlySet<string>;
  readonly enabled: ReadonlySet<string>;
  /** Lists of parts that are told by this member. */
  readonly parts: Readonly<Record<string, string>>;
  /** What protects nothing by itself, but says how something is protected: a difference is not known. */
  readonly details: ReadonlySet<string>;
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

const oldLists = [
  'blacklist blacklistIPs blacklistListeningPorts blacklistOutboundPorts',
  'whitelist whitelistIPs whitelistListeningPorts whitelistOutboundPorts',
];
const oldFlags = [
  'blockAllBinaries checkCryptoMiners checkLateralMovement checkNewBinaries skipModified',
  'backdoorFiles checkNewFiles skipEncryptedBinaries suspiciousELFHeaders',
];

/** Those of the policies of a kind: words for what their objects cannot have are on no scale. */
export function sensorsOf({ family, cannot }: Pick<PolicyKind, 'family' | 'cannot'>): Sensors {
  const all = sensors[family];
  const beyond: readonly string[] = cannot;
  const levels = Object.entries(all.levels).filter(([word]) => !beyond.includes(word));
  return { ...all, levels: Object.fromEntries(levels) };
}

const runtimeSensors: Sensors = {
  levels: { disable: 0, alert: 1, prevent: 2, block: 3 },
  words: words(
    'effect defaultEffect denyListEffect deniedIPsEffect wildFireAnalysis',
    'advancedProtectionEffect cloudMetadataEnforcementEffect kubernetesEnforcementEffect',
    'cryptoMinersEffect lateralMovementEffect modifiedProcessEffect reverseShellEffect suidBinariesEffect',
    'modifiedProcEffect portScanEffect rawSocketsEffect',
    'backdoorFilesEffect encryptedBinariesEffect newFilesEffect suspiciousELFHeadersEffect',
    'cryptoMiner customFeed encryptedBinaries executionFlowHijack intelligenceFeed reverseShell',
    'serviceUnknownOriginBinary suspiciousELFHeaders tempFSProc userUnknownOriginBinary webShell',
  ),
  more: words(
    'advancedProtection cloudMetadataEnforcement kubernetesEnforcement blockAllBinaries checkCryptoMiners',
    'checkLateralMovement checkNewBinaries backdoorFiles checkNewFiles suspiciousELFHeaders',
  ),
  less: words('skipExecSessions skipModified skipEncryptedBinaries skipSSHTracking'),
  denied: words(
    'blacklist blacklistIPs blacklistListeningPorts blacklistOutboundPorts denied deniedIPs',
    'deniedListeningPorts deniedOutboundIPs deniedOutboundPorts deny paths fileIntegrityRules logInspectionRules',
  ),
  allowed: words(
    'allow allowed allowedIPs allowedList allowedOutboundIPs allowedProcesses',
    'whitelist whitelistIPs whitelistListeningPorts whitelistOutboundPorts',
  ),
  exceptions: new Set(),
  governed: {
    // Not what is allowed beside what is denied: that is a matter of the default effect.
    effect: words('paths denied _id action', ...oldLists, ...oldFlags),
    denyListEffect: words('deny deniedListeningPorts deniedOutboundIPs deniedOutboundPorts'),
    deniedIPsEffect: words('deniedIPs'),
  },
  objects: words(
    'processes network filesystem dns antiMalware deniedList deniedProcesses domainList listeningPorts outboundPorts',
  ),
  lists: words('deniedList deniedProcesses domainList listeningPorts outboundPorts'),
  disabled: words('processes network filesystem dns'),
  enabled: new Set(),
  parts: { customRules: '_id' },
  details: words('_id action'),
};

const protections =
  'attackTools cmdi codeInjection lfi malformedReq maliciousUpload shellshock sqli xss requestAnomalies autoApplyPatchesSpec';

const waasSensors: Sensors = {
  levels: { disable: 0, alert: 1, prevent: 2, ban: 3 },
  words: words(
    'effect fallbackEffect queryParamFallbackEffect inspectionLimitExceededEffect timeoutEffect',
    'infoLeakageEffect advancedProtectionEffect sessionValidation',
    'archiving businessAnalytics careerSearch contentFeedClients educational financial mediaSearch news',
    'searchEngineCrawlers apiLibraries botImpersonation browserImpersonation generic httpLibraries',
    'webAutomationTools webScrapers',
  ),
  more: words('csrfEnabled clickjackingEnabled removeFingerprintsEnabled enabled'),
  less: words('skip skipAPILearning allowMalformedHttpHeaderNames'),
  denied: new Set(),
  allowed: words('allowedExtensions allowedFileTypes'),
  exceptions: words('exceptionFields exceptionSubnets excludedNetworkLists'),
  // Not the other effects of an API: they are beside this one, not under it.
  governed: {
    effect: words('exceptionFields allowedExtensions allowedFileTypes threshold _id action'),
  },
  objects: words(
    protections,
    'apiSpec body botProtectionSpec jsInjectionSpec knownBotProtectionsSpec unknownBotProtectionSpec',
    'reCAPTCHASpec dosConfig intelGathering networkControls countries subnets',
  ),
  lists: new Set(),
  disabled: new Set(),
  enabled: words('jsInjectionSpec reCAPTCHASpec dosConfig countries subnets'),
  parts: { applicationsSpec: 'appID', customRules: '_id' },
  details: words(
    'appID _id action threshold banDurationMinutes inspectionSizeBytes readTimeoutSeconds sessionCookieSameSite',
    'endpoints description',
    'siteKey secretKey successExpirationHours type customPageSpec',
  ),
};

const noSensors: Sensors = {
  levels: {},
  words: new Set(),
  more: new Set(),
  less: new Set(),
  denied: new Set(),
  allowed: new Set(),
  exceptions: new Set(),
  governed: {},
  objects: new Set(),
  lists: new Set(),
  disabled: new Set(),
  enabled: new Set(),
  parts: {},
  details: new Set(),
};

const sensors: Readonly<Record<Family, Sensors>> = {
  vulnerability: noSensors,
  compliance: noSensors,
  runtime: runtimeSensors,
  waas: waasSensors,
  cnns: noSensors,
};
