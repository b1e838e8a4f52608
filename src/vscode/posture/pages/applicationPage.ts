import { l10n } from '../../../core/util/l10n.ts';
import type { Application } from '../../../core/posture/application.ts';
import { failuresOf, type Setting } from '../../../core/posture/setting.ts';
import { summarize } from '../../../core/posture/summary.ts';
import { timeWords } from '../timeWords.ts';
import { commandLink, html, type Html } from '../../table/html.ts';
import { countsSection, severityBadge, totalWords } from './countsTable.ts';

export interface ApplicationPageFacts {
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
