import { localTimeWithZone } from '../util/localTime.ts';
import { l10n } from '../util/l10n.ts';
import { asMarkdown } from '../util/markdown.ts';
import { changeGroups, type PostureComparison } from './compareSnapshots.ts';
import type { Application } from './application.ts';
import { failuresOf, outcomeLabel, type Setting, summarize } from './setting.ts';
import { settingFacts, type PostureSnapshot } from './snapshot.ts';

/** A setting as Markdown for a ticket. Texts of the service are escaped. */
export function settingMarkdown(setting: Setting, application?: Pick<Application, 'name' | 'id'>): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    [l10n.t('Application'), application && `${application.name} (${application.id})`],
    ...settingFacts()
      // Without the definitions of the product, the severity is unknown.
      .filter(({ key }) => key !== 'name' && (key !== 'severity' || setting.severity !== 'unrated'))
      .map(({ title, of }) => [title, of(setting)] as const),
  ];
  const lines = [`## ${plain(setting.name)}`, ''];
  if (setting.description !== undefined) {
    lines.push(plain(setting.description), '');
  }
  for (const [title, text] of facts) {
    if (text) {
      lines.push(`* **${title}:** ${plain(text)}`);
    }
  }
  if (setting.consoleUrl !== undefined) {
    lines.push(`* **Where:** ${address(setting.consoleUrl)}`);
  }
  if (setting.steps !== undefined) {
    lines.push('', '### Remediation', '', ...setting.steps.split(/\r?\n/).map(stepLine));
  }
  return `${lines.join('\n')}\n`;
}

/** An application with its failed settings, worst first. */
export function applicationMarkdown(application: Application, settings: readonly Setting[]): string {
  const { counts, total } = summarize(settings);
  const lines = [
    `# ${plain(application.name)}`,
    '',
    `${counts.failed} of ${total} settings failed, ${counts.passed} passed, ${counts.unmonitored} not monitored, ${counts.unknown} unknown.`,
    '',
  ];
  const failed = failuresOf(settings);
  return `${lines.join('\n')}${failed.map((setting) => `\n${settingMarkdown(setting)}`).join('')}`;
}

/** A comparison as a document. */
export function comparisonMarkdown(
  before: PostureSnapshot,
  after: PostureSnapshot,
  comparison: PostureComparison,
): string {
  const lines = [
    `# Changes of the posture of ${plain(after.console)}`,
    '',
    `From ${plain(localTimeWithZone(before.takenAt))} to ${plain(localTimeWithZone(after.takenAt))}: ${comparison.changes.length} changes, ${comparison.unchanged} settings unchanged.`,
    '',
    '| Settings | Before | After |',
    '|:---|---:|---:|',
    ...comparison.totals.map(
      ({ outcome, severity, before, after }) =>
        `| ${[outcomeLabel(outcome), severity].filter(Boolean).join(', ')} | ${before} | ${after} |`,
    ),
  ];
  for (const { title, changes } of changeGroups(comparison)) {
    if (changes.length > 0) {
      lines.push(
        '',
        `## ${title} (${changes.length})`,
        '',
        '| Application | Setting | Severity | Before | After |',
        '|:---|:---|:---|:---|:---|',
      );
      for (const { application, setting, severity, before, after } of changes) {
        lines.push(
          `| ${[application, setting, severity, before, after].map((cell) => plain(cell ?? '')).join(' | ')} |`,
        );
      }
    }
  }
  if (comparison.unread.length > 0) {
    lines.push(
      '',
      `## Not compared (${comparison.unread.length})`,
      '',
      ...comparison.unread.map((name) => `* ${plain(name)}`),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Keeps the number of a step, and escapes its text. */
function stepLine(line: string): string {
  const [, number, text = line] = /^\s*(\d+[.)])\s+(.*)$/.exec(line) ?? [];
  return number === undefined ? plain(line.trim()) : `${number} ${plain(text)}`;
}

/** A web address as a link; anything else as text. */
function address(text: string): string {
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isWeb ? `<${new URL(text).href.replaceAll(/[<>\s]/g, encodeURIComponent)}>` : plain(text);
}

function plain(text: string): string {
  return asMarkdown`${text.replaceAll(/\s+/g, ' ').trim()}`.text;
}
