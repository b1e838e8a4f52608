import { changeTo, type FixData, type Plain, type RuleCheck } from '../finding.ts';
import { isPlain, listAt, objectAt } from '../plainData.ts';
import { canCheckBlock } from '../../../policy/families.ts';

export interface WrittenCheck {
  readonly id: number;
  readonly block: boolean;
  readonly index: number;
}

/** The path leads to the checks of a compliance rule. */
export const checksPath = ['condition', 'vulnerabilities'] as const;

export function writtenChecks(rule: Plain): readonly unknown[] {
  return listAt(objectAt(rule, checksPath[0]), checksPath[1]);
}

/** The checks of a rule that have a number. */
export function checksOf(rule: Plain): readonly WrittenCheck[] {
  return writtenChecks(rule).flatMap((item, index) => {
    const id = isPlain(item) ? item['id'] : undefined;
    return typeof id === 'number' ? [{ id, block: isPlain(item) && item['block'] === true, index }] : [];
  });
}

/** Numbers from here on are checks that the organization wrote itself. */
export const firstCustomCheck = 9000;

export const noChecks: RuleCheck = {
  code: 'no-checks',
  summary: 'A compliance rule has no checks, so it only prevents rules below from applying.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'checks',
  *check({ rule, facts }) {
    const condition = rule['condition'];
    const checks = isPlain(condition) ? condition['vulnerabilities'] : undefined;
    const otherwise = (value: unknown): boolean => value !== undefined && value !== null;
    if (
      facts.checks > 0 ||
      (otherwise(condition) && !isPlain(condition)) ||
      (otherwise(checks) && !Array.isArray(checks))
    ) {
      return;
    }
    const message = 'the rule has no checks, and no rule below applies to the resources it matches';
    if (checks !== undefined) {
      yield { message, path: ['condition', 'vulnerabilities'], mark: 'key' };
    } else if (condition !== undefined) {
      yield { message, path: ['condition'], mark: 'key' };
    } else if ('name' in rule) {
      yield { message, path: ['name'] };
    } else {
      yield { message, path: [], mark: 'start' };
    }
  },
};

export const duplicateCheck: RuleCheck = {
  code: 'duplicate-check',
  summary: 'A compliance rule lists a check twice.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'checks',
  *check({ rule }) {
    const first = new Map<number, WrittenCheck>();
    for (const check of checksOf(rule)) {
      const { id, block, index } = check;
      const earlier = first.get(id);
      if (earlier === undefined) {
        first.set(id, check);
        continue;
      }
      const isSame = earlier.block === block;
      yield {
        message: `check ${id} is already listed${isSame ? '' : ', with another `block`'}`,
        path: [...checksPath, index, 'id'],
        ...(isSame && { tags: ['unnecessary'] as const }),
        fixes: isSame
          ? [{ kind: 'remove', title: `Remove the repeated check ${id}`, path: [...checksPath, index] }]
          : choices(earlier, check),
      };
    }
  },
};

/** The console does not define which of the two counts, so the person chooses the one to remove. */
function choices(one: WrittenCheck, other: WrittenCheck): readonly FixData[] {
  const [blocks, alerts] = one.block ? [one, other] : [other, one];
  const removal = ({ index }: WrittenCheck, title: string): FixData => ({
    kind: 'remove',
    title,
    path: [...checksPath, index],
    isChoice: true,
  });
  return [
    removal(alerts, `Keep check ${one.id} that blocks, and remove the one that alerts`),
    removal(blocks, `Keep check ${one.id} that alerts, and remove the one that blocks`),
  ];
}

export const unknownCheck: RuleCheck = {
  code: 'unknown-check',
  summary: 'A compliance rule lists a check that the console does not have.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'checks',
  *check({ rule, knowledge }) {
    if (!knowledge.checks) {
      return;
    }
    for (const { id, index } of checksOf(rule)) {
      if (!knowledge.checks.has(id)) {
        yield {
          message: `the console has no check ${id}`,
          path: [...checksPath, index, 'id'],
          fixes: [{ kind: 'remove', title: `Remove check ${id}`, path: [...checksPath, index] }],
        };
      }
    }
  },
};

const hostTypes = [
  'host_config',
  'daemon_config',
  'daemon_config_files',
  'security_operations',
  'linux',
  'windows',
  'docker_stig',
  'k8s_master',
  'k8s_worker',
  'k8s_federation',
  'openshift_master',
  'openshift_worker',
  'gke_worker',
  'eks_worker',
  'aks_worker',
  'custom',
];

/** Types of checks by policy. */
const accepted: Readonly<Record<string, readonly string[]>> = {
  'compliance/container': ['container', 'image', 'istio', 'custom'],
  'compliance/ci-images': ['image', 'custom'],
  'compliance/host': hostTypes,
  'compliance/serverless': ['serverless'],
  'compliance/ci-serverless': ['serverless'],
};

/** The image checks that can be made on an image that is still being built. */
const ciImageChecks = new Set([41, 406, 408, 422, 424, 425, 426, 448, 5041, 5048]);

/** The result is true when the check of the catalog applies to the objects of the policy. */
export function isMadeOn(policy: string, id: number, type: string | undefined): boolean {
  const custom = type === 'custom' || id >= firstCustomCheck;
  return isOfType(policy, type) && (policy !== 'compliance/ci-images' || custom || ciImageChecks.has(id));
}

function isOfType(policy: string, type: string | undefined): boolean {
  return type === undefined || accepted[policy]?.includes(type) !== false;
}

export const checkOfOtherType: RuleCheck = {
  code: 'check-of-other-type',
  summary: 'A compliance rule lists a check of another resource type.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'checks',
  *check({ kind, rule, knowledge }) {
    for (const { id, index } of checksOf(rule)) {
      const type = knowledge.checks?.get(id)?.type;
      if (!isMadeOn(kind.name, id, type)) {
        yield {
          message: isOfType(kind.name, type)
            ? `check ${id} does not run on images in CI`
            : `check ${id} is a ${type} check, which ${kind.name} does not run`,
          path: [...checksPath, index, 'id'],
          fixes: [{ kind: 'remove', title: `Remove check ${id}`, path: [...checksPath, index] }],
        };
      }
    }
  },
};

export const unblockableCheck: RuleCheck = {
  code: 'unblockable-check',
  summary: 'A compliance rule blocks with a check that can only alert.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'checks',
  *check({ kind, rule, knowledge }) {
    for (const { id, block, index } of checksOf(rule)) {
      const type = knowledge.checks?.get(id)?.type;
      const alertsOnly = type === 'windows' || type === 'istio' || !canCheckBlock(kind, String(id));
      if (block && alertsOnly) {
        const path = [...checksPath, index, 'block'];
        yield {
          message: `check ${id} can only alert: \`block\` must be false`,
          path,
          fixes: [changeTo(path, false)],
        };
      }
    }
  },
};
