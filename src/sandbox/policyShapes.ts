import type { PolicyShape } from '../core/policy/families.ts';

/** What a member may hold: `s`tring, `n`umber, `b`oolean, a list of one shape, or an object. `null` fits everywhere. */
export type Shape = 's' | 'n' | 'b' | readonly [Shape] | { readonly [key: string]: Shape };

const strings: Shape = ['s'];
const ports: Shape = [{ deny: 'b', start: 'n', end: 'n' }];
const common = {
  name: 's',
  previousName: 's',
  notes: 's',
  owner: 's',
  modified: 's',
  disabled: 'b',
  collections: [{ name: 's' }],
} as const satisfies Shape;

const alert: Shape = { disabled: 'b', value: 'n' };
const block: Shape = { enabled: 'b', value: 'n' };
const exception = { effect: 's', description: 's', expiration: { enabled: 'b', date: 's' } } as const;
const shared: Shape = {
  _id: 's',
  policyType: 's',
  rules: [
    {
      ...common,
      effect: 's',
      condition: { device: 's', readonly: 'b', vulnerabilities: [{ id: 'n', block: 'b' }] },
      alertThreshold: alert,
      blockThreshold: block,
      graceDays: 'n',
      graceDaysPolicy: { enabled: 'b', low: 'n', medium: 'n', high: 'n', critical: 'n' },
      pkgTypesThresholds: [{ type: 's', alertThreshold: alert, blockThreshold: block }],
      riskFactorsEffects: [{ riskFactor: 's', effect: 's' }],
      cveRules: [{ ...exception, id: 's' }],
      tags: [{ ...exception, name: 's' }],
      allCompliance: 'b',
      excludeBaseImageVulns: 'b',
      onlyFixed: 'b',
      verbose: 'b',
      blockMsg: 's',
    },
  ],
};

const customRules: Shape = [{ _id: 'n', action: 's', effect: 's' }];
const runtimeRule = { ...common, customRules, wildFireAnalysis: 's' } as const satisfies Shape;
const runtime = (rule: { readonly [key: string]: Shape }): Shape => ({
  _id: 's',
  learningDisabled: 'b',
  rules: [{ ...runtimeRule, ...rule }],
});
const denied: Shape = { effect: 's', paths: strings };
const portList: Shape = { effect: 's', allowed: ports, denied: ports };
const oldSensors = {
  advancedProtection: 'b',
  processes: { effect: 's', blacklist: strings, whitelist: strings, blockAllBinaries: 'b' },
  network: { effect: 's', blacklistIPs: strings, whitelistIPs: strings, blacklistListeningPorts: ports },
  filesystem: { effect: 's', blacklist: strings, whitelist: strings, backdoorFiles: 'b' },
  dns: { effect: 's', blacklist: strings, whitelist: strings },
} as const satisfies Shape;

const protection: Shape = { effect: 's', exceptionFields: [{ key: 's', location: 's' }] };
const access: Shape = { enabled: 'b', allowMode: 'b', allow: strings, alert: strings, prevent: strings };
const networkRule: Shape = {
  id: 'n',
  name: 's',
  previousName: 's',
  notes: 's',
  disabled: 'b',
  src: 'n',
  dst: 'n',
  effect: 's',
  ports,
};

/**
 * The published members whose kind the console insists on; members, and whole shapes, that are not named here are not looked
 * at.
 */
export const policyShapes: Readonly<Partial<Record<PolicyShape, Shape>>> = {
  vulnerability: shared,
  compliance: shared,
  'runtime-container': runtime({
    advancedProtectionEffect: 's',
    skipExecSessions: 'b',
    processes: { allowedList: strings, deniedList: denied, defaultEffect: 's', checkParentChild: 'b' },
    network: { allowedIPs: strings, deniedIPs: strings, listeningPorts: portList, outboundPorts: portList },
    filesystem: { allowedList: strings, deniedList: denied, defaultEffect: 's' },
    dns: { defaultEffect: 's', domainList: { allowed: strings, denied: strings, effect: 's' } },
  }),
  'runtime-host': runtime({
    antiMalware: {
      allowedProcesses: strings,
      deniedProcesses: denied,
      cryptoMiner: 's',
      skipSSHTracking: 'b',
    },
    network: { allowedOutboundIPs: strings, deniedOutboundIPs: strings, deniedListeningPorts: ports },
    dns: { allow: strings, deny: strings, denyListEffect: 's' },
    fileIntegrityRules: [{ path: 's', recursive: 'b', procWhitelist: strings, exclusions: strings }],
    logInspectionRules: [{ path: 's', regex: strings }],
    forensic: { activitiesDisabled: 'b' },
  }),
  'runtime-serverless': runtime({ ...oldSensors, skipExecSessions: 'b' }),
  'runtime-app-embedded': runtime(oldSensors),
  waas: {
    _id: 's',
    minPort: 'n',
    maxPort: 'n',
    rules: [
      {
        ...common,
        windows: 'b',
        readTimeoutSeconds: 'n',
        outOfBandScope: 's',
        applicationsSpec: [
          {
            appID: 's',
            sqli: protection,
            xss: protection,
            banDurationMinutes: 'n',
            csrfEnabled: 'b',
            apiSpec: {
              endpoints: [{ host: 's', basePath: 's', internalPort: 'n', tls: 'b' }],
              paths: [{ path: 's' }],
            },
            networkControls: { subnets: access, countries: access },
            dosConfig: {
              enabled: 'b',
              alert: { average: 'n', burst: 'n' },
              ban: { average: 'n', burst: 'n' },
            },
          },
        ],
      },
    ],
  },
  cnns: {
    _id: 's',
    containerEnabled: 'b',
    hostEnabled: 'b',
    containerRules: [networkRule],
    hostRules: [networkRule],
    networkEntities: [{ _id: 'n', name: 's', type: 's', collections: [{ name: 's' }], domains: strings }],
  },
};
