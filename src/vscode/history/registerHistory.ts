import * as vscode from 'vscode';
import type { Pushes } from '../targets/pushes.ts';
import { HistoryView, type PushNode } from './historyView.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { messageOf, ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle, ChosenPolicy } from '../workspace/consoleHandle.ts';
import { policyKinds } from '../../core/policy/families.ts';
import { isJsonObject, type JsonObject } from '../../core/json/json.ts';
import { parseJson } from '../../core/json/jsonText.ts';
import { verdictWords } from '../../core/sync/outcomes.ts';
import { evidenceOf, plannedCounts } from '../../core/sync/recordFacts.ts';
import { pick, showMessage } from '../platform/dialogs.ts';
import { showDiff } from '../platform/showDiff.ts';
import { isClick, policyTabName } from '../workspace/target.ts';
import { restoringWords, pastPlan } from './describePush.ts';
import { momentWords, whenWords } from '../workspace/whenWords.ts';
import { readLive } from '../targets/showPolicy.ts';
import { chosenOf, consoleOf } from '../workspace/consoles.ts';
import { replaceTextFile } from '../workspace/writeTextFile.ts';
import { prune } from '../../core/sync/prune.ts';

/**
 * The History view shows plans and changes of past pushes, their undo and their evidence. A setting limits their age.
 */
export function registerHistory(services: FeatureServices & { readonly pushes: Pushes }): void {
  const { disposables, commands } = services;
  const view = disposables.add(new HistoryView(services));
  const history = {
    ...services,
    history: view,
    pastPlans: disposables.add(new VirtualTexts(pastPlanScheme)),
  };
  disposables.add(pruneHistory(services));
  commands.onRow(history, {
    'ordinance.history.compare': comparePushes,
    'ordinance.history.compareLive': compareWithLive,
    'ordinance.history.exportEvidence': exportEvidence,
    'ordinance.history.refresh': () => view.refresh(),
    'ordinance.history.restore': restorePush,
    '_ordinance.history.reveal': async (_, entry) => view.reveal(entry),
    'ordinance.history.showPlan': showPastPlan,
  });
}

/** The scheme differs from that of plans that can be pushed, because past plans cannot. */
const pastPlanScheme = 'ordinance-plan-text';

interface History extends FeatureServices {
  readonly history: HistoryView;
  /** Documents of past plans, for reading only. */
  readonly pastPlans: VirtualTexts;
  readonly pushes: Pushes;
}

/** The document shows the changes of the push as a plan. */
async function showPastPlan(services: History, row?: unknown): Promise<vscode.Uri> {
  const node = await choosePush(services, row);
  const { record } = node;
  const text = pastPlan(
    record,
    documentOf(await snapshot(services, node, record.snapshot)),
    documentOf(await snapshot(services, node, record.after)),
  );
  const at = record.at.replaceAll(/[:.]/g, '-');
  const uri = vscode.Uri.from({
    scheme: pastPlanScheme,
    path: `/${record.console}/${policyTabName(record.policy)} ${at}.ordinance-plan`,
  });
  await services.pastPlans.show(uri, text, { preview: isClick(row), preserveFocus: isClick(row) });
  return uri;
}

/**
 * The comparison shows the results of two pushes side by side, the older one on the left. One push alone is compared
 * with the live policy.
 */
async function comparePushes(services: History, row?: unknown, rows?: unknown): Promise<void> {
  const nodes = pushesOf(services, row, rows);
  if (nodes.length < 2) {
    await compareWithLive(services, row);
    return;
  }
  const [newer, older] = nodes.toSorted((a, b) => (a.record.id < b.record.id ? 1 : -1));
  if (nodes.length !== 2 || !newer || !older) {
    throw new ExpectedError('two-pushes', vscode.l10n.t('Select two pushes to compare them.'));
  }
  if (older.consoleId !== newer.consoleId || older.record.policy !== newer.record.policy) {
    throw new ExpectedError(
      'two-pushes',
      vscode.l10n.t('Select two pushes of the same policy to compare them.'),
    );
  }
  const { console, kind } = policyOf(services, newer);
  await showDiff(
    await resultUri(services, older),
    await resultUri(services, newer),
    vscode.l10n.t(
      '{0} on {1}: {2} ↔ {3}',
      kind.name,
      console.entry.name,
      whenWords(new Date(older.record.at)),
      whenWords(new Date(newer.record.at)),
    ),
  );
}

