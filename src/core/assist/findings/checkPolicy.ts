import type { ConsoleKnowledge } from '../../consoles/consoleKnowledge.ts';
import { policyKindOfIdentity, type PolicyKind } from '../../policy/families.ts';
import { throwIfCanceled } from '../../util/errors.ts';
import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { RuleSlice, RuleView } from '../../document/ruleView.ts';
import { defaultSeverity } from './catalog.ts';
import { documentFindings, headOf } from './documentFindings.ts';
import type { DocumentFinding, Finding } from './finding.ts';
import { FindingList } from './findingList.ts';
import { dayMs, defaultEndingWithinDays, type Knowledge } from './knowledge.ts';
import { RuleIndex } from './ruleIndex.ts';
import { reportRule, type RuleReport } from './ruleReport.ts';
import { missingRules, rulesMissing } from './rules/rulesMissing.ts';
import { quotedText } from './quotedInMessages.ts';

export interface CheckerOptions {
  /** Keys are codes; a missing code has its default severity. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
  known?(): ConsoleKnowledge | undefined;
  /** Milliseconds since 1970. */
  now?(): number;
  /** Problems that are shown one by one; the rest is one line. */
  readonly limit?: number;
  /** An exception that ends in fewer days is a finding; 0: none is. */
  readonly endingWithinDays?: number;
}

/** Rules that are counted in one step the first time. */
const MAX_COUNTED_AT_ONCE = 2000;

/** Rules that are looked at in one step: a few milliseconds. */
const MAX_NEW_AT_ONCE = 100;

/** The checker finds problems of policies. The findings of a rule are kept until that rule changes. */
export class PolicyChecker {
  readonly #options: CheckerOptions;
  readonly #reports = new WeakMap<RuleSlice, RuleReport>();
  readonly #indexes = new WeakMap<PolicyDocument, { knowledge: Knowledge; arrays: Map<string, RuleIndex> }>();
  #knowledge: Knowledge | undefined;

  constructor(options: CheckerOptions = {}) {
    this.#options = options;
  }

  /**
   * The diagnostics are in text order: at most `limit`, and one that counts the rest. Rules from the offset `near` on
   * go first among equally severe findings. Never throws.
   */
  check(doc: PolicyDocument, near = 0): Diagnostic[] {
    const knowledge = this.#currentKnowledge();
    const kind = kindOf(doc);
    const found = new FindingList(doc, (code) => this.#severity(code), this.#options.limit ?? 1000);
    found.addProblems(doc.problems);
    if (kind) {
      const arrays = doc.arrays().map(({ key, rules }) => {
        const index = this.#index(doc, knowledge, kind, key);
        index.update(rules);
        found.addArray(rules, index, near);
        return { key, rules, duplicateNames: index.duplicateNames };
      });
      if (!doc.problems.some(({ fatal }) => fatal)) {
        found.addFindings(documentFindings(doc, kind, arrays, knowledge));
      }
    } else if (doc.members().length > 0) {
      found.addFindings([unknownPolicy(doc), ...rulesNowhere(doc)]);
    }
    return found.diagnostics();
  }

  /** The result is true when `check` would examine many new or outdated rules: call `prepare` first. */
  wantsPreparing(doc: PolicyDocument): boolean {
    const knowledge = this.#currentKnowledge();
    const kind = kindOf(doc);
    if (!kind) {
      return false;
    }
    const fresh = doc
      .arrays()
      .map(({ key, rules }) => this.#index(doc, knowledge, kind, key).fresh(rules))
      .reduce((sum, count) => sum + count, 0);
    return fresh > MAX_NEW_AT_ONCE;
  }

  /**
   * The method checks new rules in advance, so that `check` is fast afterwards. It awaits `pause()` about every 4 ms
   * and at the end. Throws CanceledError.
   */
  async prepare(doc: PolicyDocument, pause: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    const knowledge = this.#currentKnowledge();
    const kind = kindOf(doc);
    let since = performance.now();
    for (const { key, rules } of kind ? doc.arrays() : []) {
      for (const rule of rules) {
        this.#reportOf(doc, kind!, rule, knowledge);
        if (performance.now() - since > 4) {
          await pause();
          throwIfCanceled(signal);
          since = performance.now();
        }
      }
      const index = this.#index(doc, knowledge, kind!, key);
      for (let count = index.reports.length === 0 ? 0 : rules.length; count < rules.length;) {
        await pause();
        throwIfCanceled(signal);
        count += MAX_COUNTED_AT_ONCE;
        index.update(count < rules.length ? rules.slice(0, count) : rules);
      }
    }
    await pause();
    throwIfCanceled(signal);
    if (this.#currentKnowledge() !== knowledge) {
      // The knowledge of the console grew during the work, so the rules need another pass.
      await this.prepare(doc, pause, signal);
    }
  }

  #severity(code: string): Severity | 'off' {
    const severities = this.#options.severities ?? {};
    return (Object.hasOwn(severities, code) ? severities[code] : undefined) ?? defaultSeverity(code);
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

  #index(doc: PolicyDocument, knowledge: Knowledge, kind: PolicyKind, key: string): RuleIndex {
    let entry = this.#indexes.get(doc);
    if (entry?.knowledge !== knowledge) {
      entry = { knowledge, arrays: new Map() };
      this.#indexes.set(doc, entry);
    }
    const name = `${kind.name}#${key}`;
    const index =
      entry.arrays.get(name) ?? new RuleIndex((rule) => this.#reportOf(doc, kind, rule, knowledge));
    entry.arrays.set(name, index);
    return index;
  }

  #reportOf(doc: PolicyDocument, kind: PolicyKind, rule: RuleView, knowledge: Knowledge): RuleReport {
    const known = this.#reports.get(rule.slice);
    if (known?.kind === kind && known.knowledge === knowledge) {
      return known;
    }
    const report = reportRule(kind, rule, doc.spelling, knowledge);
    this.#reports.set(rule.slice, report);
    return report;
  }
}

/** The kind of a policy comes from its place, or else from its identity. */
export function kindOf(doc: PolicyDocument): PolicyKind | undefined {
  return doc.kind ?? policyKindOfIdentity(doc.identity() ?? '');
}

/** A document without any list of rules is wrong for every policy. */
function rulesNowhere(doc: PolicyDocument): (DocumentFinding & Finding)[] {
  const isRead = !doc.problems.some(({ fatal }) => fatal);
  const found =
    isRead &&
    missingRules(
      headOf(doc),
      doc.arrays().map(({ key }) => key),
    );
  return found ? [{ ...found, code: rulesMissing.code }] : [];
}

function unknownPolicy(doc: PolicyDocument): DocumentFinding & Finding {
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
