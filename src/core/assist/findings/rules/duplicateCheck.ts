import { checksOf, checksPath, type WrittenCheck } from '../complianceChecks.ts';
import type { FixData, RuleCheck } from '../finding.ts';

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

/** Which of the two counts is not defined: whoever takes one out says which is meant. */
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
