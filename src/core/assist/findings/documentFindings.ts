import { toPlain } from '../../json/json.ts';
import { validators, type ValidatorName } from '../../../generated/validators.js';
import type { PolicyKind } from '../../policy/families.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { schemaField } from '../schema/field.ts';
import { lastOf, valueOfNode, type NodePath } from '../../document/syntaxNode.ts';
import type { DocumentCheck, Finding, Knowledge } from './finding.ts';
import { writtenAt } from './findingRange.ts';
import { checkEntityCollections } from './rules/collectionNames.ts';
import { fieldFindings } from './rules/fieldFindings.ts';
import { checkNetwork } from './rules/networkRules.ts';
import { checkPolicyLevel, missingRules } from './rules/policyLevel.ts';
import { checkUniqueNames } from './rules/ruleNames.ts';
import { schemaFindings } from './schemaFindings.ts';
import type { Plain } from '../../util/plainRecord.ts';

const documentChecks: readonly DocumentCheck[] = [
  checkEntityCollections,
  checkUniqueNames,
  checkPolicyLevel,
  checkNetwork,
];

/** These findings concern the document outside single rules. */
export function documentFindings(doc: PolicyDocument, kind: PolicyKind, knowledge: Knowledge): Finding[] {
  const arrays = doc.arrays();
  const head = headOf(doc);
  const name: ValidatorName = `${kind.shape}/head`;
  const scalarText = ([key, ...rest]: NodePath): string | undefined =>
    writtenAt(lastOf(doc.members(), String(key))?.node(), rest, doc.text);
  const isNoPolicy = missingRules(head, arrays, kind).length > 0;
  // The findings `wrong-policy-type` and `rules-missing` describe these places better.
  const isDescribedBetter = ({ code, path }: Finding): boolean =>
    path.length === 1 &&
    (code === 'schema-enum'
      ? path[0] === 'policyType' || path[0] === '_id'
      : isNoPolicy && nameCodes.has(code));
  // The head excludes the lists, so a rename could create a second list of the same name.
  const doublesList = ({ fixes = [] }: Finding): boolean =>
    fixes.some(({ steps }) =>
      steps.some((step) => step.kind === 'rename-key' && step.path.length === 1 && doc.array(step.key)),
    );
  const ofFields = [
    ...schemaFindings({
      validator: validators[name],
      field: schemaField(kind.shape, 'head'),
      value: head,
      what: 'the document',
      scalarText,
      isNullable: true,
    }),
    ...fieldFindings(kind, head, schemaField(kind.shape), scalarText),
  ].filter((finding) => !isDescribedBetter(finding));
  return [
    ...ofFields.map((finding) => (doublesList(finding) ? { ...finding, fixes: [] } : finding)),
    ...documentChecks.flatMap((check) => [...check({ kind, head, arrays, knowledge })]),
  ];
}

/** These findings concern the name of a field. */
const nameCodes: ReadonlySet<string> = new Set(['unknown-field', 'misspelled-field', 'field-case']);

/** The head has the policy-level fields without the lists of rules. */
export function headOf(doc: PolicyDocument): Plain {
  const members = doc.members().filter((member) => !member.array);
  return toPlain(new Map(members.map((member) => [member.key, valueOfNode(member.node())]))) as Plain;
}
