import type { Severity } from '../../document/diagnostic.ts';
import type { LintCheck } from './finding.ts';
import {
  blockBelowAlert,
  broadAlertThreshold,
  cannotBlock,
  graceWithoutBlock,
  negativeGrace,
  thresholdValue,
} from './rules/thresholds.ts';
import {
  checkOfOtherType,
  duplicateCheck,
  noChecks,
  unknownCheck,
  unblockableCheck,
} from './rules/complianceChecks.ts';
import {
  constrainedCollection,
  unknownCollection,
  unknownEntityCollection,
  collectionSpaces,
  duplicateEntityCollection,
  entityCollectionSpaces,
  emptyEntityCollection,
} from './rules/collections.ts';
import { deprecatedField, fieldCase, misspelledField, unknownField } from './rules/unknownField.ts';
import { misplacedProtection, noApplications, duplicateApp } from './rules/applications.ts';
import { duplicateRuleName, missingName } from './rules/ruleNames.ts';
import { effectMismatch, unknownEffect } from './rules/effects.ts';
import { endingException, expiredException, inactiveSetting, malformedCve } from './rules/exceptions.ts';
import { duplicateCustomRule, duplicateException, missingId } from './rules/identifiedEntries.ts';
import { missingNetworkId, duplicateEntity, duplicateRuleId, unknownEntity } from './rules/networkRules.ts';
import { noCollections, oldScope } from './rules/noCollections.ts';
import { noRules, rulesMissing, wrongPolicyType } from './rules/policyLevel.ts';
import { unacceptedEffect } from './rules/unacceptedEffect.ts';
import {
  brokenPattern,
  characterLost,
  notAnAddress,
  numberTooLarge,
  portOutOfRange,
  reversedRange,
  secretInFile,
} from './rules/fieldValues.ts';

/** The list has every check beside text, shape and schema. A new check is a line here. */
export const lintChecks: readonly LintCheck[] = [
  missingName,
  noCollections,
  oldScope,
  unknownCollection,
  unknownEntityCollection,
  emptyEntityCollection,
  constrainedCollection,
  duplicateEntityCollection,
  collectionSpaces,
  entityCollectionSpaces,
  noChecks,
  duplicateCheck,
  unknownCheck,
  checkOfOtherType,
  unblockableCheck,
  unknownEffect,
  effectMismatch,
  thresholdValue,
  blockBelowAlert,
  broadAlertThreshold,
  graceWithoutBlock,
  negativeGrace,
  cannotBlock,
  malformedCve,
  duplicateException,
  expiredException,
  endingException,
  inactiveSetting,
  noApplications,
  misplacedProtection,
  duplicateApp,
  duplicateCustomRule,
  missingId,
  missingNetworkId,
  unknownField,
  misspelledField,
  fieldCase,
  deprecatedField,
  unacceptedEffect,
  portOutOfRange,
  reversedRange,
  notAnAddress,
  brokenPattern,
  numberTooLarge,
  secretInFile,
  characterLost,
  duplicateRuleName,
  wrongPolicyType,
  rulesMissing,
  noRules,
  unknownEntity,
  duplicateEntity,
  duplicateRuleId,
];

export interface DiagnosticCode {
  readonly code: string;
  readonly summary: string;
  readonly severity: Severity;
}

