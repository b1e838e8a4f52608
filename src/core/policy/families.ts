import type { ResourceList } from './collections.ts';

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
  /** The field of the policy that switches on the rules: without it, they do nothing. */
  readonly enabledBy?: string;
}

/** Resources in the scope of a rule, as a console lists them. It determines the fields of their rows. */
export type ImpactedShape = 'image' | 'machine-image' | 'container' | 'out-of-band' | 'mirrored';

/** The checks of a compliance policy. */
interface CheckFacts {
  /** The types of checks that run on the resources. */
  readonly types: readonly string[];
  /** The only checks of the console that run on the resources. */
  readonly only?: readonly number[];
  /** Checks that can only alert, in a policy where other checks can block. */
  readonly alerting?: readonly number[];
}

/** Effects that stop an activity, not only report it. */
type StrongEffect = 'prevent' | 'block' | 'ban';

export interface PolicyKind extends RuleFacts {
  readonly name: PolicyName;
  readonly family: Family;
  readonly target: Target;
  readonly title: string;
  /** The path below `/api/v<version>`; a console may override it. */
  readonly path: string;
  /** The field that identifies the policy of a document, and its value. */
  readonly identity: { readonly field: 'policyType' | '_id'; readonly value: string };
  readonly shape: PolicyShape;
  readonly arrays: readonly RuleArray[];
  /** The lists of a collection that the policy evaluates; see `listsByTarget`. */
  readonly scopeLists: readonly ResourceList[];
  /** The resources that the console lists for a rule; undefined when it lists none. */
  readonly impacted: ImpactedShape | undefined;
  /** The listed resources are those that rules apply to. */
  readonly canCount: boolean;
  /** The checks of the policy; undefined in other families. */
  readonly checks: CheckFacts | undefined;
  /** The console reports a state of the resources. */
  readonly hasState: boolean;
  /** Effects that rules may name but the resources cannot have: the console applies a weaker effect instead. */
  readonly cannot: readonly StrongEffect[];
  /** The levels of the family, without effects that the resources cannot have. */
  readonly levels: readonly string[];
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

interface FamilyFacts {
  readonly title: string;
  /** A short title for rows with little space. */
  readonly short: string;
  /** The name of a VS Code product icon. */
  readonly icon: string;
  readonly rules: RuleFacts;
  /** Words of rules, those that protect least first. Another word is not compared. */
  readonly levels: readonly string[];
}

const plain = { isNetwork: false, hasApps: false };

export const familyTable: Readonly<Record<Family, FamilyFacts>> = {
  vulnerability: {
    title: 'Vulnerability',
    short: 'vuln',
    icon: 'bug',
    rules: { ...plain, decidesBy: 'thresholds' },
    levels: ['ignore', 'alert', 'block'],
  },
  compliance: {
    title: 'Compliance',
    short: 'comp',
    icon: 'checklist',
    rules: { ...plain, decidesBy: 'checks' },
    levels: ['ignore', 'alert', 'block'],
  },
  runtime: {
    title: 'Runtime',
    short: 'runtime',
    icon: 'pulse',
    rules: { ...plain, decidesBy: 'sensors' },
    levels: ['disable', 'alert', 'prevent', 'block'],
  },
  waas: {
    title: 'WAAS',
    short: 'waas',
    icon: 'globe',
    rules: { ...plain, decidesBy: 'sensors', hasApps: true },
    levels: ['disable', 'alert', 'prevent', 'ban'],
  },
  cnns: {
    title: 'CNNS',
    short: 'cnns',
    icon: 'circuit-board',
    rules: { ...plain, decidesBy: 'connections', isNetwork: true },
    levels: ['allow', 'alert', 'prevent'],
  },
};

const rules: readonly RuleArray[] = [{ key: 'rules', title: 'Rules' }];
const networkRules: readonly RuleArray[] = [
  { key: 'containerRules', title: 'Container rules', enabledBy: 'containerEnabled' },
  { key: 'hostRules', title: 'Host rules', enabledBy: 'hostEnabled' },
];

const container: readonly ResourceList[] = [
  'hosts',
  'images',
  'labels',
  'containers',
  'namespaces',
  'appIDs',
  'accountIDs',
  'clusters',
];
const host: readonly ResourceList[] = ['hosts', 'labels', 'accountIDs', 'clusters'];

/**
 * The lists of a collection that policies evaluate, by target. The contract documents for vulnerabilities of images, for
 * compliance and for app-embedded policies which lists must be `*`. Other policies follow by analogy. Empty where the
 * scope of a collection is unknown, and where entities have the collections. Entities evaluate the lists of their type,
 * by analogy. The scope is also unknown for constrained lists that are not named here.
 */
export const listsByTarget = {
  images: container,
  container,
  'ci-images': ['images', 'labels'],
  host,
  serverless: ['functions', 'labels', 'accountIDs'],
  'ci-serverless': ['functions', 'labels'],
  'app-embedded': ['images', 'appIDs'],
  /** The policy covers containers or hosts, so only the lists common to both count. */
  'out-of-band': host,
  agentless: [],
  network: [],
} as const satisfies Readonly<Record<string, readonly ResourceList[]>>;

type Target = keyof typeof listsByTarget;

type Row = readonly [
  target: Target,
  title: string,
  identity: string,
  permission: string,
  more?: Partial<Pick<PolicyKind, 'impacted' | 'canCount' | 'checks' | 'hasState' | 'cannot'>>,
];

/** Returns policies below one path; those of CI have a folder of their own there. */
function rows(
  family: Family,
  field: 'policyType' | '_id',
  path: string,
  shape: PolicyShape,
  table: readonly Row[],
  arrays = rules,
): PolicyKind[] {
  const { rules: facts, levels } = familyTable[family];
  return table.map(([target, title, identity, permission, more = {}]) => {
    const { impacted, canCount = impacted !== undefined, checks, hasState = false, cannot = [] } = more;
    return {
      name: `${family}/${target}`,
      family,
      target,
      title,
      path: `${path}/${target.replace(/^ci-/, 'ci/')}`,
      identity: { field, value: identity },
      shape,
      arrays,
      scopeLists: listsByTarget[target],
      impacted,
      canCount,
      checks,
      hasState,
      cannot,
      levels: levels.filter((word) => !(cannot as readonly string[]).includes(word)),
      permission,
      ...facts,
    };
  });
}

const runtime = '/policies/runtime';

const containerChecks = { types: ['container', 'image', 'istio', 'custom'], alerting: [58, 596, 598] };
/** Few image checks can run on an image during its build. */
const buildChecks = { types: ['image', 'custom'], only: [41, 406, 408, 422, 424, 425, 426, 448, 5041, 5048] };
const hostTypes =
  'host_config daemon_config daemon_config_files security_operations linux windows docker_stig k8s_master k8s_worker ' +
  'k8s_federation openshift_master openshift_worker gke_worker eks_worker aks_worker custom';
const hostChecks = { types: hostTypes.split(' ') };
const functionChecks = { types: ['serverless'] };

export const policyKinds: readonly PolicyKind[] = [
  ...rows('vulnerability', 'policyType', '/policies/vulnerability', 'vulnerability', [
    ['images', 'Deployed images', 'containerVulnerability', 'policyContainers', { impacted: 'image' }],
    ['ci-images', 'CI images', 'ciImagesVulnerability', 'policyContainers'],
    ['host', 'Hosts', 'hostVulnerability', 'policyHosts', { impacted: 'image', cannot: ['block'] }],
    ['serverless', 'Serverless', 'serverlessVulnerability', 'policyServerless', { cannot: ['block'] }],
    ['ci-serverless', 'CI serverless', 'ciServerlessVulnerability', 'policyServerless'],
  ]),
  ...rows('compliance', 'policyType', '/policies/compliance', 'compliance', [
    [
      'container',
      'Containers',
      'containerCompliance',
      'policyContainers',
      { impacted: 'image', checks: containerChecks },
    ],
    ['ci-images', 'CI images', 'ciImagesCompliance', 'policyContainers', { checks: buildChecks }],
    [
      'host',
      'Hosts',
      'hostCompliance',
      'policyHosts',
      { impacted: 'machine-image', canCount: false, checks: hostChecks },
    ],
    [
      'serverless',
      'Serverless',
      'serverlessCompliance',
      'policyServerless',
      { cannot: ['block'], checks: functionChecks },
    ],
    [
      'ci-serverless',
      'CI serverless',
      'ciServerlessCompliance',
      'policyServerless',
      { cannot: ['block'], checks: functionChecks },
    ],
  ]),
  ...rows('runtime', '_id', runtime, 'runtime-container', [
    ['container', 'Containers', 'containerRuntime', 'policyRuntimeContainer', { impacted: 'container' }],
  ]),
  ...rows('runtime', '_id', runtime, 'runtime-host', [
    ['host', 'Hosts', 'hostRuntime', 'policyRuntimeHosts'],
  ]),
  ...rows('runtime', '_id', runtime, 'runtime-serverless', [
    ['serverless', 'Serverless', 'serverlessRuntime', 'policyRuntimeServerless'],
  ]),
  ...rows('runtime', '_id', runtime, 'runtime-app-embedded', [
    ['app-embedded', 'App-embedded', 'appEmbeddedRuntime', 'policyRuntimeServerless', { cannot: ['block'] }],
  ]),
  ...rows('waas', '_id', '/policies/firewall/app', 'waas', [
    ['container', 'Containers', 'containerAppFirewall', 'policyWAAS', { impacted: 'container' }],
    ['host', 'Hosts', 'hostAppFirewall', 'policyWAAS', { impacted: 'image' }],
    ['app-embedded', 'App-embedded', 'appEmbeddedAppFirewall', 'policyWAAS'],
    ['serverless', 'Serverless', 'serverlessAppFirewall', 'policyWAAS'],
    [
      'out-of-band',
      'Out-of-band',
      'outOfBandAppFirewall',
      'policyWAAS',
      { impacted: 'out-of-band', cannot: ['prevent', 'ban'] },
    ],
    [
      'agentless',
      'Agentless',
      'agentlessAppFirewall',
      'policyWAAS',
      { impacted: 'mirrored', canCount: false, hasState: true, cannot: ['prevent', 'ban'] },
    ],
  ]),
  ...rows(
    'cnns',
    '_id',
    '/policies/firewall',
    'cnns',
    [['network', 'Network', 'networkFirewall', 'policyCNNF']],
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

/** A check can block by its number. Only the console knows which checks cannot block because of their type. */
export function canCheckBlock(kind: Pick<PolicyKind, 'checks' | 'cannot'>, id: string): boolean {
  return canBlock(kind) && kind.checks?.alerting?.some((check) => String(check) === id) !== true;
}
