import { toPlain } from '../../json/json.ts';
import { validators, type ValidatorName } from '../../../generated/validators.js';
import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { schemaField } from '../schema/field.ts';
import type { NodePath } from '../../document/syntaxNode.ts';
import type { Finding, RuleCheck, Knowledge } from './finding.ts';
import { writtenAt } from './findingRange.ts';
import { checkApplications } from './rules/applications.ts';
import { checkCollections } from './rules/collectionNames.ts';
import { checkCompliance } from './rules/complianceChecks.ts';
import { checkEffect } from './rules/effects.ts';
import { checkExceptions } from './rules/exceptions.ts';
import { fieldFindings } from './rules/fieldFindings.ts';
import { checkEntries } from './rules/identifiedEntries.ts';
import { checkScope } from './rules/noCollections.ts';
import { checkRuleName } from './rules/ruleNames.ts';
import { checkThresholds } from './rules/thresholds.ts';
import { schemaFindings } from './schemaFindings.ts';
import type { RuleSlice } from '../../document/ruleSlice.ts';
import { isPlain } from '../../util/plainRecord.ts';

const ruleChecks: readonly RuleCheck[] = [
  checkRuleName,
  checkScope,
  checkCollections,
  checkCompliance,
  checkEffect,
  checkThresholds,
  checkExceptions,
  checkEntries,
  checkApplications,
];

const none: readonly Finding[] = [];

export function findingsOfRule(
  kind: PolicyKind,
  slice: RuleSlice,
  spelling: Spelling,
  knowledge: Knowledge,
): readonly Finding[] {
  // The value of broken text is a guess, and the problems of the text are enough.
  const rule = slice.broken ? undefined : plainRule(slice, spelling);
  // The document reports values that are not objects.
  if (!isPlain(rule)) {
    return none;
  }
  const name: ValidatorName = `${kind.shape}/rule`;
  const field = schemaField(kind.shape, 'rule');
  const scalarText = (path: NodePath): string | undefined => writtenAt(slice.node(), path, slice.text);
  const findings = schemaFindings({
    validator: validators[name],
    field,
    value: rule,
    what: 'a rule',
    scalarText,
    isNullable: true,
  });
  for (const check of ruleChecks) {
    findings.push(...check({ kind, rule, knowledge }));
  }
  findings.push(...fieldFindings(kind, rule, field, scalarText));
  return findings.length === 0 ? none : findings;
}

/** Strict JSON is read by the engine's own parser, several times faster than by way of positions. */
function plainRule(slice: RuleSlice, spelling: Spelling): unknown {
  if (spelling === 'json') {
    try {
      return JSON.parse(slice.text) as unknown;
    } catch {
      // The text has comments, for example, and the document has read it already.
    }
  }
  return toPlain(slice.value());
}
