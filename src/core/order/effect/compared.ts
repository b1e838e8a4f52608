import type { Compared } from './uncompared.ts';

const thresholds = {
  alertThreshold: { disabled: 'flag', value: 'number' },
  blockThreshold: { enabled: 'flag', value: 'number' },
} as const;

/** What an exception is for is told by a description, which decides nothing. */
const exception = {
  effect: 'word',
  description: 'noise',
  expiration: { enabled: 'flag', date: 'word' },
} as const;

/** How what is done is said, which makes it neither milder nor stricter. */
const messages = { blockMsg: 'noise', verbose: 'flag' } as const;

export const comparedOfVulnerabilities: { readonly [member: string]: Compared } = {
  ...thresholds,
  ...messages,
  graceDays: 'number',
  graceDaysPolicy: {
    enabled: 'flag',
    critical: 'number',
    high: 'number',
    medium: 'number',
    low: 'number',
  },
  onlyFixed: 'flag',
  excludeBaseImageVulns: 'flag',
  pkgTypesThresholds: { by: 'type', items: { type: 'word', ...thresholds } },
  cveRules: { by: 'id', items: { id: 'word', ...exception } },
  tags: { by: 'name', items: { name: 'word', ...exception } },
  riskFactorsEffects: { by: 'riskFactor', items: { riskFactor: 'word', effect: 'word' } },
};

export const comparedOfChecks: { readonly [member: string]: Compared } = {
  ...messages,
  // What passed is reported as well.
  allCompliance: 'flag',
  condition: { vulnerabilities: { by: 'id', items: { id: 'number', block: 'flag' } } },
};

export const comparedOfConnections: { readonly [member: string]: Compared } = { effect: 'word' };
