import { l10n } from '../../../core/util/l10n.ts';
import type { PostureSnapshot, SnapshotSetting } from '../../../core/posture/snapshot.ts';
import {
  severities,
  failuresOf,
  type Setting,
  outcomeLabel,
  compareFailures,
  passedShare,
  summarize,
} from '../../../core/posture/setting.ts';
import { timeWords } from '../rows/postureRow.ts';
import { countsSection, outcomeColumns, severityBadge, totalWords } from './countsTable.ts';
import { commandLink, html, htmlTable, type Html } from '../../table/html.ts';
import type { Application } from '../../../core/posture/application.ts';
import { changeGroups, type PostureComparison } from '../../../core/posture/compareSnapshots.ts';
import type { PageName } from '../../platform/openPages.ts';

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

interface ApplicationPageFacts {
  readonly sourceId: string;
  readonly console: string;
  readonly application: Application;
  readonly settings: readonly Setting[];
  /** When the settings were read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** The posture of one application: counts, then the failed settings with their remediation, worst first. */
export function applicationPage(facts: ApplicationPageFacts): Html {
  const { application, settings, sourceId } = facts;
  const { id, name, health, status, type, lastScan, missingConfigs } = application;
  const summary = summarize(settings);
  const failures = failuresOf(settings);
  const app = { sourceId, app: id };
  const readAt = l10n.t('read at {0}', timeWords(new Date(facts.readAt).toISOString()));
  return html`<h1>${name}</h1>
    <p class="quiet">
      ${[type, health, status, lastScan && l10n.t('scanned {0}', timeWords(lastScan)), facts.console, readAt].filter(Boolean).join(' · ')}
    </p>
    ${missingConfigs.length > 0 && html`<p>${l10n.t('Required for a scan, but missing: {0}', missingConfigs.join(', '))}</p>`}
    <p>
      <strong>${totalWords(summary)}</strong>
    </p>
    <p class="links">
      ${[
        commandLink(l10n.t('Refresh'), 'ordinance.posture.showApplication', { ...app, fresh: true }),
        commandLink(l10n.t('Show as table'), 'ordinance.posture.showTable', {
          ...app,
          kind: 'configuration',
        }),
        commandLink(l10n.t('Copy as Markdown'), 'ordinance.posture.copyMarkdown', app),
        commandLink(l10n.t('Open as JSON'), 'ordinance.posture.openJson', { ...app, kind: 'configuration' }),
        commandLink(l10n.t('Open as YAML'), 'ordinance.posture.openYaml', { ...app, kind: 'configuration' }),
        type !== undefined &&
          commandLink(l10n.t('Definitions of its product'), 'ordinance.posture.showTable', {
            sourceId,
            app: type,
            kind: 'definitions',
          }),
      ]}
    </p>
    ${countsSection(summary)}
    <h2>${l10n.t('Failed, worst first')}</h2>
    ${failures.length === 0 ? html`<p>${l10n.t('Nothing failed.')}</p>` : failures.map((setting) => failure(setting, app))}`;
}

function failure(setting: Setting, app: { sourceId: string; app: string }): Html {
  const { name, severity, category, description, current, recommended, steps, control, tickets, consoleUrl } =
    setting;
  const link = { ...app, setting: setting.id };
  return html`<details>
    <summary>
      <h3>${name}</h3>
      ${severityBadge(severity)}
      <span class="quiet">${[category, ...tickets.map(({ key }) => key)].join(' · ')}</span>
    </summary>
    ${description !== undefined && html`<p>${description}</p>`}
    <div class="values">
      <div><span class="quiet">${l10n.t('Current value')}</span><br /><code>${current ?? '–'}</code></div>
      <div>
        <span class="quiet">${l10n.t('Recommended value')}</span><br /><code>${recommended ?? '–'}</code>
      </div>
    </div>
    ${
      steps !== undefined &&
      html`<strong>${l10n.t('Remediation')}</strong>
        <pre>${steps}</pre>`
    }
    <p class="links">
      ${[
        control !== undefined &&
          commandLink(l10n.t('Control {0}', control), '_ordinance.posture.reveal', { ...link, control }),
        ...tickets.map(({ key }) =>
          commandLink(l10n.t('Ticket {0}', key), '_ordinance.posture.reveal', { ...link, ticket: key }),
        ),
        commandLink(l10n.t('Show in tree'), '_ordinance.posture.reveal', link),
        consoleUrl !== undefined &&
          commandLink(l10n.t('Open the Setting'), 'ordinance.posture.browse', { url: consoleUrl }),
        commandLink(l10n.t('Copy as Markdown'), 'ordinance.posture.copyMarkdown', link),
      ]}
    </p>
  </details>`;
}

/** The page about better, worse, new and gone settings between two snapshots. A link opens the document of the page with this name. */
export function comparisonPage(
  name: PageName,
  before: PostureSnapshot,
  after: PostureSnapshot,
  comparison: PostureComparison,
): Html {
  const { unchanged, unread, totals } = comparison;
  const groups = changeGroups(comparison);
  return html`<h1>${l10n.t('Changes of the posture of {0}', after.console)}</h1>
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
