import { canBlock } from '../../../policy/families.ts';
import type { RuleCheck } from '../finding.ts';
import { isPlain, listAt } from '../plain.ts';
import { thresholdsOf } from '../thresholds.ts';

export const cannotBlock: RuleCheck = {
  code: 'cannot-block',
  summary: 'A rule blocks in a policy that can only alert.',
  severity: 'warning',
  scope: 'rule',
  applies: (kind) => kind.decidesBy === 'thresholds' && !canBlock(kind),
  *check({ kind, rule }) {
    const objects = kind.target === 'host' ? 'hosts' : 'deployed functions';
    const message = `this policy can only alert on vulnerabilities of ${objects}, it cannot block`;
    for (const { block } of thresholdsOf(rule)) {
      if (block?.on) {
        const path = [...block.path, 'enabled'];
        yield { message, path, fixes: [{ kind: 'set', title: 'Switch the block off', path, value: false }] };
      }
    }
    for (const key of ['cveRules', 'tags']) {
      for (const [index, entry] of listAt(rule, key).entries()) {
        if (isPlain(entry) && entry['effect'] === 'block') {
          const path = [key, index, 'effect'];
          yield { message, path, fixes: [{ kind: 'set', title: 'Change to `alert`', path, value: 'alert' }] };
        }
      }
    }
  },
};
