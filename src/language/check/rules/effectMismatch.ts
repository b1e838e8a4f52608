import { checksOf } from '../complianceChecks.ts';
import type { Plain, RuleCheck } from '../finding.ts';
import { isPlain, listAt, objectAt, textAt } from '../plain.ts';

export const effectMismatch: RuleCheck = {
  code: 'effect-mismatch',
  summary: 'The `effect` of a rule says something else than what the rule does.',
  severity: 'hint',
  scope: 'rule',
  applies: (kind) => kind.family === 'compliance' || kind.family === 'vulnerability',
  *check({ kind, rule }) {
    const effect = textAt(rule, 'effect');
    if (effect === undefined || effect.trim() === '') {
      return;
    }
    const does = kind.family === 'compliance' ? effectOfChecks(rule) : effectOfThresholds(rule);
    if (does === undefined || same(effect, does)) {
      return;
    }
    yield {
      message: `the ${kind.family === 'compliance' ? 'checks' : 'thresholds'} amount to \`${does}\`; \`effect\` only tells the console what to show`,
      path: ['effect'],
      fixes: [{ kind: 'set', title: `Change to \`${does}\``, path: ['effect'], value: does }],
    };
  },
};

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

/** Continuous integration says "fail" where others say "block". */
function same(effect: string, does: string): boolean {
  const normal = (text: string): string =>
    text
      .split(',')
      .map((word) =>
        word
          .trim()
          .toLowerCase()
          .replace(/^(fail|deny)$/, 'block'),
      )
      .toSorted()
      .join();
  return normal(effect) === normal(does);
}
