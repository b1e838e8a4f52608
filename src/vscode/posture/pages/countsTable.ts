import { l10n } from '../../../core/util/l10n.ts';
import {
  outcomes,
  outcomeLabel,
  type Outcome,
  type Severity,
  type Counts,
  type PostureSummary,
} from '../../../core/posture/setting.ts';
import { html, htmlTable, type Html, type HtmlColumn, type HtmlPart } from '../../table/html.ts';

interface CountsRow {
  readonly label: string;
  readonly counts: Counts;
}

/** Every setting is in one of the numbers, so that they add up. */
export function totalWords({ counts, total }: PostureSummary): string {
  return l10n.t(
    '{0} of {1} settings failed, {2} passed, {3} not monitored, {4} unknown.',
    counts.failed,
    total,
    counts.passed,
    counts.unmonitored,
    counts.unknown,
  );
}

/** Outcomes by category and by severity; false without settings. */
export function countsSection(summary: PostureSummary): Html | false {
  const categories = summary.categories.map(({ name, counts }) => ({
    label: name || l10n.t('(no category)'),
    counts,
  }));
  const severities = summary.severities.map(({ name, counts }) => ({ label: name, counts }));
  return (
    summary.total > 0 &&
    html`<h2>${l10n.t('By category')}</h2>
      ${countsTable(l10n.t('Category'), categories)}
      <h2>${l10n.t('By severity')}</h2>
      ${countsTable(l10n.t('Severity'), severities)}`
  );
}

/** The numbers of each row, with a bar. A screen reader skips the bar, because it only repeats the numbers. */
function countsTable(first: string, rows: readonly CountsRow[]): Html {
  const longest = Math.max(1, ...rows.map(({ counts }) => totalOf(counts)));
  return htmlTable(
    [
      { title: first, of: ({ label }) => label },
      { title: '', look: 'bar', of: ({ counts }) => bar(counts, longest) },
      ...outcomeColumns<CountsRow>(({ counts }, outcome) => counts[outcome]),
    ],
    rows,
    'counts',
  );
}

/** A column of numbers for each outcome, in its color. */
export function outcomeColumns<Row>(
  of: (row: Row, outcome: Outcome) => HtmlPart,
): readonly HtmlColumn<Row>[] {
  return outcomes.map((outcome) => ({
    title: html`<svg class="swatch ${outcome}" viewBox="0 0 1 1" aria-hidden="true">
        <rect width="1" height="1" /></svg
      >${outcomeLabel(outcome)}`,
    look: 'number',
    of: (row) => of(row, outcome),
  }));
}

/** A severity in its color. */
export function severityBadge(severity: Severity | undefined): Html | undefined {
  return severity && html`<span class="badge ${severity}">${severity}</span>`;
}

/** A bar as wide as its column, with a part for each outcome. `length` is the total of the longest bar. */
function bar(counts: Counts, length: number): Html {
  let x = 0;
  return html`<svg viewBox="0 0 ${length} 1" preserveAspectRatio="none" aria-hidden="true">
    ${outcomes.map((outcome) => {
      const part =
        counts[outcome] > 0 &&
        html`<rect class="${outcome}" x="${x}" y="0" width="${counts[outcome]}" height="1" />`;
      x += counts[outcome];
      return part;
    })}
  </svg>`;
}

function totalOf(counts: Counts): number {
  return outcomes.reduce((total, outcome) => total + counts[outcome], 0);
}
