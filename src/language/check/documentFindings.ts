import { validators, type ValidatorName } from '../../generated/validators.js';
import type { PolicyKind } from '../../model/families.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import { documentField, headField } from '../schema/field.ts';
import { valueOfNode } from '../syntaxNode.ts';
import { lintChecks } from './catalogue.ts';
import type { ArraySubject, DocumentCheck, DocumentFinding, Finding, Plain } from './finding.ts';
import type { Knowledge } from './knowledge.ts';
import { plainOf } from './plain.ts';
import { memberFindings } from './ruleReport.ts';
import { schemaFindings } from './schemaFindings.ts';

const documentChecks = lintChecks.filter((check): check is DocumentCheck => check.scope === 'document');

/** What is wrong beside the single rules. */
export function documentFindings(
  doc: PolicyDocument,
  kind: PolicyKind,
  arrays: readonly ArraySubject[],
  knowledge: Knowledge,
): (DocumentFinding & Finding)[] {
  const head = headOf(doc);
  const name: ValidatorName = `${kind.shape}/head`;
  const findings: (DocumentFinding & Finding)[] = [
    ...schemaFindings(validators[name], head, headField(kind.shape), 'the document').filter(
      // Said better by `wrong-policy-type`.
      ({ code, path }) => !(code === 'schema-enum' && path.length === 1 && isIdentity(path[0])),
    ),
    ...memberFindings(kind, head, documentField(kind.shape)),
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

function isIdentity(key: string | number | undefined): boolean {
  return key === 'policyType' || key === '_id';
}

function headOf(doc: PolicyDocument): Plain {
  const members = doc.members().filter((member) => !member.array);
  return plainOf(new Map(members.map((member) => [member.key, valueOfNode(member.node())]))) as Plain;
}
