import { toPlain } from '../../json/json.ts';
import { validators, type ValidatorName } from '../../../generated/validators.js';
import type { PolicyKind } from '../../policy/families.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { documentField, headField } from '../schema/field.ts';
import { lastOf, valueOfNode, type NodePath, type SyntaxNode } from '../../document/syntaxNode.ts';
import type { DocumentCheck, DocumentFinding, Finding } from './finding.ts';
import type { Knowledge } from './knowledge.ts';
import { writtenAt } from './findingRange.ts';
import { fieldFindings } from './ruleReport.ts';
import { checkEntityCollections } from './rules/collections.ts';
import { checkNetwork } from './rules/networkRules.ts';
import { checkPolicyLevel, missingRules } from './rules/policyLevel.ts';
import { checkUniqueNames } from './rules/ruleNames.ts';
import { policyFindings } from './schemaFindings.ts';
import type { RuleArrayView } from '../../document/ruleView.ts';
import type { Plain } from '../../util/plainRecord.ts';

const documentChecks: readonly DocumentCheck[] = [
  checkEntityCollections,
  checkUniqueNames,
  checkPolicyLevel,
  checkNetwork,
];

/** These findings concern the document outside single rules. */
export function documentFindings(
  doc: PolicyDocument,
  kind: PolicyKind,
  arrays: readonly RuleArrayView[],
  knowledge: Knowledge,
): DocumentFinding[] {
  const head = headOf(doc);
  const name: ValidatorName = `${kind.shape}/head`;
  const nodeOf = (key: string | number | undefined): SyntaxNode | undefined =>
    lastOf(doc.members(), String(key))?.node();
  const scalarText = ([key, ...rest]: NodePath): string | undefined => writtenAt(nodeOf(key), rest, doc.text);
  const isNoPolicy = missingRules(head, arrays, kind).length > 0;
  const aboutName = (found: Finding): Finding[] => {
    // The finding `rules-missing` describes this place better.
    if (isNoPolicy) {
      return [];
    }
    // The head excludes the lists, so a rename could create a second list of the same name.
    const isThere = found.fixes?.some((fix) =>
      fix.steps.some((step) => step.kind === 'rename-key' && doc.array(step.key)),
    );
    return [isThere ? { ...found, fixes: [] } : found];
  };
  const findings: DocumentFinding[] = [
    ...policyFindings(validators[name], head, headField(kind.shape), 'the document', scalarText).filter(
      // The finding `wrong-policy-type` describes this place better.
      ({ code, path }) => !(code === 'schema-enum' && path.length === 1 && isIdentity(path[0])),
    ),
    ...fieldFindings(kind, head, documentField(kind.shape), scalarText).flatMap((found) =>
      found.path.length === 1 && ofNames.has(found.code) ? aboutName(found) : [found],
    ),
  ];
  for (const check of documentChecks) {
    findings.push(...check({ kind, head, arrays, knowledge }));
  }
  return findings;
}

const ofNames: ReadonlySet<string> = new Set(['unknown-field', 'misspelled-field', 'field-case']);

function isIdentity(key: string | number | undefined): boolean {
  return key === 'policyType' || key === '_id';
}

/** The head has the policy-level fields without the lists of rules. */
export function headOf(doc: PolicyDocument): Plain {
  const members = doc.members().filter((member) => !member.array);
  return toPlain(new Map(members.map((member) => [member.key, valueOfNode(member.node())]))) as Plain;
}
