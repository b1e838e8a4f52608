import * as vscode from 'vscode';
import { destinationLines } from '../../core/consoles/destination.ts';
import { markdownString } from '../platform/markdownString.ts';
import { asMarkdown, paragraphs } from '../../core/util/markdown.ts';
import type { OtherPlace } from '../../core/policy/planStep.ts';
import type { JournalStep, PushRecord } from '../../core/sync/store/journalEvent.ts';
import { recordFacts } from '../../core/sync/recordFacts.ts';
import { momentWords } from '../workspace/whenWords.ts';
import { restoringWords } from './describePush.ts';
import { countWords, pushResultWords } from '../workspace/pushWords.ts';

/** Steps that a tooltip has space for. */
const shownSteps = 8;

/** Everything the row has no space for. */
export function pushTooltip(record: PushRecord, restored: PushRecord | undefined): vscode.MarkdownString {
  const summary = [
    pushResultWords(record.verdict),
    countWords(record.counts),
    momentWords(new Date(record.at)),
    restoringWords(record, restored && momentWords(new Date(restored.at))),
    record.author,
  ].filter((part) => part !== undefined);
  const facts = recordFacts(record, 'events', [
    'policy',
    'console',
    'at',
    'author',
    'verdict',
    'foreign',
    'counts',
    'restoring',
  ]);
  const more = record.steps.length - shownSteps;
  return markdownString(
    paragraphs([
      asMarkdown`**${record.policy}**`,
      asMarkdown`${summary.join(' · ')}`,
      record.foreign ? asMarkdown`${foreignWords()}` : undefined,
      ...facts.map(([title, value]) => asMarkdown`${title}: ${value}`),
      record.destination && asMarkdown`${destinationLines(record.destination).join(', ')}`,
      asMarkdown`${record.steps.slice(0, shownSteps).map((step) => asMarkdown`* ${stepWords(step)}\n`)}`,
      more > 0 ? asMarkdown`${vscode.l10n.t('and {0} more', more)}` : undefined,
    ]),
  );
}

function foreignWords(): string {
  return vscode.l10n.t(
    'This entry was not written on this computer. It came with the repository, from another computer or from an earlier version. It is not verified.',
  );
}

function stepWords(step: JournalStep): string {
  const rule = typeof step['rule'] === 'string' ? step['rule'] : '';
  const other = (step as { readonly changedPlacesWith?: OtherPlace })['changedPlacesWith']?.rule;
  if (other !== undefined) {
    return vscode.l10n.t('"{0}" and "{1}" changed places', rule, other);
  }
  const words: Readonly<Record<string, string>> = {
    add: vscode.l10n.t('"{0}" added', rule),
    remove: vscode.l10n.t('"{0}" removed', rule),
    change: vscode.l10n.t('"{0}" changed', rule),
    move: vscode.l10n.t('"{0}" moved', rule),
    rename: vscode.l10n.t('"{0}" renamed', rule),
    document: vscode.l10n.t('policy-level fields changed'),
  };
  return words[String(step['kind'])] ?? String(step['kind']);
}
