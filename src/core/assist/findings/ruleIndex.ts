import type { RuleSlice, RuleView } from '../../document/ruleView.ts';
import type { RuleReport } from './ruleReport.ts';

/**
 * The index updates only changed rules. It has the reports in rule order, the number of findings of each code, and the
 * duplicate names.
 */
export class RuleIndex {
  readonly #report: (rule: RuleView) => RuleReport;
  readonly #slices: RuleSlice[] = [];
  readonly #reports: RuleReport[] = [];
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, number>();
  readonly #duplicates = new Set<string>();

  constructor(report: (rule: RuleView) => RuleReport) {
    this.#report = report;
  }

  get reports(): readonly RuleReport[] {
    return this.#reports;
  }

  /** The counts have the code of the findings as key. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  get duplicateNames(): ReadonlySet<string> {
    return this.#duplicates;
  }

  /** The count is the number of rules that `update` would check. */
  fresh(rules: readonly RuleView[]): number {
    const { head, tail } = this.#kept(rules);
    return rules.length - head - tail;
  }

  /** The method updates the index to `rules`; known slices are not checked again. */
  update(rules: readonly RuleView[]): void {
    const before = this.#slices;
    const { head, tail } = this.#kept(rules);
    const removed = before.length - head - tail;
    for (let index = head; index < head + removed; index += 1) {
      this.#count(before[index]!, this.#reports[index]!, -1);
    }
    const added = rules.slice(head, rules.length - tail);
    const reports = added.map(this.#report);
    for (const [index, rule] of added.entries()) {
      this.#count(rule.slice, reports[index]!, 1);
    }
    replace(
      this.#slices,
      head,
      removed,
      added.map((rule) => rule.slice),
    );
    replace(this.#reports, head, removed, reports);
  }

  /** Rules at both ends that are as they were. */
  #kept(rules: readonly RuleView[]): { readonly head: number; readonly tail: number } {
    const before = this.#slices;
    const shorter = Math.min(before.length, rules.length);
    let head = 0;
    while (head < shorter && before[head] === rules[head]!.slice) {
      head += 1;
    }
    let tail = 0;
    while (
      tail < shorter - head &&
      before[before.length - 1 - tail] === rules[rules.length - 1 - tail]!.slice
    ) {
      tail += 1;
    }
    return { head, tail };
  }

  #count(slice: RuleSlice, report: RuleReport, by: 1 | -1): void {
    for (const { code } of report.findings) {
      this.#counts.set(code, (this.#counts.get(code) ?? 0) + by);
    }
    const name = slice.facts.name;
    if (name !== undefined && name.trim() !== '') {
      const count = (this.#names.get(name) ?? 0) + by;
      if (count === 0) {
        this.#names.delete(name);
      } else {
        this.#names.set(name, count);
      }
      if (count > 1) {
        this.#duplicates.add(name);
      } else {
        this.#duplicates.delete(name);
      }
    }
  }
}

/** The function works like splice, for lists longer than the argument limit of a call. */
function replace<T>(list: T[], start: number, removed: number, added: readonly T[]): void {
  if (added.length < 10_000) {
    list.splice(start, removed, ...added);
    return;
  }
  const rest = list.slice(start + removed);
  list.length = start;
  for (const item of added) {
    list.push(item);
  }
  for (const item of rest) {
    list.push(item);
  }
}
