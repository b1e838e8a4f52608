import type { Severity } from '../../document/diagnostic.ts';

/**
 * Every code of a finding with a summary of one sentence, under the severity that it has unless the user sets another. A
 * new finding begins with a row here.
 */
const catalog = {
  error: {
    syntax: 'The text is not JSON or YAML.',
    'not-a-policy': 'The document is not an object with rules.',
    'rules-not-a-list': 'The rules of a policy are not a list.',
    'rule-not-an-object': 'An entry of the rules is not an object.',
    'duplicate-key': 'A key is written twice in one object.',
    'number-out-of-range': 'A number is too large to be kept.',
    'too-deep': 'The text is nested too deeply.',
    'several-documents': 'The file contains more than one YAML document.',
    'yaml-directive': 'A YAML version directive is not supported.',
    'unsupported-tag': 'A YAML tag is not supported.',
    'key-not-a-string': 'A YAML key is not text.',
    'not-finite': 'A YAML number has no JSON spelling.',
    'trailing-comma': 'A comma precedes a closing bracket.',
    'lone-surrogate': 'A text contains an unpaired surrogate, which is invalid Unicode.',
    'control-character': 'A text contains a control character.',
    'too-large': 'The text is too large for the YAML features it uses.',
    'too-many-aliases': 'YAML aliases expand to too much data.',
    'unresolved-alias': 'A YAML alias has no anchor.',
    'missing-quotes': 'A YAML text needs quotes.',
    'tab-indentation': 'YAML is indented with tabs.',
    'schema-type': 'A value has the wrong type.',
    'schema-enum': 'A value is not allowed for its field.',
    'schema-format': 'A date is not valid.',
    'schema-required': 'A required field is missing.',
    'console-address': 'The address of a console is not valid.',
    'console-folder': 'The folder of a console is not valid.',
    'console-name': 'The name of a console is not valid.',
    'console-file': 'Another value in ordinance.yaml is not valid.',
    'collections-file': 'A collections.yaml cannot be read.',
    'failed-test': 'A policy test fails.',
    'policy-test': 'A policy test cannot run.',
    'console-field': 'ordinance.yaml has an unknown field.',
    'duplicate-app': 'Two applications of a WAAS rule have the same id.',
    'unknown-collection': 'A rule names a collection that the console does not have.',
    'unknown-entity': 'A network rule refers to an entity that does not exist.',
    'duplicate-entity': 'Two network entities have the same number.',
    'duplicate-rule-id': 'Two network rules of a list have the same number.',
    'no-collections': 'A rule has no collection, so it never applies.',
    'old-scope': 'A rule uses `resources`, which consoles no longer read.',
    'rules-missing': 'The document has content, but no list of rules.',
    'wrong-policy-type': 'The policy type of the document does not match its file.',
    'missing-name': 'A rule has no name.',
  },
  warning: {
    'unknown-policy': 'The policy of the document is unknown.',
    'unproven-test': 'The result of a policy test is unknown.',
    'duplicate-console': 'Two consoles have the same address and project.',
    'shadowed-rule': 'Shadowed: rules above match everything a rule covers and act differently.',
    'no-applications': 'A WAAS rule has no applications, so it protects nothing.',
    'misplaced-protection': 'A protection is outside the applications of a rule, so it protects nothing.',
    'duplicate-collection': 'A rule or a network entity lists a collection twice.',
    'collection-spaces': 'A collection name starts or ends with a space.',
    'empty-collection':
      'The patterns of a collection exclude everything they include, so the collection is empty.',
    'constrained-collection': 'A collection filters resources that this policy does not use.',
    'no-checks': 'A compliance rule has no checks, so it only prevents rules below from applying.',
    'duplicate-check': 'A compliance rule lists a check twice.',
    'unknown-check': 'A compliance rule lists a check that the console does not have.',
    'check-of-other-type': 'A compliance rule lists a check of another resource type.',
    'unblockable-check': 'A compliance rule blocks with a check that can only alert.',
    'unknown-effect': 'The `effect` of a rule contains an invalid or repeated word.',
    'malformed-cve': 'The id of a vulnerability is not valid.',
    'inactive-setting': 'A setting is present but not active.',
    'not-an-address': 'A text is not a valid IP address or network.',
    'port-out-of-range': 'A port is not between 0 and 65535.',
    'reversed-range': 'A range ends before its start.',
    'broken-pattern': 'A regular expression does not compile.',
    'lost-character': 'A character was lost when the text was read.',
    'secret-in-file': 'A value looks like a secret.',
    'missing-id': 'An entry has no id.',
    'duplicate-exception': 'A vulnerability rule has two exceptions for the same id.',
    'duplicate-custom-rule': 'A custom rule is in a list twice.',
    'duplicate-rule-name': 'Two rules of a list have the same name.',
    'threshold-value': 'A threshold is not 0, 1, 4, 7 or 9.',
    'block-below-alert': 'A rule blocks severities for which it does not alert.',
    'cannot-block': 'A rule blocks in a policy that can only alert.',
    'negative-grace': 'A number of grace days is negative.',
    'grace-without-block': 'A rule has grace days, but blocks nothing.',
    'unaccepted-effect': 'An effect is not allowed in this field.',
    'misspelled-field': 'A field is unknown and similar to a known field.',
    'field-case': 'A field has the wrong case, so the console ignores it.',
  },
  information: {
    'partly-shadowed-rule': 'Partly shadowed: rules above match everything in one collection of a rule.',
    'order-not-analyzed': 'The rule order was not analyzed because the rules overlap too much.',
    'more-problems': 'There are more problems than shown.',
    'expired-exception': 'An exception has expired.',
    'ending-exception': 'An exception ends soon.',
    'no-rules': 'The policy has no rules, so a push removes all rules on the console.',
    'broad-alert-threshold': 'A vulnerability rule alerts on every severity.',
  },
  hint: {
    'redundant-rule': 'Redundant: rules above match everything a rule covers and do the same.',
    'unneeded-rule': 'Unneeded: without a rule, rules below would do the same.',
    'covered-collection': 'A rule lists a collection that is inside another one it lists.',
    'effect-mismatch': 'The `effect` of a rule does not match the actions of the rule.',
    'unknown-field': 'A field is unknown.',
    'deprecated-field': 'A field belongs to an older console.',
  },
} as const satisfies Readonly<Record<Severity, Readonly<Record<string, string>>>>;

type Catalog = typeof catalog;
export type FindingCode = { [Level in Severity]: keyof Catalog[Level] }[Severity];

interface DiagnosticCode {
  readonly code: string;
  readonly summary: string;
  readonly severity: Severity;
}

export const diagnosticCodes: readonly DiagnosticCode[] = Object.entries(catalog).flatMap(
  ([severity, rows]) =>
    Object.entries(rows).map(([code, summary]) => ({ code, summary, severity: severity as Severity })),
);

const byCode = new Map(diagnosticCodes.map((row) => [row.code, row]));

/** The summary is undefined for a code that is not in the catalog. */
export function summaryOf(code: string): string | undefined {
  return byCode.get(code)?.summary;
}

/** A problem of the text without a catalog entry is an error. */
export function defaultSeverity(code: string): Severity {
  return byCode.get(code)?.severity ?? 'error';
}