/** The comparison shows the result of the push and the live policy. */
async function compareWithLive(services: History, row?: unknown): Promise<void> {
  const node = await choosePush(services, row);
  const policy = policyOf(services, node);
  const { console, kind } = policy;
  const then = await resultUri(services, node);
  const text = await readLive(services.syncs, policy);
  const live = await services.liveDocuments.liveUri(console, kind.name, text ?? '');
  await showDiff(
    then,
    live,
    vscode.l10n.t(
      '{0} on {1}: {2} ↔ live',
      kind.name,
      console.entry.name,
      whenWords(new Date(node.record.at)),
    ),
  );
}

/** Plans a push that restores the policy before or after the push, with the same guards. */
async function restorePush(services: History, row?: unknown): Promise<unknown> {
  const node = await choosePush(services, row);
  const { record } = node;
  const when = momentWords(new Date(record.at));
  const choices = [
    {
      label: vscode.l10n.t('State before the push of {0}', when),
      detail: vscode.l10n.t('undoes this push and all later changes'),
      hash: record.snapshot,
      to: 'before' as const,
    },
    {
      label: vscode.l10n.t('State after the push of {0}', when),
      detail: vscode.l10n.t('undoes all later changes, keeps this push'),
      hash: record.after,
      to: 'after' as const,
    },
  ].filter(({ hash }) => hash !== undefined);
  const { hash, to } = await pick(choices, {
    title: vscode.l10n.t('{0} on {1}: {2}', record.policy, record.console, pushWords(node)),
    placeHolder: vscode.l10n.t('Which state of {0} should be restored?', record.policy),
  });
  return services.pushes.restore(policyOf(services, node), hash ?? '', {
    to,
    of: { at: new Date(record.at) },
  });
}

/** The folder for reports lies inside the workspace folder of the console. */
const folderName = 'ordinance-evidence';

/** Writes a report of each chosen push, as Markdown and as JSON, for a change ticket. */
async function exportEvidence(
  services: History,
  row?: unknown,
  rows?: unknown,
): Promise<readonly vscode.Uri[]> {
  const chosen = pushesOf(services, row, rows);
  const nodes = chosen.length > 0 ? chosen : [await choosePush(services, row)];
  const written: vscode.Uri[] = [];
  for (const { consoleId, record } of nodes) {
    const console = consoleOf(services, { consoleId });
    const { markdown, json } = await evidenceOf(services.syncs.of(console), record.id);
    const name = [record.at.slice(0, 19), record.console, record.policy]
      .join('-')
      .replaceAll(/[^\w.-]+/g, '-');
    const place = vscode.Uri.joinPath(console.folder.uri, folderName, name);
    const report = place.with({ path: `${place.path}.md` });
    await replaceTextFile(report, markdown);
    await replaceTextFile(place.with({ path: `${place.path}.json` }), json);
    written.push(report);
  }
  const [first] = written;
  if (first) {
    await vscode.window.showTextDocument(first, { preview: false });
    showMessage(
      'info',
      written.length === 1
        ? vscode.l10n.t('Written as Markdown and JSON to {0}.', vscode.workspace.asRelativePath(first))
        : vscode.l10n.t('{0} reports written to {1}, as Markdown and JSON.', written.length, folderName),
    );
  }
  return written;
}

