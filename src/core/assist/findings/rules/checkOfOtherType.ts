import { checksOf, checksPath, firstCustomCheck } from '../complianceChecks.ts';
import type { RuleCheck } from '../finding.ts';

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

/** Whether a check of the catalog can be made on the objects of a policy. */
export function isMadeOn(policy: string, id: number, type: string | undefined): boolean {
  const custom = type === 'custom' || id >= firstCustomCheck;
  return (
    (type === undefined || accepted[policy]?.includes(type) !== false) &&
    (policy !== 'compliance/ci-images' || custom || ciImageChecks.has(id))
  );
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
      const custom = type === 'custom' || id >= firstCustomCheck;
      const problem =
        type !== undefined && accepted[kind.name]?.includes(type) === false
          ? `check ${id} is a ${type} check, which ${kind.name} does not run`
          : kind.name === 'compliance/ci-images' && !custom && !ciImageChecks.has(id)
            ? `check ${id} does not run on images in CI`
            : undefined;
      if (problem !== undefined) {
        yield {
          message: problem,
          path: [...checksPath, index, 'id'],
          fixes: [{ kind: 'remove', title: `Remove check ${id}`, path: [...checksPath, index] }],
        };
      }
    }
  },
};
