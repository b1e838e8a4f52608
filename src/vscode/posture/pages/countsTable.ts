import { outcomes } from '../../../core/posture/setting.ts';
import type { PostureSummary } from '../../../core/posture/summary.ts';
import type { L10n } from '../../platform/l10n.ts';
import { outcomeWords } from '../rows/settingRows.ts';
import { html, type Html } from './html.ts';
import { picture, type PictureRow, type PictureWords } from './picture.ts';

/** Every setting is in one of the numbers, so that they add up. */
export function totalWords({ counts, total }: PostureSummary, l10n: L10n): string {
  return l10n.t(
    '{0} of {1} settings failed, {2} passed, not monitored: {3}, no known outcome: {4}.',
    counts.failed,
    total,
    counts.passed,
    counts.unmonitored,
    counts.unknown,
  );
}

/** The words of a picture of these rows. */
function pictureWords(title: string, rows: readonly PictureRow[], l10n: L10n): PictureWords {
  const text = rows
    .map(({ label, counts }) =>
      l10n.t(
        '{0}: {1} failed, {2} passed, {3} not monitored, {4} without a known outcome.',
        label,
        counts.failed,
        counts.passed,
        counts.unmonitored,
        counts.unknown,
      ),
    )
    .join(' ');
  return {
    title,
    text,
    outcomes: {
      failed: outcomeWords('failed', l10n),
      passed: outcomeWords('passed', l10n),
      unmonitored: outcomeWords('unmonitored', l10n),
      unknown: outcomeWords('unknown', l10n),
    },
  };
}

/** Outcomes by category and by severity, as pictures with their numbers; nothing where there is no setting. */
export function countsSection(summary: PostureSummary, l10n: L10n): Html | false {
  const categories = summary.categories.map(({ name, counts }) => ({
    label: name || l10n.t('(no category)'),
    counts,
  }));
  const severities = summary.severities.map(({ name, counts }) => ({ label: name, counts }));
  return (
    summary.total > 0 &&
    html`<h2>${l10n.t('By category')}</h2>
      ${picture('categories', categories, pictureWords(l10n.t('Outcomes by category'), categories, l10n))}
      ${countsTable(l10n.t('Category'), categories, l10n)}
      <h2>${l10n.t('By severity')}</h2>
      ${picture('severities', severities, pictureWords(l10n.t('Outcomes by severity'), severities, l10n))}
      ${countsTable(l10n.t('Severity'), severities, l10n)}`
  );
}

/** The numbers of a picture. */
function countsTable(first: string, rows: readonly PictureRow[], l10n: L10n): Html {
  return html`<details>
    <summary>${l10n.t('The numbers')}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">${first}</th>
          ${outcomes.map((outcome) => html`<th scope="col" class="number">${outcomeWords(outcome, l10n)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ label, counts }) =>
            html`<tr>
              <th scope="row">${label}</th>
              ${outcomes.map((outcome) => html`<td class="number">${counts[outcome]}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
