/** Members of rules whose protection is spread over sensors, by what they do to it. The rest is not known. */
export interface Sensors {
  /** Words by how much they protect. A word that is not here is not compared with others. */
  readonly levels: Readonly<Record<string, number>>;
  /** Flags that protect more, or less, when they are set. */
  readonly more: ReadonlySet<string>;
  readonly less: ReadonlySet<string>;
  /** Lists of what is looked for: a longer one protects more. */
  readonly denied: ReadonlySet<string>;
  /** Lists of what is let through: a longer one protects less. Whether an empty one lets everything through, or nothing, is not known. */
  readonly allowed: ReadonlySet<string>;
  /** Lists of exceptions: a longer one protects less. */
  readonly exceptions: ReadonlySet<string>;
  /** Lists that do something only as far as the effect beside them says. */
  readonly governed: Readonly<Record<string, readonly string[]>>;
  /** Lists of parts that are told by this member. */
  readonly parts: Readonly<Record<string, string>>;
  /** What does something else than protect. */
  readonly other: ReadonlySet<string>;
}

export const runtimeSensors: Sensors = {
  levels: { disable: 0, alert: 1, prevent: 2, block: 3 },
  more: new Set([
    'advancedProtection',
    'cloudMetadataEnforcement',
    'kubernetesEnforcement',
    'blockAllBinaries',
    'checkCryptoMiners',
    'checkLateralMovement',
    'checkNewBinaries',
    'backdoorFiles',
    'checkNewFiles',
    'suspiciousELFHeaders',
  ]),
  less: new Set(['skipExecSessions', 'skipModified', 'skipEncryptedBinaries', 'skipSSHTracking']),
  denied: new Set([
    'blacklist',
    'blacklistIPs',
    'blacklistListeningPorts',
    'blacklistOutboundPorts',
    'denied',
    'deniedIPs',
    'deniedListeningPorts',
    'deniedOutboundIPs',
    'deniedOutboundPorts',
    'deny',
    'paths',
    'fileIntegrityRules',
    'logInspectionRules',
  ]),
  allowed: new Set([
    'allow',
    'allowed',
    'allowedIPs',
    'allowedList',
    'allowedOutboundIPs',
    'allowedProcesses',
    'whitelist',
    'whitelistIPs',
    'whitelistListeningPorts',
    'whitelistOutboundPorts',
  ]),
  exceptions: new Set(),
  governed: {
    denyListEffect: ['deny', 'deniedListeningPorts', 'deniedOutboundIPs', 'deniedOutboundPorts'],
    deniedIPsEffect: ['deniedIPs'],
  },
  parts: { customRules: '_id' },
  other: new Set(['forensic', '_id', 'action']),
};

export const waasSensors: Sensors = {
  levels: { disable: 0, alert: 1, prevent: 2, ban: 3 },
  more: new Set(['csrfEnabled', 'clickjackingEnabled', 'removeFingerprintsEnabled', 'enabled']),
  less: new Set(['skip', 'skipAPILearning', 'allowMalformedHttpHeaderNames']),
  denied: new Set(),
  allowed: new Set(['allowedExtensions', 'allowedFileTypes']),
  exceptions: new Set(['exceptionFields', 'exceptionSubnets', 'excludedNetworkLists']),
  governed: {},
  parts: { applicationsSpec: 'appID', customRules: '_id' },
  other: new Set([
    'customBlockResponse',
    'remoteHostForwarding',
    'responseHeaderSpecs',
    'tlsConfig',
    'certificate',
    'trafficMirroring',
    'autoProtectPorts',
    'windows',
    'disableEventIDHeader',
    'endpoints',
    'paths',
    'appID',
    '_id',
    'action',
  ]),
};