/** These codes do not come from a lint check. */
const otherCodes: readonly DiagnosticCode[] = [
  { code: 'syntax', summary: 'The text is not JSON or YAML.', severity: 'error' },
  { code: 'not-a-policy', summary: 'The document is not an object with rules.', severity: 'error' },
  { code: 'rules-not-a-list', summary: 'The rules of a policy are not a list.', severity: 'error' },
  { code: 'rule-not-an-object', summary: 'An entry of the rules is not an object.', severity: 'error' },
  { code: 'duplicate-key', summary: 'A key is written twice in one object.', severity: 'error' },
  { code: 'number-out-of-range', summary: 'A number is too large to be kept.', severity: 'error' },
  { code: 'too-deep', summary: 'The text is nested too deeply.', severity: 'error' },
  { code: 'several-documents', summary: 'The file contains more than one YAML document.', severity: 'error' },
  { code: 'yaml-directive', summary: 'A YAML version directive is not supported.', severity: 'error' },
  { code: 'unsupported-tag', summary: 'A YAML tag is not supported.', severity: 'error' },
  { code: 'key-not-a-string', summary: 'A YAML key is not text.', severity: 'error' },
  { code: 'not-finite', summary: 'A YAML number has no JSON spelling.', severity: 'error' },
  { code: 'trailing-comma', summary: 'A comma precedes a closing bracket.', severity: 'error' },
  {
    code: 'lone-surrogate',
    summary: 'A text contains an unpaired surrogate, which is invalid Unicode.',
    severity: 'error',
  },
  { code: 'control-character', summary: 'A text contains a control character.', severity: 'error' },
  { code: 'too-large', summary: 'The text is too large for the YAML features it uses.', severity: 'error' },
  {
    code: 'too-many-aliases',
    summary: 'YAML aliases expand to too much data.',
    severity: 'error',
  },
  { code: 'unresolved-alias', summary: 'A YAML alias has no anchor.', severity: 'error' },
  { code: 'missing-quotes', summary: 'A YAML text needs quotes.', severity: 'error' },
  { code: 'tab-indentation', summary: 'YAML is indented with tabs.', severity: 'error' },
  { code: 'unknown-policy', summary: 'The policy of the document is unknown.', severity: 'warning' },
  { code: 'schema-type', summary: 'A value has the wrong type.', severity: 'error' },
  { code: 'schema-enum', summary: 'A value is not allowed for its field.', severity: 'error' },
  { code: 'schema-format', summary: 'A date is not valid.', severity: 'error' },
  { code: 'schema-required', summary: 'A required field is missing.', severity: 'error' },
  { code: 'console-address', summary: 'The address of a console is not valid.', severity: 'error' },
  { code: 'console-folder', summary: 'The folder of a console is not valid.', severity: 'error' },
  { code: 'console-name', summary: 'The name of a console is not valid.', severity: 'error' },
  { code: 'console-file', summary: 'Another value in ordinance.yaml is not valid.', severity: 'error' },
  { code: 'collections-file', summary: 'A collections.yaml cannot be read.', severity: 'error' },
  { code: 'failed-test', summary: 'A policy test fails.', severity: 'error' },
  {
    code: 'unproven-test',
    summary: 'The result of a policy test is unknown.',
    severity: 'warning',
  },
  { code: 'policy-test', summary: 'A policy test cannot run.', severity: 'error' },
  { code: 'console-field', summary: 'ordinance.yaml has an unknown field.', severity: 'error' },
  {
    code: 'duplicate-console',
    summary: 'Two consoles have the same address and project.',
    severity: 'warning',
  },
  {
    code: 'shadowed-rule',
    summary: 'Shadowed: rules above match everything a rule covers and act differently.',
    severity: 'warning',
  },
  {
    code: 'redundant-rule',
    summary: 'Redundant: rules above match everything a rule covers and do the same.',
    severity: 'hint',
  },
  {
    code: 'partly-shadowed-rule',
    summary: 'Partly shadowed: rules above match everything in one collection of a rule.',
    severity: 'information',
  },
  {
    code: 'unneeded-rule',
    summary: 'Unneeded: without a rule, rules below would do the same.',
    severity: 'hint',
  },
  {
    code: 'covered-collection',
    summary: 'A rule lists a collection that is inside another one it lists, or lists it twice.',
    severity: 'hint',
  },
  {
    code: 'order-not-analyzed',
    summary: 'The rule order was not analyzed because the rules overlap too much.',
    severity: 'information',
  },
  { code: 'more-problems', summary: 'There are more problems than shown.', severity: 'information' },
];

/** Every code with the severity it has unless the user sets another. */
export const diagnosticCodes: readonly DiagnosticCode[] = [
  // A check that looks in two ways is two checks with one code.
  ...new Map([...otherCodes, ...lintChecks].map((each) => [each.code, each])).values(),
];

const summaries = new Map(diagnosticCodes.map(({ code, summary }) => [code, summary]));

/** The summary is one sentence; it is undefined for a code that is not in the catalog. */
export function summaryOf(code: string): string | undefined {
  return summaries.get(code);
}

const severities = new Map(diagnosticCodes.map(({ code, severity }) => [code, severity]));

/** A problem of the text without a catalog entry is an error. */
export function defaultSeverity(code: string): Severity {
  return severities.get(code) ?? 'error';
}
