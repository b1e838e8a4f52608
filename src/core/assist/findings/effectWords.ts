import type { PolicyKind } from '../../policy/families.ts';
import { checksOf } from './complianceChecks.ts';
import type { Plain } from './finding.ts';
import { isPlain, listAt, objectAt } from './plain.ts';

/** Words that consoles and their documentation use; some are of older ones, `fail` is that of CI. */
export const effectWords: readonly string[] = ['ignore', 'alert', 'block', 'fail', 'allow', 'deny'];

/** What a rule does, in the words of its `effect`; undefined where that cannot be said in them. */
export function effectOf(kind: PolicyKind, rule: Plain): string | undefined {
  return kind.decidesBy === 'checks' ? effectOfChecks(rule) : effectOfThresholds(rule);
}

function effectOfChecks(rule: Plain): string {
  const checks = checksOf(rule);
  return words(
    checks.some(({ block }) => !block),
    checks.some(({ block }) => block),
  );
}

/** Undefined when exceptions or single package types have a say too. */
function effectOfThresholds(rule: Plain): string | undefined {
  if (
    listAt(rule, 'riskFactorsEffects').length > 0 ||
    listAt(rule, 'pkgTypesThresholds').length > 0 ||
    !(isPlain(rule['alertThreshold']) || isPlain(rule['blockThreshold']))
  ) {
    return undefined;
  }
  return words(
    objectAt(rule, 'alertThreshold')['disabled'] !== true,
    objectAt(rule, 'blockThreshold')['enabled'] === true,
  );
}

function words(alerts: boolean, blocks: boolean): string {
  if (alerts && blocks) {
    return 'alert, block';
  }
  return blocks ? 'block' : alerts ? 'alert' : 'ignore';
}
