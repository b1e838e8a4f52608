import * as vscode from 'vscode';
import { resourceKey } from '../../core/posture/resource.ts';
import { treeRow } from '../platform/treeView.ts';
import { isCanceled, isExpected, messageOf } from '../../core/util/errors.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { PostureSources } from './postureSources.ts';
import type { PostureLinks } from './postureLinks.ts';
import type { PostureAnswer, PostureReadings, ReadingChange } from './postureReadings.ts';
import { capabilitiesOf, descriptionOf, spokenOf, uniqueKeys, type PostureRow } from './rows/postureRow.ts';
import { sourceRow } from './rows/sourceRows.ts';

/** A row in its place. Each id has one object as long as the tree exists, because the editor finds rows by object. */
export interface PostureNode {
  readonly id: string;
  readonly sourceId: string;
  readonly parent: PostureNode | undefined;
  /** The row as it was last read. */
  row: PostureRow;
}

interface PostureTreeDeps {
  readonly sources: PostureSources;
  readonly readings: PostureReadings;
  readonly links: PostureLinks;
}

/** The SaaS posture view. It reads the rows that a person expands, and nothing else. */
export class PostureTree extends DisposableOwner implements vscode.TreeDataProvider<PostureNode> {
  readonly #deps: PostureTreeDeps;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<PostureNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #nodes = new Map<string, PostureNode>();
  readonly #filters = new Map<string, string>();

  constructor(deps: PostureTreeDeps) {
    super();
    this.#deps = deps;
    this.disposables.add(deps.sources.onDidChange(() => this.#changed.fire(undefined)));
    this.disposables.add(deps.readings.onDidChange((change) => this.#onRead(change)));
    this.disposables.add(
      deps.links.onDidChange((sourceId) =>
        this.#redraw((node) => [`${sourceId}\ncontrols`, `${sourceId}\nintegrations`].includes(node.id)),
      ),
    );
  }

  getTreeItem({ id, sourceId, row }: PostureNode): vscode.TreeItem {
    const answer = row.resource && this.#deps.readings.peek(sourceId, row.resource);
    const readAt = answer && vscode.l10n.t('read at {0}', timeOfDay(answer.readAt));
    const description = descriptionOf(row, readAt);
    return treeRow(id, {
      label: row.label,
      description,
      tooltip: row.tooltip ?? [row.label, description].filter(Boolean).join(' · '),
      icon: { id: row.icon, color: row.color },
      capabilities: capabilitiesOf(row),
      accessibilityLabel: spokenOf(row, readAt),
      collapsible: row.below ? (row.isExpanded ? 'expanded' : 'collapsed') : 'none',
    });
  }

  getParent(node: PostureNode): PostureNode | undefined {
    return node.parent;
  }

  async getChildren(node?: PostureNode): Promise<PostureNode[]> {
    if (!node) {
      return this.#deps.sources.sources.map((source) =>
        this.#node(
          source.id,
          undefined,
          sourceRow(source, {
            filter: (list) => this.filterOf(source.id, list),
            links: () => this.#deps.links.of(source.id),
          }),
        ),
      );
    }
    return uniqueKeys(await this.#rowsBelow(node)).map((row) => this.#node(node.sourceId, node, row));
  }

  /** The row with these keys from the top; undefined when there is none. Reads the rows above it. */
  async nodeAt(sourceId: string, ...keys: readonly string[]): Promise<PostureNode | undefined> {
    let node = (await this.getChildren()).find((top) => top.sourceId === sourceId);
    for (const key of keys) {
      node = node && (await this.#childAt(node, key));
    }
    return node;
  }

  filterOf(sourceId: string, list: 'applications' | 'catalog'): string {
    return this.#filters.get(`${sourceId} ${list}`) ?? '';
  }

  setFilter(sourceId: string, list: 'applications' | 'catalog', filter: string): void {
    this.#filters.set(`${sourceId} ${list}`, filter);
    this.#redraw(({ id }) => id === `${sourceId}\n${list}`);
  }

  /** A child, also one in a part of a long list. */
  async #childAt(node: PostureNode, key: string): Promise<PostureNode | undefined> {
    const children = await this.getChildren(node);
    const child = children.find(({ row }) => row.key === key);
    for (const part of child ? [] : children.filter(({ row }) => row.key.startsWith('part '))) {
      const inside = await this.#childAt(part, key);
      if (inside) {
        return inside;
      }
    }
    return child;
  }

  async #rowsBelow({ row, sourceId }: PostureNode): Promise<readonly PostureRow[]> {
    if (!row.below) {
      return [];
    }
    if (!row.resource) {
      return row.below(null);
    }
    const { readings } = this.#deps;
    const beside = row.beside && readings.get(sourceId, row.beside).catch(() => undefined);
    let answer: PostureAnswer;
    try {
      answer = await readings.get(sourceId, row.resource);
    } catch (error) {
      return [problemRow(error)];
    }
    const rows = row.below(answer.value, (await beside)?.value);
    return [...incompleteRows(answer.incompleteReason), ...rows];
  }

  #node(sourceId: string, parent: PostureNode | undefined, row: PostureRow): PostureNode {
    const id = parent ? `${parent.id}\n${row.key}` : row.key;
    const known = this.#nodes.get(id);
    if (known) {
      known.row = row;
      return known;
    }
    const node = { id, sourceId, parent, row };
    this.#nodes.set(id, node);
    return node;
  }

  #onRead({ sourceId, resource }: ReadingChange): void {
    const key = resource && resourceKey(resource);
    this.#redraw(
      ({ sourceId: own, parent, row }) =>
        own === sourceId &&
        (key === undefined ? !parent : row.resource !== undefined && resourceKey(row.resource) === key),
    );
  }

  #redraw(which: (node: PostureNode) => boolean): void {
    const nodes = [...this.#nodes.values()].filter(which);
    if (nodes.length > 0) {
      this.#changed.fire(nodes);
    }
  }
}

/** The time with its day, because the row is not drawn again at midnight. */
function timeOfDay(at: number): string {
  return new Date(at).toLocaleString([], {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
}

function problemRow(error: unknown): PostureRow {
  const row = { key: 'problem', can: ['canRefresh'] };
  if (isCanceled(error)) {
    return { ...row, label: vscode.l10n.t('Stopped'), icon: 'debug-stop' };
  }
  const message = messageOf(error);
  const advice = isExpected(error) ? error.advice : undefined;
  return {
    ...row,
    label: message,
    spoken: vscode.l10n.t('Problem: {0}', message),
    details: [advice],
    tooltip: [message, advice].filter(Boolean).join(' '),
    icon: 'error',
    color: 'editorError.foreground',
  };
}

function incompleteRows(reason: PostureAnswer['incompleteReason']): readonly PostureRow[] {
  const row = { key: 'incomplete', icon: 'warning' };
  switch (reason) {
    case undefined:
      return [];
    case 'too-many':
      return [{ ...row, label: vscode.l10n.t('There are more rows: reading stopped at ten thousand') }];
    case 'repeated-page':
      return [{ ...row, label: vscode.l10n.t('The service sent one page twice, so rows may be missing') }];
  }
}
