import type { PolicyKind } from '../../policy/families.ts';
import type { Compared } from './uncompared.ts';

type Members = { readonly [member: string]: Compared };

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

/** How what is done is said, which makes it neither weaker nor stricter. */
const messages = { blockMsg: 'noise', verbose: 'flag' } as const;

const comparedOfVulnerabilities: Members = {
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

const comparedOfChecks: Members = {
  ...messages,
  // What passed is reported as well.
  allCompliance: 'flag',
  condition: { vulnerabilities: { by: 'id', items: { id: 'number', block: 'flag' } } },
};

const comparedOfConnections: Members = { effect: 'word' };

/** What the comparison of rules of this kind looks at; those by sensors have a table of their own. */
export function comparedOf({ decidesBy }: Pick<PolicyKind, 'decidesBy'>): Members {
  switch (decidesBy) {
    case 'thresholds':
      return comparedOfVulnerabilities;
    case 'checks':
      return comparedOfChecks;
    case 'connections':
      return comparedOfConnections;
    case 'sensors':
    default:
      return {};
  }
}
