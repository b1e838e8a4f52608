import { l10n } from '../../../core/util/l10n.ts';
import type { PostureSnapshot, SnapshotSetting } from '../../../core/posture/snapshot.ts';
import { severities } from '../../../core/posture/setting.ts';
import { compareFailures, passedShare, summarize } from '../../../core/posture/summary.ts';
import { timeWords } from '../timeWords.ts';
import { countsSection, outcomeColumns, severityBadge, totalWords } from './countsTable.ts';
import { commandLink, html, htmlTable, type Html } from '../../table/html.ts';

/** The limit of the rows of failed settings. */
const MAX_FAILURES = 15;

/** The posture of a whole tenant: counts, then the failed settings and the applications, worst first. */
export function overviewPage(sourceId: string, snapshot: PostureSnapshot): Html {
  const { applications, takenAt, console } = snapshot;
  const settings = applications.flatMap((application) => application.settings);
  const summary = summarize(settings);
  const { counts } = summary;
  const share = passedShare(counts);
  const unread = applications.filter(({ problem }) => problem !== undefined);
  const ranked = applications
    .map((application) => ({ application, summary: summarize(application.settings) }))
    .toSorted(
      (a, b) => compareFailures(a.summary, b.summary) || a.application.name.localeCompare(b.application.name),
    );
  return html`<h1>${l10n.t('Posture of {0}', console)}</h1>
    <p class="quiet">
      ${l10n.t('{0}, read at {1}', applicationWords(applications.length), timeWords(takenAt))}
    </p>
    <p>
      <strong>${totalWords(summary)}</strong>
      ${share !== undefined && l10n.t('Pass rate: {0} %, counting only passed and failed settings.', Math.floor(share * 100))}
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
    ${frequentFailures(settings)}
    <h2>${l10n.t('Applications, worst first')}</h2>
    ${htmlTable(
      [
        {
          title: l10n.t('Application'),
          of: ({ application: { id, name } }) =>
            commandLink(name, 'ordinance.posture.showApplication', { sourceId, app: id }),
        },
        {
          title: l10n.t('Health'),
          of: ({ application: { problem, health, status } }) =>
            problem ?? [health, status].filter(Boolean).join(', '),
        },
        {
          title: l10n.t('Failed by severity'),
          of: ({ summary: { failures } }) =>
            severities.map(
              (name) =>
                failures[name] > 0 && html`<span class="badge ${name}">${failures[name]} ${name}</span> `,
            ),
        },
        ...outcomeColumns<(typeof ranked)[number]>(({ application, summary }, outcome) =>
          application.problem === undefined ? summary.counts[outcome] : '–',
        ),
      ],
      ranked,
    )}`;
}

function applicationWords(count: number): string {
  return count === 1 ? l10n.t('1 application') : l10n.t('{0} applications', count);
}

/** The failed settings with the same name in one row each, worst first. */
function frequentFailures(settings: readonly SnapshotSetting[]): Html {
  const failed = settings.filter(({ outcome }) => outcome === 'failed');
  const rows = [...Map.groupBy(failed, ({ name }) => name).values()]
    .flatMap(([setting, ...others]) => (setting ? [{ setting, count: others.length + 1 }] : []))
    .toSorted(
      (a, b) =>
        severities.indexOf(a.setting.severity) - severities.indexOf(b.setting.severity) || b.count - a.count,
    )
    .slice(0, MAX_FAILURES);
  return rows.length === 0
    ? html`<p>${l10n.t('Nothing failed.')}</p>`
    : htmlTable(
        [
          { title: l10n.t('Setting'), of: ({ setting }) => setting.name },
          { title: l10n.t('Category'), of: ({ setting }) => setting.category },
          { title: l10n.t('Severity'), of: ({ setting }) => severityBadge(setting.severity) },
          { title: l10n.t('Applications'), look: 'number', of: ({ count }) => count },
        ],
        rows,
      );
}
