import * as vscode from 'vscode';
import { verdictWords } from '../../core/sync/outcomes.ts';
import type { PushRecord } from '../../core/sync/journalEvent.ts';
import { treeRow, treeView } from '../platform/treeView.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import type { LastPush } from '../targets/pushes.ts';
import { StandingCommands } from '../platform/commandRegistry.ts';
import { describePush, restoringWords, newestFirst, restoredPush } from './describePush.ts';
import { targetOf } from '../workspace/target.ts';
import { whenWords, momentWords } from '../workspace/whenWords.ts';
import { destinationLines } from '../../core/consoleFile/destination.ts';
import { markdownString } from '../platform/languageTexts.ts';
import { asMarkdown, paragraphs } from '../../core/util/markdown.ts';
import { plannedCounts, recordFacts } from '../../core/sync/recordFacts.ts';
import type { FeatureServices } from '../featureServices.ts';

const historyViewId = 'ordinance.history';

/** A node is a push as a row, and as the argument of commands. */
export interface PushNode {
  readonly id: string;
  readonly consoleId: string;
  readonly record: PushRecord;
  /** The record is that of the push that this push undid, redid or restored. */
  readonly restored?: PushRecord;
}

interface HistoryViewDeps extends Pick<FeatureServices, 'consoles' | 'syncs' | 'log'> {
  readonly lastPush: Pick<LastPush, 'record' | 'onDidChange'>;
}

/** The History view: pushes of all consoles, newest first, from the journal on disk. */
export class HistoryView extends DisposableOwner implements vscode.TreeDataProvider<PushNode> {
  readonly #deps: HistoryViewDeps;
  readonly #commands = this.disposables.add(new StandingCommands());
  readonly #changed = this.disposables.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<PushNode>;

  constructor(deps: HistoryViewDeps) {
    super();
    this.#deps = deps;
    this.#view = this.disposables.add(
      treeView(historyViewId, { treeDataProvider: this, canSelectMany: true }),
    );
    // The editor reads once for several changes.
    const refresh = (): void => this.refresh();
    this.disposables.addAll(
      deps.consoles.onDidChange(refresh),
      deps.syncs.onDidChange(refresh),
      deps.lastPush.onDidChange(refresh),
    );
  }

  /** A hidden view has no selection, because a command must not act on invisible rows. */
  get selection(): readonly PushNode[] {
    return this.#view.visible ? this.#view.selection : [];
  }

  /** A question about pushes begins with the selected rows, even when the view is hidden. */
  isSelected({ id }: PushNode): boolean {
    return this.#view.selection.some((node) => node.id === id);
  }

  /** Reads the journal again, when the view is visible. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  /** Selects the row of a push, by the id of its entry, or the newest of a policy; when there is none, the view is shown. */
  async reveal(entry: unknown): Promise<void> {
    const target = targetOf(entry);
    const node = (await this.pushes()).find(({ record, consoleId }) =>
      target?.kind === 'policy'
        ? consoleId === target.consoleId && record.policy === target.policy
        : record.id === entry,
    );
    if (node) {
      await this.#view.reveal(node, { select: true, focus: true });
    } else {
      await vscode.commands.executeCommand(`${historyViewId}.focus`);
    }
  }

  /** The list has all pushes, the newest first. */
  async pushes(): Promise<PushNode[]> {
    const all: PushNode[][] = [];
    for (const console of this.#deps.consoles.consoles) {
      try {
        const records = await this.#deps.syncs.of(console).journal.all();
        all.push(
          records.map((record) => {
            const restored = restoredPush(record, records);
            return {
              id: `${console.id}/${record.id}`,
              consoleId: console.id,
              record,
              ...(restored && { restored }),
            };
          }),
        );
      } catch (error) {
        this.#deps.log.warn(`the history of ${console.entry.name} could not be read: ${messageOf(error)}`);
      }
    }
    return newestFirst(all);
  }

  getTreeItem(node: PushNode): vscode.TreeItem {
    const { consoles, lastPush } = this.#deps;
    const console = consoles.get(node.consoleId);
    const item = treeRow(
      node.id,
      describePush(node.record, {
        console: console?.entry.name ?? node.record.console,
        showConsole: consoles.consoles.length > 1,
        online: console?.access === 'ready',
        isLast: lastPush.record?.pushId === node.record.id,
        when: whenWords(new Date(node.record.at)),
        ...(node.restored && { restored: whenWords(new Date(node.restored.at)) }),
      }),
    );
    item.command = this.#commands.of(node.id, {
      command: 'ordinance.history.showPlan',
      title: vscode.l10n.t('Show Plan'),
      arguments: [{ ...node, clicked: true }],
    });
    return item;
  }

  resolveTreeItem(item: vscode.TreeItem, node: PushNode): vscode.TreeItem {
    item.tooltip = pushTooltip(node.record, node.restored);
    return item;
  }

  getChildren(node?: PushNode): Promise<PushNode[]> | PushNode[] {
    return node ? [] : this.pushes();
  }

  getParent(): undefined {
    return undefined;
  }
}

/** Steps that a tooltip has space for. */
const shownSteps = 8;

/** The tooltip shows everything for which the row has no space. */
function pushTooltip(record: PushRecord, restored: PushRecord | undefined): vscode.MarkdownString {
  const summary = [
    verdictWords(record.verdict),
    record.counts && plannedCounts(record.counts),
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
  const { steps = [] } = record;
  const more = steps.length - shownSteps;
  return markdownString(
    paragraphs([
      asMarkdown`**${record.policy}**`,
      asMarkdown`${summary.join(' · ')}`,
      record.foreign ? asMarkdown`${foreignWords()}` : undefined,
      ...facts.map(([title, value]) => asMarkdown`${title}: ${value}`),
      asMarkdown`${destinationLines(record.destination).join(', ')}`,
      asMarkdown`${steps.slice(0, shownSteps).map((step) => asMarkdown`* ${step}\n`)}`,
      more > 0 ? asMarkdown`${vscode.l10n.t('and {0} more', more)}` : undefined,
    ]),
  );
}

function foreignWords(): string {
  return vscode.l10n.t(
    'This entry was not written on this computer. It came with the repository, from another computer or from an earlier version. It is not verified.',
  );
}
