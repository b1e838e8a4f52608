import { policyKind, type PolicyKind } from '../policy/families.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { ExpectedError } from '../util/errors.ts';
import { escapedInJson, visibleLine } from '../util/inertText.ts';
import { asMarkdown, codeBlock, paragraphs } from '../util/markdown.ts';
import { ruleBlocks } from './reviewText.ts';
import { recordFacts } from './recordFacts.ts';
import { readLive, type LiveDocument } from './readLive.ts';
import { plannedSteps, type PushRecord } from './store/journalEvent.ts';
import type { ObjectStore } from './store/objectStore.ts';
import type { SyncContext } from './syncContext.ts';

/** One push, for a change ticket. Both forms leave out secrets that a push sends in clear. */
export interface Evidence {
  readonly markdown: string;
  /** Indented JSON: the journal's record, and `changes`, the steps as lines of text. */
  readonly json: string;
}

/** Returns a report of one push. Throws ExpectedError `no-push` when the journal does not know the push. */
export async function evidenceOf(
  { journal, store }: Pick<SyncContext, 'journal' | 'store'>,
  pushId: string,
): Promise<Evidence> {
  const record = (await journal.all()).find(({ id }) => id === pushId);
  if (!record) {
    throw new ExpectedError('no-push', `There is no push ${pushId} in the journal.`);
  }
  const changes = await changesOf(store, record);
  return { markdown: markdownOf(record, changes), json: jsonOf(record, changes) };
}

interface Changes {
  /**
   * True when the changes come from the two documents, with values. Otherwise they come from the journal,
   * with names only.
   */
  readonly whole: boolean;
  readonly blocks: ReturnType<typeof ruleBlocks>;
}

async function changesOf(store: ObjectStore, record: PushRecord): Promise<Changes> {
  const kind = policyKind(record.policy);
  const before = kind && (await documentOf(store, kind, record.snapshot));
  const after = kind && (await documentOf(store, kind, record.after));
  const ref = { console: record.console, policy: record.policy };
  if (kind && before && after) {
    const { steps } = diffPolicies(kind, before.document, after.document);
    return { whole: true, blocks: ruleBlocks({ ref, steps, live: before.document, next: after.document }) };
  }
  const nothing = new Map();
  return {
    whole: false,
    blocks: ruleBlocks({ ref, steps: plannedSteps(record), live: nothing, next: nothing }),
  };
}

async function documentOf(
  store: ObjectStore,
  kind: PolicyKind,
  hash: string | undefined,
): Promise<LiveDocument | undefined> {
  const text = hash === undefined ? undefined : await store.get(hash);
  return text === undefined ? undefined : readLive(kind, text);
}

function markdownOf(record: PushRecord, { whole, blocks }: Changes): string {
  const rows = recordFacts(record, 'all').map(([key, value]) => asMarkdown`| ${key} | ${value} |\n`);
  const title = whole ? 'From the snapshot before to the snapshot after' : 'As planned, without values';
  return `${
    paragraphs([
      asMarkdown`# Push of ${record.policy} to ${record.console}`,
      asMarkdown`| | |\n|---|---|\n${rows}`,
      ...(record.facts?.length
        ? [asMarkdown`## Known before the push`, codeBlock('text', record.facts.map(visibleLine).join('\n'))]
        : []),
      asMarkdown`## Changes`,
      asMarkdown`${title}:`,
      codeBlock('text', blocks.map(({ lines }) => lines.join('\n')).join('\n\n') || '(no difference)'),
    ]).text
  }\n`;
}

function jsonOf(record: PushRecord, { whole, blocks }: Changes): string {
  const changes = { from: whole ? 'snapshots' : 'plan', lines: blocks.flatMap(({ lines }) => lines) };
  return `${escapedInJson(JSON.stringify({ ...record, changes }, null, 2))}\n`;
}
