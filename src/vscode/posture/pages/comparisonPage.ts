import { l10n } from '../../../core/util/l10n.ts';
import { changeGroups, type PostureComparison } from '../../../core/posture/compareSnapshots.ts';
import { outcomeLabel } from '../../../core/posture/setting.ts';
import type { PostureSnapshot } from '../../../core/posture/snapshot.ts';
import type { PageName } from '../../platform/openPages.ts';
import { timeWords } from '../timeWords.ts';
import { commandLink, html, htmlTable, type Html } from '../../table/html.ts';
import { severityBadge } from './countsTable.ts';

/** The page about better, worse, new and gone settings between two snapshots. A link opens the document of the page with this name. */
export function comparisonPage(
  name: PageName,
  before: PostureSnapshot,
  after: PostureSnapshot,
  comparison: PostureComparison,
): Html {
  const { unchanged, unread, totals } = comparison;
  const groups = changeGroups(comparison);
  return html`<h1>${l10n.t('Posture of {0}: what changed', after.console)}</h1>
    <p class="quiet">${l10n.t('From {0} to {1}', timeWords(before.takenAt), timeWords(after.takenAt))}</p>
    <p>
      <strong>${groups.map(({ title, changes }) => `${title}: ${changes.length}`).join(' · ')}</strong> ·
      ${l10n.t('{0} settings unchanged', unchanged)}
    </p>
    <p class="links">${commandLink(l10n.t('Open as Markdown'), '_ordinance.posture.openComparison', name)}</p>
    ${htmlTable(
      [
        {
          title: l10n.t('Settings'),
          of: ({ outcome, severity }) => [outcomeLabel(outcome), severity].filter(Boolean).join(', '),
        },
        { title: l10n.t('Before'), look: 'number', of: ({ before }) => before },
        { title: l10n.t('After'), look: 'number', of: ({ after }) => after },
        {
          title: l10n.t('Change'),
          look: 'number',
          of: ({ before, after }) => (after > before ? `+${after - before}` : after - before),
        },
      ],
      totals,
    )}
    ${unread.length > 0 && html`<p>${l10n.t('Not compared, because they could not be read: {0}', unread.join(', '))}</p>`}
    ${comparison.changes.length === 0 && html`<p>${l10n.t('Nothing changed.')}</p>`}
    ${groups
      .filter(({ changes }) => changes.length > 0)
      .map(
        ({ title, changes }) =>
          html`<h2>${title} (${changes.length})</h2>
            ${htmlTable(
              [
                { title: l10n.t('Application'), of: ({ application }) => application },
                { title: l10n.t('Setting'), of: ({ setting }) => setting },
                { title: l10n.t('Severity'), of: ({ severity }) => severityBadge(severity) },
                { title: l10n.t('Before'), of: ({ before }) => before },
                { title: l10n.t('After'), of: ({ after }) => after },
              ],
              changes,
            )}`,
      )}`;
}
