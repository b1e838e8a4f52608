import type { ConsoleKnowledge } from '../../consoleFile/resources.ts';
import type { PolicyKind } from '../../policy/families.ts';
import { inSlices } from '../../util/inSlices.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import { kindOfDocument, type PolicyDocument } from '../../document/policyDocument.ts';
import {
  type Finding,
  dayMs,
  defaultEndingWithinDays,
  type Knowledge,
  type DocumentSubject,
  type RuleSubject,
} from './finding.ts';
import { placedFinding, placedProblem, writtenAt } from './placedFinding.ts';
import { shownDiagnostics, type Severities, type UnplacedFinding } from './shownDiagnostics.ts';
import type { RuleSlice, RuleView } from '../../document/ruleView.ts';
import { validators, type ValidatorName } from '../../../generated/validators.js';
import { lastOf, valueOfNode, type NodePath } from '../../document/syntaxNode.ts';
import { toPlain, type JsonValue } from '../../json/json.ts';
import { isPlain, jsonIn, type Plain } from '../../util/plainRecord.ts';
import { quotedText } from '../../util/quotedInMessages.ts';
import { schemaField } from '../schema/field.ts';
import { checkCollections, checkEntityCollections, checkScope } from './collectionNames.ts';
import { checkCompliance } from './complianceChecks.ts';
import { checkExceptions } from './exceptions.ts';
import { fieldFindings } from './fieldFindings.ts';
import { checkApplications, checkEntries, checkNetwork } from './identifiedEntries.ts';
import { checkPolicyLevel, missingRules } from './policyLevel.ts';
import { checkRuleName, checkUniqueNames } from './ruleNames.ts';
import { checkEffect, checkThresholds } from './thresholds.ts';
import { schemaFindings } from './schemaFindings.ts';

export interface CheckerOptions {
  readonly severities?: Severities;
  readonly known?: () => ConsoleKnowledge | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** The number of problems that are shown. One more counts the rest. */
  readonly limit?: number;
  /** An exception that ends in fewer days is a finding. With 0, no exception is one. */
  readonly endingWithinDays?: number;
}

/** Checking so many rules takes a few milliseconds. */
const MAX_NEW_AT_ONCE = 100;

/** The findings are valid for a text of the rule, until more is known. */
interface RuleReport {
  readonly kind: PolicyKind;
  readonly findings: readonly Finding[];
}

/** The checker finds problems of policies. The findings of a rule are kept until that rule changes. */
export class PolicyChecker {
  readonly #options: CheckerOptions;
  #reports = new WeakMap<RuleSlice, RuleReport>();
  #knowledge: Knowledge;

  constructor(options: CheckerOptions = {}) {
    this.#options = options;
    this.#knowledge = this.#newKnowledge();
  }

  /**
   * The diagnostics are in text order: at most `limit`, and one that counts the rest. Rules from the offset `near` on
   * go first among equally severe findings. Never throws.
   */
  check(doc: PolicyDocument, near = 0): Diagnostic[] {
    this.#refresh();
    const { severities, limit } = this.#options;
    return shownDiagnostics(this.#find(doc, near), severities, limit);
  }

  /** Checks a rule with its value while the document is read, when the value costs the least. `check` follows. */
  see(kind: PolicyKind, slice: RuleSlice, value: JsonValue): void {
    this.#findingsOf(kind, slice, value);
  }

  /** The result is true when `check` would examine many new or outdated rules: call `prepare` first. */
  wantsPreparing(doc: PolicyDocument): boolean {
    this.#refresh();
    const kind = kindOfDocument(doc);
    const isFresh = ({ slice }: RuleView): boolean => !!kind && this.#reports.get(slice)?.kind !== kind;
    return doc.arrays().reduce((sum, { rules }) => sum + rules.filter(isFresh).length, 0) > MAX_NEW_AT_ONCE;
  }

  /** Checks the rules in slices, so that `check` is fast afterwards, unless more becomes known during the work. */
  async prepare(doc: PolicyDocument, pause?: () => Promise<void>): Promise<void> {
    this.#refresh();
    await inSlices(this.#ruleSteps(doc), undefined, pause);
  }

  *#ruleSteps(doc: PolicyDocument): Generator<void, void, void> {
    const kind = kindOfDocument(doc);
    for (const { slice } of kind ? doc.arrays().flatMap(({ rules }) => rules) : []) {
      this.#findingsOf(kind!, slice);
      yield;
    }
  }

  /** The problems of the text include those of rules. */
  *#find(doc: PolicyDocument, near: number): Generator<UnplacedFinding, void, void> {
    const kind = kindOfDocument(doc);
    for (const problem of doc.problems) {
      yield { code: problem.code, place: () => placedProblem(doc, problem) };
    }
    for (const { rules } of kind ? doc.arrays() : []) {
      const first = Math.max(
        0,
        rules.findIndex(({ range }) => range.end > near),
      );
      for (const rule of [...rules.slice(first), ...rules.slice(0, first)]) {
        for (const finding of this.#findingsOf(kind!, rule.slice)) {
          yield { code: finding.code, place: () => placedFinding(doc, finding, rule) };
        }
      }
    }
    for (const finding of documentFindings(doc, kind, this.#knowledge)) {
      yield { code: finding.code, place: () => placedFinding(doc, finding, finding.rule) };
    }
  }

  /** Drops the findings of rules when more is known, or on another day. */
  #refresh(): void {
    const { collections, scopes, checks, today } = this.#knowledge;
    const next = this.#newKnowledge();
    if (
      next.collections !== collections ||
      next.scopes !== scopes ||
      next.checks !== checks ||
      next.today !== today
    ) {
      this.#knowledge = next;
      this.#reports = new WeakMap();
    }
  }

