/**
 * The one table of the policies of a console. Tree, validation, pull, push, docs and tests read it, so a new
 * endpoint is one more row. Source: the console's published interface, release 34.04.
 */
export type Family = 'vulnerability' | 'compliance' | 'runtime' | 'waas' | 'cnns';

/** A schema in `schemas/<shape>.schema.json`. */
export type PolicyShape =
  | 'vulnerability'
  | 'compliance'
  | 'runtime-container'
  | 'runtime-host'
  | 'runtime-serverless'
  | 'runtime-app-embedded'
  | 'waas'
  | 'cnns';

/** `family/target`, as used in paths, in the UI and on the command line. */
export type PolicyName = `${Family}/${string}`;

/** One ordered array of rules inside a policy document. */
export interface RuleArray {
  readonly key: 'rules' | 'containerRules' | 'hostRules';
  readonly title: string;
}

/** Operations of a policy beyond reading and replacing it. */
export type ExtraOperation = 'impacted' | 'add' | 'resources' | 'state';

/** Effects that stop an activity, not only report it. */
export type StrongEffect = 'prevent' | 'block' | 'ban';

export interface PolicyKind extends RuleFacts {
  readonly name: PolicyName;
  readonly family: Family;
  readonly target: string;
  readonly title: string;
  /** The path below `/api/v<version>`; a console may override it. */
  readonly path: string;
  /** The field that identifies the policy of a document, and its value. */
  readonly identity: { readonly field: 'policyType' | '_id'; readonly value: string };
  readonly shape: PolicyShape;
  readonly arrays: readonly RuleArray[];
  readonly extra: readonly ExtraOperation[];
  /** Effects that rules may name but the resources cannot have: the console applies a weaker effect instead. */
  readonly cannot: readonly StrongEffect[];
  /** The role permission the console checks; named in a 403 message. */
  readonly permission: string;
}

/** Properties that code checks instead of the name of a family. */
interface RuleFacts {
  /** The part of a rule that contains its actions. */
  readonly decidesBy: 'thresholds' | 'checks' | 'sensors' | 'connections';
  /**
   * A rule joins two numbered entities of the policy, which name the collections. In other policies the rule
   * names the collections itself.
   */
  readonly isNetwork: boolean;
  /** A rule protects apps, and each app has its own sensors. */
  readonly hasApps: boolean;
}

export interface FamilyFacts {
  readonly title: string;
  /** A short title for rows with little space. */
  readonly short: string;
  /** The name of a VS Code product icon. */
  readonly icon: string;
  readonly rules: RuleFacts;
}

const plain = { isNetwork: false, hasApps: false };

export const familyTable: Readonly<Record<Family, FamilyFacts>> = {
  vulnerability: {
    title: 'Vulnerability',
    short: 'vuln',
    icon: 'bug',
    rules: { ...plain, decidesBy: 'thresholds' },
  },
  compliance: {
    title: 'Compliance',
    short: 'comp',
    icon: 'checklist',
    rules: { ...plain, decidesBy: 'checks' },
  },
  runtime: { title: 'Runtime', short: 'runtime', icon: 'pulse', rules: { ...plain, decidesBy: 'sensors' } },
  waas: {
    title: 'WAAS',
    short: 'waas',
    icon: 'globe',
    rules: { ...plain, decidesBy: 'sensors', hasApps: true },
  },
  cnns: {
    title: 'CNNS',
    short: 'cnns',
    icon: 'circuit-board',
    rules: { ...plain, decidesBy: 'connections', isNetwork: true },
  },
};

const rules: readonly RuleArray[] = [{ key: 'rules', title: 'Rules' }];
const networkRules: readonly RuleArray[] = [
  { key: 'containerRules', title: 'Container rules' },
  { key: 'hostRules', title: 'Host rules' },
];

type Row = readonly [
  target: string,
  title: string,
  path: string,
  identity: string,
  shape: PolicyShape,
  permission: string,
  extra?: readonly ExtraOperation[],
  cannot?: readonly StrongEffect[],
];

function rows(
  family: Family,
  field: 'policyType' | '_id',
  table: readonly Row[],
  arrays = rules,
): PolicyKind[] {
  return table.map(([target, title, path, value, shape, permission, extra = [], cannot = []]) => ({
    name: `${family}/${target}`,
    family,
    target,
    title,
    path,
    identity: { field, value },
    shape,
    arrays,
    extra,
    cannot,
    permission,
    ...familyTable[family].rules,
  }));
}

