import { l10n } from '../../../core/util/l10n.ts';
import {
  changeKinds,
  type ChangeKind,
  type PostureComparison,
} from '../../../core/posture/compareSnapshots.ts';
import type { PostureSnapshot } from '../../../core/posture/snapshot.ts';
import { timeWords } from '../timeWords.ts';
import type { CommandId } from '../../platform/commandIds.ts';
import { outcomeWords } from '../rows/settingRows.ts';
import { commandLink, html, type Html } from './html.ts';

export const comparisonPageCommands: readonly CommandId[] = ['_ordinance.posture.openComparison'];

/** The page about better, worse, new and gone settings between two snapshots. `id` names the comparison for its document. */
export function comparisonPage(
  id: string,
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
  const titlesOfColumns = [
    l10n.t('Application'),
    l10n.t('Setting'),
    l10n.t('Severity'),
    l10n.t('Before'),
    l10n.t('After'),
  ];
  return html`<h1>${l10n.t('Posture of {0}: what changed', after.console)}</h1>
    <p class="quiet">${l10n.t('From {0} to {1}', timeWords(before.takenAt), timeWords(after.takenAt))}</p>
    <p>
      <strong>${groups.map(({ kind, rows }) => `${titles[kind]}: ${rows.length}`).join(' · ')}</strong> ·
      ${l10n.t('{0} settings unchanged', unchanged)}
    </p>
    <p class="links">${commandLink(l10n.t('Open as document'), '_ordinance.posture.openComparison', id)}</p>
    <table>
      <thead>
        <tr>
          <th scope="col">${l10n.t('Settings')}</th>
          ${[l10n.t('Before'), l10n.t('After'), l10n.t('Change')].map((title) => html`<th scope="col" class="number">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${totals.map(
          ({ outcome, severity, before, after }) =>
            html`<tr>
              <th scope="row">${[outcomeWords(outcome), severity].filter(Boolean).join(', ')}</th>
              ${[before, after, after > before ? `+${after - before}` : after - before].map((cell) => html`<td class="number">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    ${unread.length > 0 && html`<p>${l10n.t('Not compared, because they could not be read: {0}', unread.join(', '))}</p>`}
    ${changes.length === 0 && html`<p>${l10n.t('Nothing changed.')}</p>`}
    ${groups
      .filter(({ rows }) => rows.length > 0)
      .map(
        ({ kind, rows }) =>
          html`<h2>${titles[kind]} (${rows.length})</h2>
            <table>
              <thead>
                <tr>
                  ${titlesOfColumns.map((title) => html`<th scope="col">${title}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  ({ application, setting, severity, before, after }) =>
                    html`<tr>
                      <th scope="row">${application}</th>
                      <td>${setting}</td>
                      <td>
                        ${severity !== undefined && html`<span class="badge ${severity}">${severity}</span>`}
                      </td>
                      <td>${before}</td>
                      <td>${after}</td>
                    </tr>`,
                )}
              </tbody>
            </table>`,
      )}`;
}
