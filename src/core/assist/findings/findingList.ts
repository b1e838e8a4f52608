import { sentence } from '../../util/sentence.ts';
import type { Diagnostic, Severity } from '../../document/diagnostic.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import type { TextRange } from '../../document/text.ts';
import { isWithoutNeed } from '../../document/yaml/yamlDirectives.ts';
import type { DiagnosticData, DocumentFinding, Finding } from './finding.ts';
import { placeInDocument, placeInRule } from './findingRange.ts';
import { severityIn, severityLevels, sortByRange, type Severities } from './severities.ts';
import type { RuleReport } from './ruleReport.ts';
import type { RuleView } from '../../document/ruleView.ts';
import type { StructureProblem } from '../../document/parser/problems.ts';

const inQuotes: DiagnosticData = {
  fixes: [{ title: 'Write it in quotes, as a text', steps: [{ kind: 'quote-marked' }] }],
};

/** These fixes repair problems of the text itself. */
const textFixes: Readonly<Record<string, DiagnosticData>> = {
  'trailing-comma': { fixes: [{ title: 'Remove the comma', steps: [{ kind: 'delete-marked', text: ',' }] }] },
  'unresolved-alias': inQuotes,
  'missing-quotes': inQuotes,
  'tab-indentation': { fixes: [{ title: 'Indent by spaces', steps: [{ kind: 'untab' }] }] },
};

/** The list has every finding of a document. Only shown findings get a range, and the worst are shown first. */
export class FindingList {
  readonly #doc: PolicyDocument;
  readonly #severities: Severities;
  readonly #limit: number;
  /** Each severity has up to one more than can be shown. */
  readonly #found = new Map<Severity, Found[]>(severityLevels.map((level) => [level, []]));
  #count = 0;

  constructor(doc: PolicyDocument, severities: Severities, limit: number) {
    this.#doc = doc;
    this.#severities = severities;
    this.#limit = limit;
  }

  /** The problems include those of rules. */
  addProblems(problems: readonly StructureProblem[]): void {
    for (const problem of problems) {
      this.#add(problem.code, () => ({
        message: sentence(problem.message),
        range: this.#within(problem.range),
        ...this.#fixOf(problem),
      }));
    }
  }

  /** Rules from the offset `near` on come first. */
  addArray(rules: readonly RuleView[], reports: readonly RuleReport[], near: number): void {
    const first =
      near > 0
        ? Math.max(
            0,
            rules.findIndex(({ range }) => range.end > near),
          )
        : 0;
    for (let step = 0; step < reports.length; step += 1) {
      const position = (first + step) % reports.length;
      for (const finding of reports[position]!.findings) {
        this.#add(finding.code, () => this.#diagnostic(finding, rules[position]));
      }
    }
  }

  addFindings(findings: readonly DocumentFinding[]): void {
    for (const finding of findings) {
      this.#add(finding.code, () => this.#diagnostic(finding, finding.rule));
    }
  }

  diagnostics(): Diagnostic[] {
    const worstFirst = [...this.#found.values()].flat();
    const shown = worstFirst.slice(0, this.#limit);
    const [leftOut] = worstFirst.slice(this.#limit);
    const diagnostics = sortByRange(shown.map(diagnosticOf));
    const severity = severityIn(this.#severities, 'more-problems');
    if (leftOut && severity !== 'off') {
      const more = this.#count - shown.length;
      diagnostics.push({
        code: 'more-problems',
        severity,
        message: `And ${more} more ${more === 1 ? 'problem' : 'problems'}`,
        range: diagnosticOf(leftOut).range,
      });
    }
    return diagnostics;
  }

  #add(code: string, make: Found['make']): void {
    const severity = severityIn(this.#severities, code);
    if (severity !== 'off') {
      const found = this.#found.get(severity)!;
      this.#count += 1;
      if (found.length <= this.#limit) {
        found.push({ code, severity, make });
      }
    }
  }

  #fixOf({ code, range }: StructureProblem): { readonly data?: DiagnosticData | undefined } {
    if (code === 'yaml-directive') {
      const text = this.#doc.slice(range.start, range.end);
      const title = 'Remove the directive (the content stays the same)';
      return isWithoutNeed(this.#doc.text, text)
        ? { data: { fixes: [{ title, steps: [{ kind: 'delete-marked', text }] }] } }
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

interface Found extends Pick<Diagnostic, 'code' | 'severity'> {
  readonly make: () => Unrated;
}

type Unrated = Omit<Diagnostic, 'code' | 'severity'>;

function diagnosticOf({ code, severity, make }: Found): Diagnostic {
  return { code, severity, ...make() };
}