  #newKnowledge(): Knowledge {
    const { known, now = Date.now, endingWithinDays = defaultEndingWithinDays } = this.#options;
    return { ...known?.(), today: Math.floor(now() / dayMs) * dayMs, endingWithinDays };
  }

  #findingsOf(kind: PolicyKind, slice: RuleSlice, value?: JsonValue): readonly Finding[] {
    let report = this.#reports.get(slice);
    if (report?.kind !== kind) {
      report = { kind, findings: findingsOfRule(kind, slice, this.#knowledge, value) };
      this.#reports.set(slice, report);
    }
    return report.findings;
  }
}

const checksOfAll = [checkRuleName, checkScope, checkCollections];

const ruleChecks: Readonly<Record<PolicyKind['decidesBy'], readonly ((subject: RuleSubject) => void)[]>> = {
  thresholds: [...checksOfAll, checkEffect, checkThresholds, checkExceptions, checkEntries],
  checks: [...checksOfAll, checkCompliance, checkEffect, checkThresholds, checkEntries],
  sensors: [...checksOfAll, checkEntries, checkApplications],
  connections: [checkRuleName, checkCollections],
};

const documentChecks: readonly ((subject: DocumentSubject) => void)[] = [
  checkEntityCollections,
  checkUniqueNames,
  checkPolicyLevel,
  checkNetwork,
];

const none: readonly Finding[] = [];

function findingsOfRule(
  kind: PolicyKind,
  slice: RuleSlice,
  knowledge: Knowledge,
  value?: JsonValue,
): readonly Finding[] {
  // The value of broken text is a guess, and the problems of the text are enough.
  const rule = slice.broken ? undefined : plainRule(slice, value);
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
  const subject = { kind, rule, knowledge, add: (finding: Finding) => findings.push(finding) };
  ruleChecks[kind.decidesBy].forEach((check) => check(subject));
  findings.push(...fieldFindings(kind, rule, field, scalarText));
  return findings.length === 0 ? none : findings;
}

/**
 * The engine's own parser reads strict JSON several times faster than the nodes give the value. The document has already
 * read other texts, for example with comments.
 */
function plainRule(slice: RuleSlice, value?: JsonValue): unknown {
  const { text } = slice;
  return (text.startsWith('{') ? jsonIn(text) : undefined) ?? toPlain(value ?? slice.value());
}

/** The findings outside of single rules. A document without any list of rules is wrong for every policy. */
function documentFindings(
  doc: PolicyDocument,
  kind: PolicyKind | undefined,
  knowledge: Knowledge,
): readonly Finding[] {
  const isRead = !doc.hasFatalProblem;
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
    writtenAt(lastOf(doc.members(), String(key))?.value, rest, doc.text);
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
  const findings = ofFields.map((finding) => (doublesList(finding) ? { ...finding, fixes: [] } : finding));
  const subject = { kind, head, arrays, knowledge, add: (finding: Finding) => findings.push(finding) };
  documentChecks.forEach((check) => check(subject));
  return findings;
}

/** These findings concern the name of a field. */
const nameCodes: ReadonlySet<string> = new Set(['unknown-field', 'misspelled-field', 'field-case']);

/** The head has the policy-level fields without the lists of rules. */
function headOf(doc: PolicyDocument): Plain {
  const members = doc.members().filter((member) => !member.array);
  return toPlain(new Map(members.map((member) => [member.key, valueOfNode(member.value)]))) as Plain;
}
