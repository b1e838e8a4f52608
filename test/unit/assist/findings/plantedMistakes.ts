import { complianceRule, vulnerabilityRule } from './twin.ts';

export interface Mistake {
  readonly code: string;
  readonly policy: string;
  /** The rule with the mistake; `mark` is different in each. */
  readonly rule: (mark: number) => Record<string, unknown>;
  /** The text under the finding, quotes left out. */
  readonly text: (mark: number) => string;
}

const images = 'vulnerability/images';
const scoped = { collections: [{ name: 'All' }] };

export const plantedMistakes: readonly Mistake[] = [
  {
    code: 'missing-name',
    policy: images,
    rule: (mark) => ({ [`first${mark}`]: 1, ...vulnerabilityRule({ name: undefined }) }),
    text: (mark) => `first${mark}`,
  },
  {
    code: 'no-collections',
    policy: images,
    rule: () => vulnerabilityRule({ collections: [] }),
    text: () => 'collections',
  },
  {
    code: 'unknown-collection',
    policy: images,
    rule: (mark) => vulnerabilityRule({ collections: [{ name: 'All' }, { name: `Gone ${mark}` }] }),
    text: (mark) => `Gone ${mark}`,
  },
  {
    code: 'schema-type',
    policy: images,
    rule: (mark) => vulnerabilityRule({ graceDays: `${mark} days` }),
    text: (mark) => `${mark} days`,
  },
  {
    code: 'schema-enum',
    policy: images,
    rule: (mark) => vulnerabilityRule({ cveRules: [{ id: 'CVE-2031-0001', effect: `alert${mark}` }] }),
    text: (mark) => `alert${mark}`,
  },
  {
    code: 'schema-format',
    policy: images,
    rule: (mark) => vulnerabilityRule({ modified: `2031-01-01 ${mark}` }),
    text: (mark) => `2031-01-01 ${mark}`,
  },
  {
    code: 'threshold-value',
    policy: images,
    rule: (mark) => vulnerabilityRule({ blockThreshold: { enabled: true, value: 10 + mark } }),
    text: (mark) => String(10 + mark),
  },
  {
    code: 'unknown-field',
    policy: images,
    rule: (mark) => vulnerabilityRule({ [`reviewedBy${mark}`]: 1 }),
    text: (mark) => `reviewedBy${mark}`,
  },
  {
    code: 'misspelled-field',
    policy: images,
    rule: (mark) => vulnerabilityRule({ alertTreshold: mark }),
    text: () => 'alertTreshold',
  },
  {
    code: 'field-case',
    policy: images,
    rule: () => vulnerabilityRule({ OnlyFixed: true }),
    text: () => 'OnlyFixed',
  },
  {
    code: 'ending-exception',
    policy: images,
    rule: (mark) =>
      vulnerabilityRule({
        tags: [
          {
            name: 'x',
            effect: 'ignore',
            expiration: { enabled: true, date: `2031-01-01T00:00:00.${String(mark).padStart(4, '0')}Z` },
          },
        ],
      }),
    text: (mark) => `2031-01-01T00:00:00.${String(mark).padStart(4, '0')}Z`,
  },
  {
    code: 'expired-exception',
    policy: images,
    rule: (mark) =>
      vulnerabilityRule({
        tags: [
          {
            name: 'x',
            effect: 'ignore',
            expiration: { enabled: true, date: `2001-01-01T00:00:00.${String(mark).padStart(4, '0')}Z` },
          },
        ],
      }),
    text: (mark) => `2001-01-01T00:00:00.${String(mark).padStart(4, '0')}Z`,
  },
  {
    code: 'no-checks',
    policy: 'compliance/container',
    rule: () => complianceRule({ effect: undefined, condition: { vulnerabilities: [] } }),
    text: () => 'vulnerabilities',
  },
  {
    code: 'duplicate-check',
    policy: 'compliance/container',
    rule: (mark) =>
      complianceRule({
        effect: undefined,
        condition: { vulnerabilities: [mark, 100_000, mark].map((id) => ({ id, block: false })) },
      }),
    text: (mark) => String(mark),
  },
  {
    code: 'unaccepted-effect',
    policy: 'runtime/container',
    rule: () => ({ ...scoped, network: { portScanEffect: 'prevent' } }),
    text: () => 'prevent',
  },
  {
    code: 'duplicate-app',
    policy: 'waas/container',
    rule: (mark) => ({ ...scoped, applicationsSpec: [{ appID: `a${mark}` }, { appID: `a${mark}` }] }),
    text: (mark) => `a${mark}`,
  },
  {
    code: 'unknown-entity',
    policy: 'cnns/network',
    rule: (mark) => ({ id: mark, src: 1_000_000 + mark }),
    text: (mark) => String(1_000_000 + mark),
  },
  {
    code: 'unknown-effect',
    policy: images,
    rule: (mark) => vulnerabilityRule({ effect: `alert, blok${mark}` }),
    text: (mark) => `alert, blok${mark}`,
  },
  {
    code: 'grace-without-block',
    policy: images,
    rule: (mark) => vulnerabilityRule({ blockThreshold: { enabled: false, value: 0 }, graceDays: mark }),
    text: (mark) => String(mark),
  },
  {
    code: 'negative-grace',
    policy: images,
    rule: (mark) => vulnerabilityRule({ graceDays: -mark }),
    text: (mark) => String(-mark),
  },
  {
    code: 'cannot-block',
    policy: 'vulnerability/host',
    rule: () => vulnerabilityRule({ blockThreshold: { enabled: true, value: 9 } }),
    text: () => 'true',
  },
  {
    code: 'malformed-cve',
    policy: images,
    rule: (mark) => vulnerabilityRule({ cveRules: [{ id: `CVE-31-${mark}`, effect: 'ignore' }] }),
    text: (mark) => `CVE-31-${mark}`,
  },
  {
    code: 'duplicate-exception',
    policy: images,
    rule: (mark) =>
      vulnerabilityRule({ tags: [1, 2].map(() => ({ name: `tag ${mark}`, effect: 'ignore' })) }),
    text: (mark) => `tag ${mark}`,
  },
  {
    code: 'port-out-of-range',
    policy: 'cnns/network',
    rule: (mark) => ({ id: mark, ports: [{ start: 443, end: 65_535 + mark }] }),
    text: (mark) => String(65_535 + mark),
  },
  {
    code: 'reversed-range',
    policy: 'cnns/network',
    rule: (mark) => ({ id: mark, ports: [{ start: 60_000, end: mark }] }),
    text: (mark) => String(mark),
  },
  {
    code: 'not-an-address',
    policy: 'runtime/container',
    rule: (mark) => ({ ...scoped, network: { allowedIPs: ['192.0.2.0/24', `192.0.2.0/${32 + mark}`] } }),
    text: (mark) => `192.0.2.0/${32 + mark}`,
  },
  {
    code: 'missing-id',
    policy: images,
    rule: (mark) => vulnerabilityRule({ tags: [{ description: `${mark}`, effect: 'ignore' }] }),
    text: () => 'description',
  },
  {
    code: 'duplicate-custom-rule',
    policy: 'runtime/container',
    rule: (mark) => ({
      ...scoped,
      customRules: ['alert', 'prevent'].map((effect) => ({ _id: mark, action: 'audit', effect })),
    }),
    text: (mark) => String(mark),
  },
  {
    code: 'inactive-setting',
    policy: images,
    rule: (mark) => vulnerabilityRule({ graceDays: mark, graceDaysPolicy: { enabled: true, high: 7 } }),
    text: (mark) => String(mark),
  },
  {
    code: 'no-applications',
    policy: 'waas/container',
    rule: () => ({ ...scoped, applicationsSpec: [] }),
    text: () => 'applicationsSpec',
  },
  {
    code: 'misplaced-protection',
    policy: 'waas/container',
    rule: () => ({ ...scoped, sqli: { effect: 'prevent' }, applicationsSpec: [{ appID: 'a' }] }),
    text: () => 'sqli',
  },
  {
    code: 'broken-pattern',
    policy: 'runtime/host',
    rule: (mark) => ({ ...scoped, logInspectionRules: [{ path: '/x', regex: ['a+', `(${mark}`] }] }),
    text: (mark) => `(${mark}`,
  },
];
