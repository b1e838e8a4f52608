import type { PolicyName } from '../../../../src/core/policy/families.ts';

export const block = (value: number): object => ({ enabled: true, value });
export const alert = (value: number): object => ({ disabled: false, value });

const ports = [{ start: 1, end: 2 }];
const deny = { effect: 'alert', paths: ['/a'] };
const portLists = { allowed: ports, denied: ports, effect: 'alert' };
const limits = { alertThreshold: alert(4), blockThreshold: block(1) };
const exceptions = ['ignore', 'alert', 'block'].map((effect) => ({
  effect,
  expiration: { enabled: true, date: '2099-01-01T00:00:00Z' },
}));

/** Rules in which nothing is off: every member counts. */
export const whole: readonly (readonly [PolicyName, object])[] = [
  [
    'vulnerability/images',
    {
      ...limits,
      graceDaysPolicy: { enabled: true, critical: 1, high: 2, medium: 3, low: 4 },
      onlyFixed: true,
      excludeBaseImageVulns: true,
      pkgTypesThresholds: [{ type: 'jar', alertThreshold: alert(7), blockThreshold: block(4) }],
      cveRules: exceptions.map((one) => ({ ...one, id: one.effect })),
      tags: exceptions.map((one) => ({ ...one, name: one.effect })),
    },
  ],
  [
    'vulnerability/ci-images',
    { ...limits, graceDays: 3, riskFactorsEffects: [{ riskFactor: 'Has fix', effect: 'block' }] },
  ],
  [
    'vulnerability/host',
    { alertThreshold: alert(4), pkgTypesThresholds: [{ type: 'go', alertThreshold: alert(1) }] },
  ],
  [
    'compliance/container',
    {
      condition: {
        device: 'd',
        vulnerabilities: [
          { id: 41, block: true },
          { id: 51, block: false },
        ],
      },
    },
  ],
  ['cnns/network', { effect: 'alert' }],
  [
    'runtime/container',
    {
      advancedProtectionEffect: 'alert',
      wildFireAnalysis: 'alert',
      skipExecSessions: true,
      customRules: [{ _id: 1, action: 'audit', effect: 'alert' }],
      processes: { defaultEffect: 'alert', allowedList: ['a'], checkParentChild: true, deniedList: deny },
      network: {
        defaultEffect: 'alert',
        allowedIPs: ['1.1.1.1'],
        deniedIPs: ['2.2.2.2'],
        deniedIPsEffect: 'alert',
        listeningPorts: portLists,
      },
      dns: { defaultEffect: 'alert', domainList: { allowed: ['a'], denied: ['b'], effect: 'alert' } },
    },
  ],
  [
    'runtime/host',
    {
      antiMalware: {
        cryptoMiner: 'alert',
        deniedProcesses: deny,
        detectCompilerGeneratedBinary: true,
        skipSSHTracking: true,
        suspiciousELFHeaders: 'alert',
      },
      dns: { allow: ['a'], deny: ['b'], denyListEffect: 'alert', intelligenceFeed: 'alert' },
      fileIntegrityRules: [{ path: '/a', exclusions: ['x'], read: true }],
      logInspectionRules: [{ path: '/a', regex: ['x'] }],
      forensic: { sshdEnabled: true },
    },
  ],
  [
    'runtime/serverless',
    {
      advancedProtection: true,
      processes: {
        blacklist: ['a'],
        whitelist: ['b'],
        blockAllBinaries: true,
        skipModified: true,
        effect: 'alert',
      },
      filesystem: { suspiciousELFHeaders: true, effect: 'alert' },
    },
  ],
  [
    'waas/container',
    {
      readTimeoutSeconds: 5,
      applicationsSpec: [
        {
          appID: 'a',
          banDurationMinutes: 5,
          apiSpec: { effect: 'alert', fallbackEffect: 'alert', endpoints: [{ host: 'a', exposedPort: 1 }] },
          sqli: { effect: 'alert', exceptionFields: [{ key: 'a', location: 'path' }] },
          dosConfig: { enabled: true, ban: { average: 1, burst: 2 }, excludedNetworkLists: ['a'] },
          networkControls: {
            subnets: { enabled: true, prevent: ['a'], fallbackEffect: 'alert' },
            exceptionSubnets: ['b'],
          },
          botProtectionSpec: {
            jsInjectionSpec: { enabled: true, timeoutEffect: 'alert' },
            sessionValidation: 'alert',
          },
          maliciousUpload: { effect: 'alert', allowedFileTypes: ['pdf'] },
          csrfEnabled: true,
          customBlockResponse: { enabled: true, code: 403 },
        },
      ],
    },
  ],
];

export type Plain = Record<string, unknown>;

const values: readonly unknown[] = [
  'disable',
  'prevent',
  'ignore',
  'constructor',
  '__proto__',
  '',
  0,
  5,
  41,
  true,
  false,
  null,
  [],
  {},
];
const strange = [
  'unknown',
  'constructor',
  'hasOwnProperty',
  'enabled',
  'disabled',
  'unless',
  'value',
  'block',
];

/** One member of the rule, at any depth, taken away, replaced, or put beside the others. */
export function changed(plain: object, at: number, how: number): object {
  const copy = structuredClone(plain) as Plain;
  const places: (() => void)[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      return;
    }
    const object = value as Plain;
    for (const key of Object.keys(object)) {
      places.push(() => {
        if (how % 4 === 0 && !Array.isArray(object)) {
          delete object[key];
        } else {
          object[key] = values[how % values.length];
        }
      });
      visit(object[key]);
    }
    if (!Array.isArray(object)) {
      places.push(() => (object[strange[how % strange.length] ?? ''] ??= how % 3 === 0 ? true : 'alert'));
    }
  };
  visit(copy);
  places[at % places.length]?.();
  return copy;
}
