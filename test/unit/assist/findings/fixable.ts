import type { CheckerOptions } from '../../../../src/core/assist/findings/policyChecker.ts';
import { compliancePolicy, complianceRule, vulnerabilityPolicy, vulnerabilityRule } from './twin.ts';

export interface Fixable {
  readonly code: string;
  readonly policy: string;
  readonly document: unknown;
  readonly options?: CheckerOptions;
}

const images = 'vulnerability/images';
const container = 'compliance/container';
const scoped = { name: 'r', collections: [{ name: 'All' }] };
const collections = new Set(['All', 'Payments']);

export function changedRule(changes: Record<string, unknown>): unknown {
  return vulnerabilityPolicy(vulnerabilityRule({ name: 'first' }), vulnerabilityRule(changes));
}

function checksRule(...vulnerabilities: unknown[]): unknown {
  return compliancePolicy(complianceRule({ effect: undefined, condition: { vulnerabilities } }));
}

const knownChecks = new Map([[41, { title: 'Runs as root', type: 'image' }]]);

/** Each with a mistake that has a fix. */
export const fixable: readonly Fixable[] = [
  { code: 'schema-type', policy: images, document: changedRule({ graceDays: '30' }) },
  { code: 'schema-type', policy: images, document: changedRule({ onlyFixed: 'True' }) },
  { code: 'schema-type', policy: images, document: changedRule({ notes: 7 }) },
  {
    code: 'schema-type',
    policy: images,
    document: changedRule({ alertThreshold: { disabled: false, value: 'High' } }),
  },
  { code: 'schema-enum', policy: images, document: changedRule({ tags: [{ name: 'x', effect: 'Ignore' }] }) },
  { code: 'no-collections', policy: images, document: changedRule({ collections: [] }) },
  { code: 'no-collections', policy: images, document: changedRule({ collections: undefined }) },
  { code: 'duplicate-rule-name', policy: images, document: changedRule({ name: 'first' }) },
  { code: 'wrong-policy-type', policy: 'vulnerability/host', document: changedRule({}) },
  {
    code: 'unknown-collection',
    policy: images,
    document: changedRule({ collections: [{ name: 'Payment' }] }),
    options: { known: () => ({ collections }) },
  },
  {
    code: 'old-scope',
    policy: images,
    document: changedRule({ collections: undefined, resources: { images: ['*'], hosts: ['*'] } }),
  },
  {
    code: 'threshold-value',
    policy: images,
    document: changedRule({ blockThreshold: { enabled: true, value: 8 } }),
  },
  {
    code: 'block-below-alert',
    policy: images,
    document: changedRule({ alertThreshold: { value: 9 }, blockThreshold: { enabled: true, value: 4 } }),
  },
  { code: 'broad-alert-threshold', policy: images, document: changedRule({ alertThreshold: {} }) },
  { code: 'effect-mismatch', policy: images, document: changedRule({ effect: 'alert' }) },
  {
    code: 'misspelled-field',
    policy: images,
    document: changedRule({ alertTreshold: { value: 4 }, alertThreshold: undefined }),
  },
  { code: 'field-case', policy: images, document: changedRule({ OnlyFixed: true }) },
  {
    code: 'expired-exception',
    policy: images,
    document: changedRule({
      cveRules: [
        { id: 'CVE-1', effect: 'ignore', expiration: { enabled: true, date: '2001-01-01T00:00:00Z' } },
        { id: 'CVE-2', effect: 'ignore', expiration: { enabled: true, date: '2901-01-01T00:00:00Z' } },
        { id: 'CVE-3', effect: 'ignore', expiration: { enabled: true, date: '2002-01-01T00:00:00Z' } },
        { id: 'CVE-4', effect: 'ignore', expiration: { enabled: true, date: '2003-01-01T00:00:00Z' } },
      ],
    }),
  },
  {
    code: 'duplicate-check',
    policy: container,
    document: checksRule({ id: 41, block: false }, { id: 41, block: false }, { id: 41, block: true }),
  },
  { code: 'unblockable-check', policy: container, document: checksRule({ id: 598, block: true }) },
  {
    code: 'check-of-other-type',
    policy: 'compliance/ci-images',
    document: { rules: [complianceRule({ effect: undefined })] },
  },
  {
    code: 'unknown-check',
    policy: container,
    document: checksRule({ id: 41, block: false }, { id: 42, block: false }),
    options: { known: () => ({ checks: knownChecks }) },
  },
  {
    code: 'unaccepted-effect',
    policy: 'runtime/container',
    document: { rules: [{ ...scoped, network: { portScanEffect: 'prevent' } }] },
  },
  {
    code: 'unaccepted-effect',
    policy: 'runtime/app-embedded',
    document: { rules: [{ ...scoped, customRules: [{ _id: 1, action: 'audit', effect: 'block' }] }] },
  },
  ...['container', 'agentless'].map((target) => ({
    code: 'unaccepted-effect',
    policy: `waas/${target}`,
    document: { rules: [{ ...scoped, applicationsSpec: [{ appID: 'a', sqli: { effect: 'reCAPTCHA' } }] }] },
  })),
  { code: 'schema-format', policy: images, document: changedRule({ modified: '2031-01-02' }) },
  { code: 'schema-format', policy: images, document: changedRule({ modified: '2031-01-02 03:04:05.678' }) },
  {
    code: 'duplicate-app',
    policy: 'waas/host',
    document: { rules: [{ ...scoped, applicationsSpec: [{ appID: 'a' }, { appID: 'a' }, { appID: 'a' }] }] },
  },
  {
    code: 'missing-id',
    policy: 'cnns/network',
    document: {
      containerRules: [
        { id: 3, name: 'r', src: 1, dst: 1 },
        { name: 's', src: 1, dst: 1 },
        { id: null, name: 't', src: 1, dst: 1 },
      ],
      networkEntities: [{ _id: 1 }, { name: 'web' }, { name: 'db' }],
    },
  },
  {
    code: 'duplicate-custom-rule',
    policy: 'runtime/host',
    document: {
      rules: [
        {
          ...scoped,
          customRules: ['alert', 'alert', 'prevent'].map((effect) => ({ _id: 1, action: 'audit', effect })),
        },
      ],
    },
  },
  {
    code: 'misplaced-protection',
    policy: 'waas/host',
    document: {
      rules: [{ ...scoped, sqli: { effect: 'prevent' }, applicationsSpec: [{ appID: 'a' }] }],
    },
  },
  {
    code: 'inactive-setting',
    policy: images,
    document: changedRule({ graceDays: 0, graceDaysPolicy: { high: 7 } }),
  },
  {
    code: 'inactive-setting',
    policy: images,
    document: changedRule({ graceDays: 3, graceDaysPolicy: { enabled: true, high: 7 } }),
  },
  ...[{ date: '2131-01-01T00:00:00Z' }, { enabled: true }].map((expiration) => ({
    code: 'inactive-setting',
    policy: images,
    document: changedRule({ tags: [{ name: 'x', effect: 'ignore', expiration }] }),
  })),
  {
    code: 'duplicate-entity',
    policy: 'cnns/network',
    document: {
      containerRules: [{ id: 1, name: 'r', src: 1, dst: 1 }],
      networkEntities: [{ _id: 1 }, { _id: 1 }, { _id: 1 }],
    },
  },
  {
    code: 'duplicate-rule-id',
    policy: 'cnns/network',
    document: {
      containerRules: [
        { id: 1, name: 'r', src: 1, dst: 1 },
        { id: 1, name: 's', src: 1, dst: 1 },
        { id: 1, name: 't', src: 1, dst: 1 },
      ],
      networkEntities: [{ _id: 1 }],
    },
  },
  { code: 'missing-name', policy: images, document: changedRule({ name: '' }) },
  { code: 'missing-name', policy: images, document: changedRule({ name: undefined }) },
  { code: 'missing-name', policy: images, document: changedRule({ name: null, notes: 'Rule 2' }) },
  { code: 'schema-type', policy: images, document: changedRule({ disabled: 'yes' }) },
  { code: 'schema-type', policy: images, document: changedRule({ disabled: 'Off' }) },
  { code: 'schema-type', policy: images, document: changedRule({ collections: 'Payments' }) },
  { code: 'schema-type', policy: images, document: changedRule({ collections: ['Payments', 'All'] }) },
  { code: 'schema-type', policy: images, document: changedRule({ collections: { name: 'Payments' } }) },
  { code: 'no-collections', policy: images, document: changedRule({ collections: [{ name: '' }] }) },
  {
    code: 'no-collections',
    policy: images,
    document: changedRule({ collections: [{ name: 'Payments' }, { name: ' ' }] }),
  },
  { code: 'unknown-effect', policy: images, document: changedRule({ effect: 'alrt, Block' }) },
  { code: 'unknown-effect', policy: images, document: changedRule({ effect: 'block, block' }) },
  { code: 'unknown-effect', policy: images, document: changedRule({ effect: 'quarantine' }) },
  {
    code: 'unknown-effect',
    policy: container,
    document: compliancePolicy(complianceRule({ effect: 'Alert' })),
  },
  { code: 'misspelled-field', policy: images, document: changedRule({ disbled: true, disabled: false }) },
  ...[{ blockThreshold: undefined }, { blockThreshold: { enabled: false } }].map((changes) => ({
    code: 'grace-without-block',
    policy: images,
    document: changedRule({ effect: 'alert', ...changes }),
  })),
  {
    code: 'grace-without-block',
    policy: images,
    document: changedRule({
      effect: 'alert',
      blockThreshold: undefined,
      graceDays: 0,
      graceDaysPolicy: { enabled: true, high: 7 },
    }),
  },
  {
    code: 'negative-grace',
    policy: images,
    document: changedRule({ graceDays: -30, graceDaysPolicy: { enabled: true, low: -1, high: 7 } }),
  },
  {
    code: 'cannot-block',
    policy: 'vulnerability/host',
    document: {
      rules: [
        vulnerabilityRule({
          graceDays: 0,
          cveRules: [{ id: 'CVE-2031-0001', effect: 'block' }],
          pkgTypesThresholds: [{ type: 'jar', blockThreshold: { enabled: true, value: 9 } }],
        }),
      ],
    },
  },
  {
    code: 'malformed-cve',
    policy: images,
    document: changedRule({
      cveRules: [
        'cve-2031-0001',
        'CVE_2031_0002',
        'CEV-2031-0003',
        'CVE\u20132031\u20130004',
        ' PRISMA-2031-1 ',
      ].map((id) => ({ id, effect: 'ignore' })),
    }),
  },
  {
    code: 'duplicate-exception',
    policy: images,
    document: changedRule({
      cveRules: [1, 2, 3].map(() => ({ id: 'CVE-2031-0001', effect: 'ignore' })),
      tags: [1, 2].map(() => ({ name: 'accepted', effect: 'ignore' })),
      pkgTypesThresholds: [1, 2].map(() => ({ type: 'jar', alertThreshold: { value: 7 } })),
      riskFactorsEffects: ['alert', 'block', 'alert'].map((effect) => ({ riskFactor: 'Has fix', effect })),
    }),
  },
  {
    code: 'collection-spaces',
    policy: images,
    document: changedRule({ collections: [{ name: ' All' }, { name: 'Payments\t' }] }),
  },
  {
    code: 'duplicate-collection',
    policy: 'cnns/network',
    document: {
      containerRules: [],
      networkEntities: [
        { _id: 1, collections: [{ name: 'A' }, { name: 'A' }, { name: 'B' }, { name: 'A' }] },
      ],
    },
  },
  {
    code: 'collection-spaces',
    policy: 'cnns/network',
    document: { containerRules: [], networkEntities: [{ _id: 1, collections: [{ name: 'A ' }] }] },
  },
  {
    code: 'reversed-range',
    policy: 'runtime/container',
    document: { rules: [{ ...scoped, network: { outboundPorts: { allowed: [{ start: 90, end: 80 }] } } }] },
  },
  {
    code: 'reversed-range',
    policy: 'waas/container',
    document: { minPort: 31_000, maxPort: 30_000, rules: [] },
  },
  {
    code: 'not-an-address',
    policy: 'cnns/network',
    document: {
      containerRules: [],
      networkEntities: [{ _id: 1, type: 'subnet', subnets: [{ cidr: ' 192.0.2.0 / 24' }] }],
    },
  },
  {
    code: 'not-an-address',
    policy: 'cnns/network',
    document: {
      containerRules: [],
      networkEntities: [{ _id: 1, type: 'subnet', subnets: [{ cidr: '198.51.100.135/25' }] }],
    },
  },
  {
    code: 'unaccepted-effect',
    policy: 'waas/out-of-band',
    document: {
      rules: [
        {
          ...scoped,
          applicationsSpec: [{ appID: 'a', customRules: [{ _id: 1, action: 'audit', effect: 'prevent' }] }],
        },
      ],
    },
  },
];
