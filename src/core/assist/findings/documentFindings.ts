import { toPlain } from '../../json/json.ts';
import { validators, type ValidatorName } from '../../../generated/validators.js';
import type { PolicyKind } from '../../policy/families.ts';
import type { PolicyDocument, RuleArrayView } from '../../document/policyDocument.ts';
import { documentField, headField } from '../schema/field.ts';
import { lastOf, valueOfNode, type NodePath, type SyntaxNode } from '../../document/syntaxNode.ts';
import { lintChecks } from './catalog.ts';
import type { DocumentCheck, DocumentFinding, Finding, Plain } from './finding.ts';
import type { Knowledge } from './knowledge.ts';
import { writtenAt } from './findingRange.ts';
import { lexemeAt, memberFindings } from './ruleReport.ts';
import { missingRules } from './rules/policyLevel.ts';
import { policyFindings } from './schemaFindings.ts';

const documentChecks = lintChecks.filter((check): check is DocumentCheck => check.scope === 'document');

/** These findings concern the document outside single rules. */
export function documentFindings(
  doc: PolicyDocument,
  kind: PolicyKind,
  arrays: readonly RuleArrayView[],
  knowledge: Knowledge,
): (DocumentFinding & Finding)[] {
  const head = headOf(doc);
  const name: ValidatorName = `${kind.shape}/head`;
  const nodeOf = (key: string | number | undefined): SyntaxNode | undefined =>
    lastOf(doc.members(), String(key))?.node();
  const lexeme = ([key, ...rest]: NodePath): string | undefined => lexemeAt(nodeOf(key), rest);
  const scalarText = ([key, ...rest]: NodePath): string | undefined => writtenAt(nodeOf(key), rest, doc.text);
  const isNoPolicy = missingRules(head, arrays, kind).length > 0;
  const aboutName = (found: Finding): Finding[] => {
    // The finding `rules-missing` describes this place better.
    if (isNoPolicy) {
      return [];
    }
    // The head excludes the lists, so a rename could create a second list of the same name.
    const isThere = found.fixes?.some((fix) => fix.kind === 'rename-key' && doc.array(fix.key));
    return [isThere ? { ...found, fixes: [] } : found];
  };
  const findings: (DocumentFinding & Finding)[] = [
    ...policyFindings(validators[name], head, headField(kind.shape), 'the document', scalarText).filter(
      // The finding `wrong-policy-type` describes this place better.
      ({ code, path }) => !(code === 'schema-enum' && path.length === 1 && isIdentity(path[0])),
    ),
    ...memberFindings(kind, head, documentField(kind.shape), lexeme).flatMap((found) =>
      found.path.length === 1 && ofNames.has(found.code) ? aboutName(found) : [found],
    ),
  ];
  for (const check of documentChecks) {
    if (check.applies?.(kind) !== false) {
      for (const found of check.check({ kind, head, arrays, knowledge })) {
        findings.push({ ...found, code: check.code });
      }
    }
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
