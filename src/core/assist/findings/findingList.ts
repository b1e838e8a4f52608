import { sentence } from '../../util/sentence.ts';
import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { RuleView, StructureProblem } from '../../document/ruleView.ts';
import type { TextRange } from '../../document/text.ts';
import { isWithoutNeed } from '../../document/yaml/yamlDirectives.ts';
import type { DiagnosticData, DocumentFinding, Finding } from './finding.ts';
import { placeInDocument, placeInRule } from './findingRange.ts';
import { severityIn, severityLevels, sortByRange, type Severities } from './severities.ts';
import type { RuleReport } from './ruleReport.ts';

const inQuotes: DiagnosticData = {
  fixes: [{ kind: 'quote-marked', title: 'Write it in quotes, as a text' }],
};

/** These fixes repair problems of the text itself. */
const textFixes: Readonly<Record<string, DiagnosticData>> = {
  'trailing-comma': { fixes: [{ kind: 'delete-marked', title: 'Remove the comma', text: ',' }] },
  'unresolved-alias': inQuotes,
  'missing-quotes': inQuotes,
  'tab-indentation': { fixes: [{ kind: 'untab', title: 'Indent by spaces' }] },
};

/** The list has every finding of a document. Only shown findings get a range, and the worst are shown first. */
export class FindingList {
  readonly #doc: PolicyDocument;
  readonly #severities: Severities;
  readonly #limit: number;
  readonly #counts = new Map<Severity, number>();
  readonly #parts: ((take: Take) => void)[] = [];

  constructor(doc: PolicyDocument, severities: Severities, limit: number) {
    this.#doc = doc;
    this.#severities = severities;
    this.#limit = limit;
  }

  /** The problems include those of rules. */
  addProblems(problems: readonly StructureProblem[]): void {
    for (const problem of problems) {
      this.#count(problem.code);
      this.#parts.push((take) =>
        take(problem.code, () => ({
          message: sentence(problem.message),
          range: this.#within(problem.range),
          ...this.#fixOf(problem),
        })),
      );
    }
  }

  /** Rules from the offset `near` on are checked first. */
  addArray(rules: readonly RuleView[], reports: readonly RuleReport[], near: number): void {
    for (const { findings } of reports) {
      for (const { code } of findings) {
        this.#count(code);
      }
    }
    this.#parts.push((take) => {
      const first = near > 0 ? firstFrom(rules, near) : 0;
      for (let step = 0; step < reports.length; step += 1) {
        const position = (first + step) % reports.length;
        for (const finding of reports[position]!.findings) {
          if (!take(finding.code, () => this.#diagnostic(finding, rules[position]))) {
            return;
          }
        }
      }
    });
  }

  addFindings(findings: readonly (DocumentFinding & Finding)[]): void {
    for (const finding of findings) {
      this.#count(finding.code);
    }
    this.#parts.push((take) => {
      for (const finding of findings) {
        take(finding.code, () => this.#diagnostic(finding, finding.rule));
      }
    });
  }

  diagnostics(): Diagnostic[] {
    const room = new Map<Severity, number>();
    let left = this.#limit;
    for (const level of severityLevels) {
      const shown = Math.min(left, this.#counts.get(level) ?? 0);
      room.set(level, shown);
      left -= shown;
    }
    const taken: Diagnostic[] = [];
    let firstLeftOut: TextRange | undefined;
    let isFull = false;
    const take: Take = (code, make) => {
      const severity = severityIn(this.#severities, code);
      if (severity === 'off') {
        return true;
      }
      const free = room.get(severity) ?? 0;
      if (free > 0) {
        room.set(severity, free - 1);
        taken.push({ code, severity, ...make() });
        isFull = taken.length === this.#limit;
      } else {
        firstLeftOut ??= make().range;
      }
      return !isFull || firstLeftOut === undefined;
    };
    for (const part of this.#parts) {
      part(take);
    }
    const shown = sortByRange(taken);
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    const severity = severityIn(this.#severities, 'more-problems');
    if (firstLeftOut && severity !== 'off') {
      const more = total - taken.length;
      shown.push({
        code: 'more-problems',
        severity,
        message: `And ${more} more ${more === 1 ? 'problem' : 'problems'}`,
        range: firstLeftOut,
      });
    }
    return shown;
  }

  #count(code: string): void {
    const severity = severityIn(this.#severities, code);
    if (severity !== 'off') {
      this.#counts.set(severity, (this.#counts.get(severity) ?? 0) + 1);
    }
  }

  #fixOf({ code, range }: StructureProblem): { readonly data?: DiagnosticData | undefined } {
    if (code === 'yaml-directive') {
      const text = this.#doc.slice(range.start, range.end);
      const title = 'Remove the directive (the content stays the same)';
      return isWithoutNeed(this.#doc.text, text)
        ? { data: { fixes: [{ kind: 'delete-marked', title, text }] } }
        : {};
    }
    return Object.hasOwn(textFixes, code) ? { data: textFixes[code] } : {};
  }

  /** Readers may point behind the end of a text that is cut off. */
  #within({ start, end }: TextRange): TextRange {
    const { length } = this.#doc;
    return { start: Math.min(start, length), end: Math.min(end, length) };
  }

  #diagnostic(finding: Finding, rule: RuleView | undefined): Unrated {
    const mark = finding.mark ?? 'value';
    const data: DiagnosticData = {
      ...(rule ? { array: rule.array, index: rule.index } : {}),
      ...(finding.fixes?.length ? { fixes: finding.fixes } : {}),
    };
    return {
      message: sentence(finding.message),
      range: rule ? placeInRule(rule, finding.path, mark) : placeInDocument(this.#doc, finding.path, mark),
      ...(finding.tags ? { tags: finding.tags } : {}),
      ...(finding.related
        ? {
            related: finding.related.map((each) => ({
              message: sentence(each.message),
              range: placeInRule(each.rule, each.path, 'value'),
            })),
          }
        : {}),
      data,
    };
  }
}

/** Index of the first rule that ends behind `offset`; none does: the first of all. */
function firstFrom(rules: readonly RuleView[], offset: number): number {
  let low = 0;
  let high = rules.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rules[middle]!.range.end > offset) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low === rules.length ? 0 : low;
}

type Unrated = Omit<Diagnostic, 'code' | 'severity'>;
/** The result is false when the shown findings and the first of the rest are complete, so no more are needed. */
type Take = (code: string, make: () => Unrated) => boolean;
