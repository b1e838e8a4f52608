import { validators, type ValidatorName } from '../../../generated/validators.js';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { RuleSlice } from '../../document/ruleSlice.ts';
import { lastOf, valueOfNode, type NodePath } from '../../document/syntaxNode.ts';
import { toPlain } from '../../json/json.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { isPlain, jsonIn, type Plain } from '../../util/plainRecord.ts';
import { quotedText } from '../../util/quotedInMessages.ts';
import { schemaField } from '../schema/field.ts';
import type { DocumentSubject, Finding, Knowledge, RuleSubject } from './finding.ts';
import { writtenAt } from './placedFinding.ts';
import { checkCollections, checkEntityCollections } from './rules/collectionNames.ts';
import { checkCompliance } from './rules/complianceChecks.ts';
import { checkExceptions } from './rules/exceptions.ts';
import { fieldFindings } from './rules/fieldFindings.ts';
import { checkApplications, checkEntries } from './rules/identifiedEntries.ts';
import { checkNetwork } from './rules/networkRules.ts';
import { checkScope } from './rules/noCollections.ts';
import { checkPolicyLevel, missingRules } from './rules/policyLevel.ts';
import { checkRuleName, checkUniqueNames } from './rules/ruleNames.ts';
import { checkEffect, checkThresholds } from './rules/thresholds.ts';
import { schemaFindings } from './schemaFindings.ts';

const ruleChecks: readonly ((subject: RuleSubject) => Iterable<Finding>)[] = [
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

const documentChecks: readonly ((subject: DocumentSubject) => Iterable<Finding>)[] = [
  checkEntityCollections,
  checkUniqueNames,
  checkPolicyLevel,
  checkNetwork,
];

const none: readonly Finding[] = [];

export function findingsOfRule(kind: PolicyKind, slice: RuleSlice, knowledge: Knowledge): readonly Finding[] {
  // The value of broken text is a guess, and the problems of the text are enough.
  const rule = slice.broken ? undefined : plainRule(slice);
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

/**
 * The engine's own parser reads strict JSON several times faster than the nodes give the value. The document has already
 * read other texts, for example with comments.
 */
function plainRule(slice: RuleSlice): unknown {
  const { text } = slice;
  return (text.startsWith('{') ? jsonIn(text) : undefined) ?? toPlain(slice.value());
}

/** The findings outside of single rules. A document without any list of rules is wrong for every policy. */
export function documentFindings(
  doc: PolicyDocument,
  kind: PolicyKind | undefined,
  knowledge: Knowledge,
): readonly Finding[] {
  const isRead = !doc.problems.some(({ fatal }) => fatal);
  if (kind) {
    return isRead ? headFindings(doc, kind, knowledge) : [];
  }
  return doc.members().length === 0
    ? []
    : [unknownPolicy(doc), ...(isRead ? missingRules(headOf(doc), doc.arrays()) : [])];
}

function unknownPolicy(doc: PolicyDocument): Finding {
  const identity = doc.identity();
  return {
    code: 'unknown-policy',
    message:
      identity === undefined
        ? 'the policy of this file is unknown: move the file to <family>/<target>.policy.yaml or .policy.json, or add `policyType` or `_id`'
        : `there is no policy ${quotedText(identity)}: move the file to <family>/<target>.policy.yaml or .policy.json`,
    path: [],
  };
}

function headFindings(doc: PolicyDocument, kind: PolicyKind, knowledge: Knowledge): Finding[] {
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
function headOf(doc: PolicyDocument): Plain {
  const members = doc.members().filter((member) => !member.array);
  return toPlain(new Map(members.map((member) => [member.key, valueOfNode(member.node())]))) as Plain;
}
