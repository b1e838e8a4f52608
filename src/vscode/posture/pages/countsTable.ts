import { l10n } from '../../../core/util/l10n.ts';
import { outcomes } from '../../../core/posture/setting.ts';
import type { Counts, PostureSummary } from '../../../core/posture/summary.ts';
import { outcomeWords } from '../rows/settingRows.ts';
import { html, type Html } from './html.ts';

interface CountsRow {
  readonly label: string;
  readonly counts: Counts;
}

/** Every setting is in one of the numbers, so that they add up. */
export function totalWords({ counts, total }: PostureSummary): string {
  return l10n.t(
    '{0} of {1} settings failed, {2} passed, not monitored: {3}, no known outcome: {4}.',
    counts.failed,
    total,
    counts.passed,
    counts.unmonitored,
    counts.unknown,
  );
}

/** Outcomes by category and by severity; nothing where there is no setting. */
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

/** The numbers of each row, with a bar that shows them. The bar adds nothing for a screen reader. */
function countsTable(first: string, rows: readonly CountsRow[]): Html {
  const most = Math.max(1, ...rows.map(({ counts }) => totalOf(counts)));
  return html`<table class="counts">
    <thead>
      <tr>
        <th scope="col">${first}</th>
        <td class="bar"></td>
        ${outcomes.map(
          (outcome) =>
            html`<th scope="col" class="number">
              <svg class="swatch ${outcome}" viewBox="0 0 1 1" aria-hidden="true">
                <rect width="1" height="1" /></svg
              >${outcomeWords(outcome)}
            </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ label, counts }) =>
          html`<tr>
            <th scope="row">${label}</th>
            <td class="bar">${bar(counts, most)}</td>
            ${outcomes.map((outcome) => html`<td class="number">${counts[outcome]}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** It stretches with its column: only its parts are drawn, and the numbers are text beside it. */
function bar(counts: Counts, most: number): Html {
  let x = 0;
  return html`<svg viewBox="0 0 ${most} 1" preserveAspectRatio="none" aria-hidden="true">
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
