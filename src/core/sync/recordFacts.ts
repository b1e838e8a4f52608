import { destinationLines } from '../consoleFile/destination.ts';
import { l10n } from '../util/l10n.ts';
import { lossWords } from './lostChanges.ts';
import { verdictWords, type PushPlan } from './outcomes.ts';
import { recordedFacts } from './planFacts.ts';
import { confirmedLine } from './pushNeeds.ts';
import type { Opening, PushRecord } from './journalEvent.ts';
import { policyKind, type PolicyKind } from '../policy/families.ts';
import { diffPolicies, type PlanCounts } from '../policy/ruleDiff.ts';
import { defined, type EveryField } from '../util/defined.ts';
import { ExpectedError } from '../util/errors.ts';
import { escapedInJson, visibleLine } from '../util/inertText.ts';
import { asMarkdown, codeBlock, paragraphs } from '../util/markdown.ts';
import { ruleBlocks, stepLines } from './reviewText.ts';
import { readLive, type LiveDocument } from './readLive.ts';
import type { ObjectStore } from './store/objectStore.ts';
import type { SyncContext } from './syncContext.ts';

interface RecordFact {
  readonly title: string;
  /** True for details, which identify the push and its documents; other facts interest every reader. */
  readonly isDetail?: true;
  readonly value: (record: PushRecord) => string | undefined;
}

/** Fields for settling a push, and fields that readers see as steps. */
type WithoutFact =
  'base' | 'document' | 'steps' | 'facts' | 'sent' | 'openSince' | 'answer' | 'seen' | 'closed' | 'closedAt';

/**
 * All facts from the record of a push, in this order. Evidence, the History view, its plans and the command
 * line map these rows. A field of a record without a row here or above is a type error.
 */
const facts = {
  policy: { title: 'Policy', value: ({ policy }) => policy },
  console: { title: 'Console', value: (record) => record.console },
  at: { title: 'When', value: ({ at }) => at },
  author: { title: 'Who', value: ({ author }) => author },
  verdict: { title: 'Result', value: ({ verdict }) => verdictWords(verdict) },
  foreign: {
    title: 'Written by',
    value: ({ foreign }) => (foreign ? 'another computer; not verified' : undefined),
  },
  reason: { title: 'Reason', value: ({ reason }) => reason },
  consoleEdits: { title: 'After the push', value: ({ consoleEdits }) => consoleEdits?.join(' ') },
  corrected: {
    title: 'Corrected',
    value: ({ corrected }) =>
      corrected &&
      `${corrected.at}; before: ${verdictWords(corrected.verdict)}${corrected.reason === undefined ? '' : `: ${corrected.reason}`}`,
  },
  counts: { title: 'Planned', value: ({ counts }) => counts && plannedCounts(counts) },
  restoring: {
    title: 'Purpose',
    value: ({ restores, restoring = 'restore' }) => (restores === undefined ? undefined : restoring),
  },
  lost: {
    title: 'Overridden',
    value: ({ lost = [] }) => (lost.length > 0 ? lost.map(lossWords).join(', ') : undefined),
  },
  confirmed: { title: 'Confirmed before it was sent', value: ({ confirmed }) => confirmedLine(confirmed) },
  id: { title: 'Push', isDetail: true, value: ({ id }) => id },
  destination: {
    title: 'Sent to',
    isDetail: true,
    value: ({ destination }) => destinationLines(destination).join(', '),
  },
  account: {
    title: 'Account',
    isDetail: true,
    value: ({ account }) => account && `access key ${account}`,
  },
  restores: { title: 'Restores snapshot', isDetail: true, value: ({ restores }) => restores },
  body: { title: 'Body sent (SHA-256)', isDetail: true, value: ({ body }) => body },
  live: { title: 'Live policy before (canonical hash)', isDetail: true, value: ({ live }) => live },
  next: { title: 'Planned policy (canonical hash)', isDetail: true, value: ({ next }) => next },
  snapshot: { title: 'Snapshot before (SHA-256)', isDetail: true, value: ({ snapshot }) => snapshot },
  after: { title: 'Snapshot after (SHA-256)', isDetail: true, value: ({ after }) => after },
} as const satisfies Readonly<Record<Exclude<keyof PushRecord, WithoutFact>, RecordFact>>;

type RecordFactKey = keyof typeof facts;

const rows: readonly (readonly [string, RecordFact])[] = Object.entries(facts);

/** Returns the record of a push at its opening. `document` is the stored policy that the push sends. */
export function openingOf(
  { console, author }: Pick<SyncContext, 'console' | 'author'>,
  plan: PushPlan,
  {
    document,
    account,
    confirmed,
  }: {
    readonly document: string;
    readonly account: string | undefined;
    readonly confirmed: readonly string[];
  },
): Opening {
  const facts = recordedFacts(plan);
  const { overrides } = plan;
  // A possibly removed rule is left out, because Ordinance cannot prove that it was overridden.
  const lost = overrides?.lost.flatMap(({ name, change }) => (change === 'perhaps-removed' ? [] : [name]));
  return defined({
    console,
    policy: plan.ref.policy,
    author,
    account,
    destination: plan.destination,
    restores: plan.restores,
    restoring: plan.restoring,
    base: overrides && (overrides.base ?? null),
    lost: lost && [...new Set(lost)],
    facts: facts.length > 0 ? facts : undefined,
    confirmed: confirmed.length > 0 ? confirmed : undefined,
    live: plan.liveHash,
    next: plan.nextHash,
    body: plan.bodyHash,
    document,
    counts: plan.counts,
    steps: stepLines(plan),
  } satisfies EveryField<Opening>);
}

/** `1 added, 2 moved`; `policy-level fields only` without a changed rule. */
export function plannedCounts(counts: PlanCounts): string {
  const { added, removed, changed, moved, renamed } = counts;
  const parts = [
    added > 0 ? l10n.t('{0} added', added) : '',
    removed > 0 ? l10n.t('{0} removed', removed) : '',
    changed > 0 ? l10n.t('{0} changed', changed) : '',
    moved > 0 ? l10n.t('{0} moved', moved) : '',
    renamed > 0 ? l10n.t('{0} renamed', renamed) : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(', ') : l10n.t('policy-level fields only');
}

/**
 * Returns the facts of a record, each as title and value. `without` lists facts that the view shows in
 * another way.
 */
export function recordFacts(
  record: PushRecord,
  part: 'all' | 'events' | 'details',
  without: readonly RecordFactKey[] = [],
): readonly (readonly [title: string, value: string])[] {
  return rows.flatMap(([key, { title, isDetail, value }]) => {
    const isIn = part === 'all' || (part === 'details') === (isDetail === true);
    const text = isIn && !without.some((hidden) => hidden === key) ? value(record) : undefined;
    return text === undefined ? [] : [[title, text] as const];
  });
}

/** One push, for a change ticket. Both forms leave out secrets that a push sends in clear. */
interface Evidence {
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
