import type { ConsoleKnowledge } from '../../consoleFile/consoleKnowledge.ts';
import { policyKindOfIdentity, type PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { inSlices } from '../../util/inSlices.ts';
import type { Diagnostic } from '../../document/diagnostic.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { documentFindings, headOf } from './documentFindings.ts';
import type { DocumentFinding, Finding } from './finding.ts';
import { dayMs, defaultEndingWithinDays, type Knowledge } from './knowledge.ts';
import { placedFinding, placedProblem } from './placedFinding.ts';
import type { Severities } from './severities.ts';
import { shownDiagnostics, type UnplacedFinding } from './shownDiagnostics.ts';
import { reportRule, type RuleReport } from './ruleReport.ts';
import { missingRules } from './rules/policyLevel.ts';
import { quotedText } from '../../util/quotedInMessages.ts';
import type { RuleSlice } from '../../document/ruleSlice.ts';
import type { RuleView } from '../../document/ruleView.ts';

export interface CheckerOptions {
  readonly severities?: Severities;
  known?(): ConsoleKnowledge | undefined;
  /** Milliseconds since 1970. */
  now?(): number;
  /** The number of problems that are shown. One more counts the rest. */
  readonly limit?: number;
  /** An exception that ends in fewer days is a finding. With 0, no exception is one. */
  readonly endingWithinDays?: number;
}

/** Checking so many rules takes a few milliseconds. */
const MAX_NEW_AT_ONCE = 100;

/** The checker finds problems of policies. The findings of a rule are kept until that rule changes. */
export class PolicyChecker {
  readonly #options: CheckerOptions;
  readonly #reports = new WeakMap<RuleSlice, RuleReport>();
  #knowledge: Knowledge | undefined;

  constructor(options: CheckerOptions = {}) {
    this.#options = options;
  }

  /**
   * The diagnostics are in text order: at most `limit`, and one that counts the rest. Rules from the offset `near` on
   * go first among equally severe findings. Never throws.
   */
  check(doc: PolicyDocument, near = 0): Diagnostic[] {
    const { severities, limit } = this.#options;
    return shownDiagnostics(this.#find(doc, near), severities, limit);
  }

  /** Checks a rule while its document is read, because its value costs the least at that moment. */
  see(spelling: Spelling, kind: PolicyKind, slice: RuleSlice): void {
    this.#reportOf(spelling, kind, slice, this.#currentKnowledge());
  }

  /** The result is true when `check` would examine many new or outdated rules: call `prepare` first. */
  wantsPreparing(doc: PolicyDocument): boolean {
    const knowledge = this.#currentKnowledge();
    const kind = kindOf(doc);
    const isFresh = ({ slice }: RuleView): boolean => !!kind && !this.#known(kind, slice, knowledge);
    return doc.arrays().reduce((sum, { rules }) => sum + rules.filter(isFresh).length, 0) > MAX_NEW_AT_ONCE;
  }

  /**
   * The method checks new rules in advance, so that `check` is fast afterwards. It awaits `pause()` every few
   * milliseconds and at the end. Throws CanceledError.
   */
  async prepare(doc: PolicyDocument, signal?: AbortSignal, pause?: () => Promise<void>): Promise<void> {
    const knowledge = this.#currentKnowledge();
    await inSlices(this.#reportSteps(doc, knowledge), signal, pause);
    if (this.#currentKnowledge() !== knowledge) {
      // The knowledge of the console grew during the work, so the rules need another pass.
      await this.prepare(doc, signal, pause);
    }
  }

  *#reportSteps(doc: PolicyDocument, knowledge: Knowledge): Generator<true | void, void, void> {
    const kind = kindOf(doc);
    for (const { slice } of kind ? doc.arrays().flatMap(({ rules }) => rules) : []) {
      this.#reportOf(doc.spelling, kind!, slice, knowledge);
      yield;
    }
    yield true;
  }

  /** The problems of the text include those of rules. */
  *#find(doc: PolicyDocument, near: number): Generator<UnplacedFinding, void, void> {
    const knowledge = this.#currentKnowledge();
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
        for (const finding of this.#reportOf(doc.spelling, kind!, rule.slice, knowledge).findings) {
          yield { code: finding.code, place: () => placedFinding(doc, finding, rule) };
        }
      }
    }
    for (const finding of findingsAround(doc, kind, knowledge)) {
      yield { code: finding.code, place: () => placedFinding(doc, finding, finding.rule) };
    }
  }

  #currentKnowledge(): Knowledge {
    const options = this.#options;
    const today = Math.floor((options.now?.() ?? Date.now()) / dayMs) * dayMs;
    const { endingWithinDays = defaultEndingWithinDays } = options;
    const next: Knowledge = { ...options.known?.(), today, endingWithinDays };
    const last = this.#knowledge;
    if (
      !last ||
      last.collections !== next.collections ||
      last.scopes !== next.scopes ||
      last.checks !== next.checks ||
      last.today !== today
    ) {
      this.#knowledge = next;
    }
    return this.#knowledge!;
  }

  #reportOf(spelling: Spelling, kind: PolicyKind, slice: RuleSlice, knowledge: Knowledge): RuleReport {
    let report = this.#known(kind, slice, knowledge);
    if (!report) {
      report = reportRule(kind, slice, spelling, knowledge);
      this.#reports.set(slice, report);
    }
    return report;
  }

  #known(kind: PolicyKind, slice: RuleSlice, knowledge: Knowledge): RuleReport | undefined {
    const known = this.#reports.get(slice);
    return known?.kind === kind && known.knowledge === knowledge ? known : undefined;
  }
}

/** The kind of a policy comes from its place, or else from its identity. */
export function kindOf(doc: PolicyDocument): PolicyKind | undefined {
  return doc.kind ?? policyKindOfIdentity(doc.identity() ?? '');
}

/** The findings outside of single rules. A document without any list of rules is wrong for every policy. */
function findingsAround(
  doc: PolicyDocument,
  kind: PolicyKind | undefined,
  knowledge: Knowledge,
): readonly DocumentFinding[] {
  const isRead = !doc.problems.some(({ fatal }) => fatal);
  if (kind) {
    return isRead ? documentFindings(doc, kind, knowledge) : [];
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