/** The push of the argument, else the selected push, else the answer of the person. */
async function choosePush(services: History, row: unknown): Promise<PushNode> {
  const [node] = pushesOf(services, row, undefined);
  if (node) {
    return node;
  }
  const all = await services.history.pushes();
  if (all.length === 0) {
    throw new ExpectedError('no-push', vscode.l10n.t('There are no pushes from this workspace yet.'));
  }
  const first = all.filter((node) => services.history.isSelected(node));
  const items = [...first, ...all.filter((node) => !first.includes(node))].map((node) => ({
    label: node.record.policy,
    description: pushWords(node),
    detail: [momentWords(new Date(node.record.at)), node.record.console, node.record.author]
      .filter((part) => part !== undefined)
      .join(' · '),
    node,
  }));
  return (
    await pick(items, {
      placeHolder: vscode.l10n.t('Which push?'),
      matchOnDescription: true,
      matchOnDetail: true,
    })
  ).node;
}

/** The words name the result, the purpose and the changes of the push. */
function pushWords({ record, restored }: PushNode): string {
  return [
    verdictWords(record.verdict),
    restoringWords(record, restored && whenWords(new Date(restored.at))),
    record.counts && plannedCounts(record.counts),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** The rows in the arguments, otherwise the selected rows. */
function pushesOf(services: History, row: unknown, rows: unknown): readonly PushNode[] {
  const nodes = (Array.isArray(rows) && rows.length > 0 ? rows : [row]).filter(
    (node): node is PushNode => typeof node === 'object' && node !== null && 'record' in node,
  );
  return nodes.length > 0 ? nodes : services.history.selection;
}

/** The document shows the result of the push. It shows the state before the push when the result was not read. */
async function resultUri(services: History, node: PushNode): Promise<vscode.Uri> {
  const { console, kind } = policyOf(services, node);
  const { after, snapshot: before, id } = node.record;
  const text = await snapshot(services, node, after ?? before);
  if (text === undefined) {
    throw new ExpectedError(
      'no-snapshot',
      vscode.l10n.t('The snapshot of this push of {0} no longer exists.', kind.name),
    );
  }
  return services.liveDocuments.liveUri(console, kind.name, text, `snapshot ${id}`);
}

function policyOf(services: History, { consoleId, record }: PushNode): ChosenPolicy {
  // A later version may have recorded a policy that this version does not know.
  if (!policyKinds.some(({ name }) => name === record.policy)) {
    throw new ExpectedError(
      'unknown-policy',
      vscode.l10n.t('This version of Ordinance does not know {0}.', record.policy),
    );
  }
  return chosenOf(services, { kind: 'policy', consoleId, policy: record.policy });
}

async function snapshot(
  services: History,
  node: PushNode,
  hash: string | undefined,
): Promise<string | undefined> {
  return hash === undefined ? undefined : services.syncs.of(consoleOf(services, node)).store.get(hash);
}

function documentOf(text: string | undefined): JsonObject | undefined {
  const value = text === undefined ? undefined : parseJson(text);
  return isJsonObject(value) ? value : undefined;
}

/** This number of pushes is kept whatever their age. */
const alwaysKept = 20;

type RetentionServices = Pick<FeatureServices, 'consoles' | 'syncs' | 'settings' | 'log'>;

/** Removes older history than the setting allows, once per console and session. It makes no request. */
function pruneHistory(services: RetentionServices): Disposable {
  const { consoles, settings } = services;
  const seen = new Set<string>();
  return consoles.onDidChange(() => {
    const days = settings.retentionDays;
    for (const console of consoles.consoles) {
      if (days !== undefined && console.access !== 'untrusted' && !seen.has(console.id)) {
        seen.add(console.id);
        void pruneConsole(services, console, days);
      }
    }
  });
}

/** Never rejects. */
async function pruneConsole(
  { syncs, log }: RetentionServices,
  console: ConsoleHandle,
  days: number,
): Promise<void> {
  try {
    const { pushes, objects } = await prune(syncs.of(console), { days, pushes: alwaysKept });
    log.info(`history of ${console.entry.name}: ${pushes} pushes and ${objects} documents were removed`);
  } catch (error) {
    log.warn(`history of ${console.entry.name} was not pruned to the end: ${messageOf(error)}`);
  }
}
