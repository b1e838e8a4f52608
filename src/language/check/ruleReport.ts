import { validators, type ValidatorName } from '../../generated/validators.js';
import type { PolicyKind } from '../../model/families.ts';
import { toPlain } from '../../model/json.ts';
import type { RuleView } from '../ruleView.ts';
import { ruleField } from '../schema/field.ts';
import { lintChecks } from './catalogue.ts';
import type { Finding, MemberCheck, RuleCheck } from './finding.ts';
import type { Knowledge } from './knowledge.ts';
import { isPlain } from './plain.ts';
import { schemaFindings } from './schemaFindings.ts';
import { visitObjects } from './visitObjects.ts';

/** What was found in one rule; stays true until its text or what is known changes. */
export interface RuleReport {
  readonly kind: PolicyKind;
  readonly knowledge: Knowledge;
  readonly findings: readonly Finding[];
}

const ruleChecks = lintChecks.filter((check): check is RuleCheck => check.scope === 'rule');
const memberChecks = lintChecks.filter((check): check is MemberCheck => check.scope === 'member');
const none: readonly Finding[] = [];

export function reportRule(kind: PolicyKind, rule: RuleView, knowledge: Knowledge): RuleReport {
  // Its value is a guess until the text is mended; the text's own problems are enough.
  if (rule.slice.broken) {
    return { kind, knowledge, findings: none };
  }
  const plain = toPlain(rule.slice.value());
  const name: ValidatorName = `${kind.shape}/rule`;
  const findings = schemaFindings(validators[name], plain, ruleField(kind.shape), 'a rule');
  if (isPlain(plain)) {
    for (const check of ruleChecks) {
      if (check.applies?.(kind) === false) {
        continue;
      }
      for (const found of check.check({
        kind,
        array: rule.array,
        rule: plain,
        facts: rule.facts,
        knowledge,
      })) {
        findings.push({ ...found, code: check.code });
      }
    }
    findings.push(...memberFindings(kind, plain, ruleField(kind.shape), knowledge));
  }
  return { kind, knowledge, findings: findings.length === 0 ? none : findings };
}

/** What the checks of single members find in an object and everything below it. */
export function memberFindings(
  kind: PolicyKind,
  plain: Readonly<Record<string, unknown>>,
  field: ReturnType<typeof ruleField>,
  knowledge: Knowledge,
): Finding[] {
  const findings: Finding[] = [];
  const checks = memberChecks.filter((check) => check.applies?.(kind) !== false);
  if (checks.length > 0) {
    visitObjects(plain, field, (object, objectField, path) => {
      for (const check of checks) {
        for (const found of check.check({ kind, object, field: objectField, path, knowledge })) {
          findings.push({ ...found, code: check.code });
        }
      }
    });
  }
  return findings;
}
