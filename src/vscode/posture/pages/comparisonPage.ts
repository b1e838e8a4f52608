import { l10n } from '../../../core/util/l10n.ts';
import {
  changeKinds,
  type ChangeKind,
  type PostureComparison,
} from '../../../core/posture/compareSnapshots.ts';
import { outcomeWords } from '../../../core/posture/setting.ts';
import type { PostureSnapshot } from '../../../core/posture/snapshot.ts';
import type { PageName } from '../../platform/openPages.ts';
import { timeWords } from '../timeWords.ts';
import { commandLink, html, htmlTable, type Html } from '../../table/html.ts';
import { severityBadge } from './countsTable.ts';

/** The page about better, worse, new and gone settings between two snapshots. `name` is that of the page, whose document it opens. */
export function comparisonPage(
  name: PageName,
  before: PostureSnapshot,
  after: PostureSnapshot,
  { changes, unchanged, unread, totals }: PostureComparison,
): Html {
  const titles: Readonly<Record<ChangeKind, string>> = {
    worse: l10n.t('Worse'),
    better: l10n.t('Better'),
    new: l10n.t('New'),
    gone: l10n.t('Gone'),
    changed: l10n.t('Changed'),
  };
  const groups = changeKinds.map((kind) => ({
    kind,
    rows: changes.filter((change) => change.kind === kind),
  }));
  return html`<h1>${l10n.t('Posture of {0}: what changed', after.console)}</h1>
    <p class="quiet">${l10n.t('From {0} to {1}', timeWords(before.takenAt), timeWords(after.takenAt))}</p>
    <p>
      <strong>${groups.map(({ kind, rows }) => `${titles[kind]}: ${rows.length}`).join(' · ')}</strong> ·
      ${l10n.t('{0} settings unchanged', unchanged)}
    </p>
    <p class="links">${commandLink(l10n.t('Open as document'), '_ordinance.posture.openComparison', name)}</p>
    ${htmlTable(
      [
        {
          title: l10n.t('Settings'),
          of: ({ outcome, severity }) => [outcomeWords(outcome), severity].filter(Boolean).join(', '),
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
    ${changes.length === 0 && html`<p>${l10n.t('Nothing changed.')}</p>`}
    ${groups
      .filter(({ rows }) => rows.length > 0)
      .map(
        ({ kind, rows }) =>
          html`<h2>${titles[kind]} (${rows.length})</h2>
            ${htmlTable(
              [
                { title: l10n.t('Application'), of: ({ application }) => application },
                { title: l10n.t('Setting'), of: ({ setting }) => setting },
                { title: l10n.t('Severity'), of: ({ severity }) => severityBadge(severity) },
                { title: l10n.t('Before'), of: ({ before }) => before },
                { title: l10n.t('After'), of: ({ after }) => after },
              ],
              rows,
            )}`,
      )}`;
}
