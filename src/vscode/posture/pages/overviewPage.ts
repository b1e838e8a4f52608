import { l10n } from '../../../core/util/l10n.ts';
import type { PostureSnapshot, SnapshotSetting } from '../../../core/posture/snapshot.ts';
import { outcomes, severities } from '../../../core/posture/setting.ts';
import {
  compareFailures,
  failuresBySeverity,
  passedShare,
  summarize,
} from '../../../core/posture/summary.ts';
import { timeWords } from '../timeWords.ts';
import type { CommandId } from '../../platform/commandIds.ts';
import { countsSection, totalWords } from './countsTable.ts';
import { commandLink, html, type Html } from './html.ts';

export const overviewPageCommands: readonly CommandId[] = [
  'ordinance.posture.showOverview',
  'ordinance.posture.showApplication',
  'ordinance.posture.showTable',
  'ordinance.posture.saveSnapshot',
  'ordinance.posture.compareSnapshots',
];

const shownFailures = 15;

/** The posture of a whole tenant: pictures, applications worst first, and what fails most often. */
export function overviewPage(sourceId: string, snapshot: PostureSnapshot): Html {
  const { applications, takenAt, console } = snapshot;
  const settings = applications.flatMap((application) => application.settings);
  const summary = summarize(settings);
  const { counts } = summary;
  const share = passedShare(counts);
  const unread = applications.filter(({ problem }) => problem !== undefined);
  const ranked = applications
    .map((application) => ({
      application,
      counts: summarize(application.settings).counts,
      failures: failuresBySeverity(application.settings),
    }))
    .toSorted(
      (a, b) =>
        compareFailures(a.failures, b.failures) || a.application.name.localeCompare(b.application.name),
    );
  return html`<h1>${l10n.t('Posture of {0}', console)}</h1>
    <p class="quiet">
      ${l10n.t('{0}, read at {1}', applicationWords(applications.length), timeWords(takenAt))}
    </p>
    <p>
      <strong>${totalWords(summary)}</strong>
      ${share !== undefined && l10n.t('Passed: {0} % of the settings that passed or failed.', Math.floor(share * 100))}
      ${unread.length > 0 && l10n.t('Not counted: the settings of {0}, which could not be read.', applicationWords(unread.length))}
    </p>
    <p class="links">
      ${[
        commandLink(l10n.t('Refresh'), 'ordinance.posture.showOverview', { sourceId }),
        commandLink(l10n.t('All settings as table'), 'ordinance.posture.showTable', {
          sourceId,
          kind: 'tenant',
        }),
        commandLink(l10n.t('Save Snapshot'), 'ordinance.posture.saveSnapshot', {
          sourceId,
          kind: 'tenant',
        }),
        commandLink(l10n.t('Compare Snapshots…'), 'ordinance.posture.compareSnapshots', { sourceId }),
      ]}
    </p>
    ${
      unread.length > 0 &&
      html`<details>
        <summary>${l10n.t('Not read: {0}', applicationWords(unread.length))}</summary>
        <ul>
          ${unread.map(({ name, problem }) => html`<li>${name}: ${problem}</li>`)}
        </ul>
      </details>`
    }
    ${countsSection(summary)}
    <h2>${l10n.t('Failed settings, worst first')}</h2>
    ${frequent(applications)}
    <h2>${l10n.t('Applications, worst first')}</h2>
    <table>
      <thead>
        <tr>
          ${[l10n.t('Application'), l10n.t('Health'), l10n.t('Failed by severity')].map((title) => html`<th scope="col">${title}</th>`)}${[l10n.t('Failed'), l10n.t('Passed'), l10n.t('Not monitored'), l10n.t('No known outcome')].map((title) => html`<th scope="col" class="number">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${ranked.map(
          ({ application: { id, name, health, status, problem }, counts, failures }) =>
            html`<tr>
              <th scope="row">
                ${commandLink(name, 'ordinance.posture.showApplication', { sourceId, app: id })}
              </th>
              <td>${problem ?? [health, status].filter(Boolean).join(', ')}</td>
              <td>
                ${severities.map((name) => failures[name] > 0 && html`<span class="badge ${name}">${failures[name]} ${name}</span> `)}
              </td>
              ${outcomes.map((outcome) => html`<td class="number">${problem === undefined ? counts[outcome] : '–'}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function applicationWords(count: number): string {
  return count === 1 ? l10n.t('1 application') : l10n.t('{0} applications', count);
}

function frequent(applications: PostureSnapshot['applications']): Html {
  const failed = new Map<string, { setting: SnapshotSetting; names: string[] }>();
  for (const { name, settings } of applications) {
    for (const setting of settings) {
      if (setting.outcome === 'failed') {
        const row = failed.get(setting.name) ?? { setting, names: [] };
        row.names.push(name);
        failed.set(setting.name, row);
      }
    }
  }
  const rows = [...failed.values()]
    .toSorted(
      (a, b) =>
        severities.indexOf(a.setting.severity) - severities.indexOf(b.setting.severity) ||
        b.names.length - a.names.length,
    )
    .slice(0, shownFailures);
  return rows.length === 0
    ? html`<p>${l10n.t('Nothing failed.')}</p>`
    : html`<table>
        <thead>
          <tr>
            ${[l10n.t('Setting'), l10n.t('Category'), l10n.t('Severity')].map((title) => html`<th scope="col">${title}</th>`)}
            <th scope="col" class="number">${l10n.t('Applications')}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ setting, names }) =>
              html`<tr>
                <th scope="row">${setting.name}</th>
                <td>${setting.category}</td>
                <td><span class="badge ${setting.severity}">${setting.severity}</span></td>
                <td class="number">${names.length}</td>
              </tr>`,
          )}
        </tbody>
      </table>`;
}
