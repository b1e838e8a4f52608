import { policyKind, type PolicyKind } from '../policy/families.ts';
import { diffPolicies } from '../policy/ruleDiff.ts';
import { ExpectedError } from '../util/errors.ts';
import { escapedInJson, visibleLine } from '../util/inertText.ts';
import { asMarkdown, codeBlock, paragraphs } from '../util/markdown.ts';
import { ruleBlocks } from './reviewText.ts';
import { recordFacts } from './recordFacts.ts';
import { readLive, type LiveDocument } from './readLive.ts';
import type { PushRecord } from './store/journalEvent.ts';
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
  /** The two documents give values; the journal has only names and places. */
  readonly from: 'snapshots' | 'plan';
  readonly blocks: readonly (readonly string[])[];
}

async function changesOf(store: ObjectStore, record: PushRecord): Promise<Changes> {
  const kind = policyKind(record.policy);
  const before = kind && (await documentOf(store, kind, record.snapshot));
  const after = kind && (await documentOf(store, kind, record.after));
  if (!kind || !before || !after) {
    return { from: 'plan', blocks: [record.steps ?? []] };
  }
  const ref = { console: record.console, policy: record.policy };
  const { steps } = diffPolicies(kind, before.document, after.document);
  const blocks = ruleBlocks({ ref, steps, live: before.document, next: after.document });
  return { from: 'snapshots', blocks: blocks.map(({ lines }) => lines) };
}

async function documentOf(
  store: ObjectStore,
  kind: PolicyKind,
  hash: string | undefined,
): Promise<LiveDocument | undefined> {
  const text = hash === undefined ? undefined : await store.get(hash);
  return text === undefined ? undefined : readLive(kind, text);
}

function markdownOf(record: PushRecord, { from, blocks }: Changes): string {
  const rows = recordFacts(record, 'all').map(([key, value]) => asMarkdown`| ${key} | ${value} |\n`);
  const title =
    from === 'snapshots' ? 'From the snapshot before to the snapshot after' : 'As planned, without values';
  const changes = blocks.map((lines) => lines.map(visibleLine).join('\n')).join('\n\n');
  return `${
    paragraphs([
      asMarkdown`# Push of ${record.policy} to ${record.console}`,
      asMarkdown`| | |\n|---|---|\n${rows}`,
      ...(record.facts?.length
        ? [asMarkdown`## Known before the push`, codeBlock('text', record.facts.map(visibleLine).join('\n'))]
        : []),
      asMarkdown`## Changes`,
      asMarkdown`${title}:`,
      codeBlock('text', changes || (from === 'plan' ? '(no planned steps can be read)' : '(no difference)')),
    ]).text
  }\n`;
}

function jsonOf(record: PushRecord, { from, blocks }: Changes): string {
  const changes = { from, lines: blocks.flat() };
  return `${escapedInJson(JSON.stringify({ ...record, changes }, null, 2))}\n`;
}
