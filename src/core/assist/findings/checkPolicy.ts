import type { ConsoleKnowledge } from '../../consoleFile/consoleKnowledge.ts';
import { policyKindOfIdentity, type PolicyKind } from '../../policy/families.ts';
import { inSlices } from '../../util/inSlices.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { type Finding, dayMs, defaultEndingWithinDays, type Knowledge } from './finding.ts';
import { placedFinding, placedProblem } from './placedFinding.ts';
import { shownDiagnostics, type Severities, type UnplacedFinding } from './shownDiagnostics.ts';
import { documentFindings, findingsOfRule } from './policyFindings.ts';
import type { RuleSlice } from '../../document/ruleSlice.ts';
import type { RuleView } from '../../document/ruleView.ts';

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

  /** Checks a rule while its document is read, because its value costs the least at that moment. */
  see(kind: PolicyKind, slice: RuleSlice): void {
    this.#refresh();
    this.#findingsOf(kind, slice);
  }

  /** The result is true when `check` would examine many new or outdated rules: call `prepare` first. */
  wantsPreparing(doc: PolicyDocument): boolean {
    this.#refresh();
    const kind = kindOf(doc);
    const isFresh = ({ slice }: RuleView): boolean => !!kind && this.#reports.get(slice)?.kind !== kind;
    return doc.arrays().reduce((sum, { rules }) => sum + rules.filter(isFresh).length, 0) > MAX_NEW_AT_ONCE;
  }

  /** Checks the rules in slices, so that `check` is fast afterwards, unless more becomes known during the work. */
  async prepare(doc: PolicyDocument, pause?: () => Promise<void>): Promise<void> {
    this.#refresh();
    await inSlices(this.#ruleSteps(doc), undefined, pause);
  }

  *#ruleSteps(doc: PolicyDocument): Generator<void, void, void> {
    const kind = kindOf(doc);
    for (const { slice } of kind ? doc.arrays().flatMap(({ rules }) => rules) : []) {
      this.#findingsOf(kind!, slice);
      yield;
    }
  }

  /** The problems of the text include those of rules. */
  *#find(doc: PolicyDocument, near: number): Generator<UnplacedFinding, void, void> {
    const kind = kindOf(doc);
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

  #findingsOf(kind: PolicyKind, slice: RuleSlice): readonly Finding[] {
    let report = this.#reports.get(slice);
    if (report?.kind !== kind) {
      report = { kind, findings: findingsOfRule(kind, slice, this.#knowledge) };
      this.#reports.set(slice, report);
    }
    return report.findings;
  }
}

/** The kind of a policy comes from its place, or else from its identity. */
export function kindOf(doc: PolicyDocument): PolicyKind | undefined {
  return doc.kind ?? policyKindOfIdentity(doc.identity() ?? '');
}