export const policyKinds: readonly PolicyKind[] = [
  ...rows('vulnerability', 'policyType', [
    [
      'images',
      'Deployed images',
      '/policies/vulnerability/images',
      'containerVulnerability',
      'vulnerability',
      'policyContainers',
      ['impacted'],
    ],
    [
      'ci-images',
      'CI images',
      '/policies/vulnerability/ci/images',
      'ciImagesVulnerability',
      'vulnerability',
      'policyContainers',
    ],
    [
      'host',
      'Hosts',
      '/policies/vulnerability/host',
      'hostVulnerability',
      'vulnerability',
      'policyHosts',
      ['impacted'],
      ['block'],
    ],
    [
      'serverless',
      'Serverless',
      '/policies/vulnerability/serverless',
      'serverlessVulnerability',
      'vulnerability',
      'policyServerless',
      [],
      ['block'],
    ],
    [
      'ci-serverless',
      'CI serverless',
      '/policies/vulnerability/ci/serverless',
      'ciServerlessVulnerability',
      'vulnerability',
      'policyServerless',
    ],
  ]),
  ...rows('compliance', 'policyType', [
    [
      'container',
      'Containers',
      '/policies/compliance/container',
      'containerCompliance',
      'compliance',
      'policyContainers',
      ['impacted'],
    ],
    [
      'ci-images',
      'CI images',
      '/policies/compliance/ci/images',
      'ciImagesCompliance',
      'compliance',
      'policyContainers',
    ],
    [
      'host',
      'Hosts',
      '/policies/compliance/host',
      'hostCompliance',
      'compliance',
      'policyHosts',
      ['impacted'],
    ],
    [
      'serverless',
      'Serverless',
      '/policies/compliance/serverless',
      'serverlessCompliance',
      'compliance',
      'policyServerless',
      [],
      ['block'],
    ],
    [
      'ci-serverless',
      'CI serverless',
      '/policies/compliance/ci/serverless',
      'ciServerlessCompliance',
      'compliance',
      'policyServerless',
      [],
      ['block'],
    ],
  ]),
  ...rows('runtime', '_id', [
    [
      'container',
      'Containers',
      '/policies/runtime/container',
      'containerRuntime',
      'runtime-container',
      'policyRuntimeContainer',
      ['impacted', 'add'],
    ],
    ['host', 'Hosts', '/policies/runtime/host', 'hostRuntime', 'runtime-host', 'policyRuntimeHosts', ['add']],
    [
      'serverless',
      'Serverless',
      '/policies/runtime/serverless',
      'serverlessRuntime',
      'runtime-serverless',
      'policyRuntimeServerless',
      ['add'],
    ],
    [
      'app-embedded',
      'App-embedded',
      '/policies/runtime/app-embedded',
      'appEmbeddedRuntime',
      'runtime-app-embedded',
      'policyRuntimeServerless',
      ['add'],
      ['block'],
    ],
  ]),
  ...rows('waas', '_id', [
    [
      'container',
      'Containers',
      '/policies/firewall/app/container',
      'containerAppFirewall',
      'waas',
      'policyWAAS',
      ['impacted'],
    ],
    ['host', 'Hosts', '/policies/firewall/app/host', 'hostAppFirewall', 'waas', 'policyWAAS', ['impacted']],
    [
      'app-embedded',
      'App-embedded',
      '/policies/firewall/app/app-embedded',
      'appEmbeddedAppFirewall',
      'waas',
      'policyWAAS',
    ],
    [
      'serverless',
      'Serverless',
      '/policies/firewall/app/serverless',
      'serverlessAppFirewall',
      'waas',
      'policyWAAS',
    ],
    [
      'out-of-band',
      'Out-of-band',
      '/policies/firewall/app/out-of-band',
      'outOfBandAppFirewall',
      'waas',
      'policyWAAS',
      ['impacted'],
      ['prevent', 'ban'],
    ],
    [
      'agentless',
      'Agentless',
      '/policies/firewall/app/agentless',
      'agentlessAppFirewall',
      'waas',
      'policyWAAS',
      ['impacted', 'resources', 'state'],
      ['prevent', 'ban'],
    ],
  ]),
  ...rows(
    'cnns',
    '_id',
    [['network', 'Network', '/policies/firewall/network', 'networkFirewall', 'cnns', 'policyCNNF']],
    networkRules,
  ),
];

const byName = new Map<string, PolicyKind>(policyKinds.map((kind) => [kind.name, kind]));
const byIdentity = new Map<string, PolicyKind>(policyKinds.map((kind) => [kind.identity.value, kind]));

export function policyKind(name: PolicyName): PolicyKind;
export function policyKind(name: string): PolicyKind | undefined;
export function policyKind(name: string): PolicyKind | undefined {
  return byName.get(name);
}

/** Returns the kind that a document claims with its `policyType` or `_id`. */
export function policyKindOfIdentity(value: string): PolicyKind | undefined {
  return byIdentity.get(value);
}

export const families: readonly Family[] = [...new Set(policyKinds.map((kind) => kind.family))];

/** Some policies never block, even when their rules name a block effect. */
export function canBlock({ cannot }: Pick<PolicyKind, 'cannot'>): boolean {
  return !cannot.includes('block');
}

/** Checks that can only alert, in policies where other checks can block. */
const alertingChecks: Readonly<Record<PolicyName, readonly string[]>> = {
  'compliance/container': ['58', '596', '598'],
};

/** A check can block by its number. Only the console knows which checks cannot block because of their type. */
export function canCheckBlock(kind: Pick<PolicyKind, 'name' | 'cannot'>, id: string): boolean {
  return canBlock(kind) && alertingChecks[kind.name]?.includes(id) !== true;
}
