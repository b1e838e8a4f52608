import * as vscode from 'vscode';
import { messageOf } from '../../core/util/errors.ts';
import { inertLine, inertText } from '../../core/util/inertText.ts';

/** A view. VS Code shows a failure of the rows in a message, so the failure has inert text. */
export function treeView<T>(id: string, options: vscode.TreeViewOptions<T>): vscode.TreeView<T> {
  const treeDataProvider = new Proxy(options.treeDataProvider, {
    get: (provider, key) => {
      if (key === 'getChildren') {
        return (node?: T) => asText(() => provider.getChildren(node));
      }
      const member: unknown = Reflect.get(provider, key);
      return typeof member === 'function' ? (member.bind(provider) as unknown) : member;
    },
  });
  return vscode.window.createTreeView(id, { ...options, treeDataProvider });
}

/** Sets the message above the rows of a view, or instead of them. */
export function setMessage(
  view: Pick<vscode.TreeView<unknown>, 'message'>,
  message: string | undefined,
): void {
  view.message = message === undefined ? undefined : inertLine(message);
}

async function asText<T>(work: () => T | Thenable<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(inertLine(messageOf(error)), { cause: error });
  }
}

/** The content and commands of a row. */
export interface RowDescription {
  readonly label: string;
  /** Secondary text. */
  readonly description?: string;
  readonly tooltip?: string;
  /** A product icon with its theme color. */
  readonly icon: { readonly id: string; readonly color?: string };
  /** Words of the `contextValue`: the kind of the row and its possible actions. */
  readonly capabilities: readonly string[];
  /** The whole row for a screen reader, including all facts that an icon, a color or the order shows. */
  readonly accessibilityLabel: string;
  readonly collapsible: 'none' | 'collapsed' | 'expanded';
  /** The row is highlighted although it is not selected. */
  readonly marked?: boolean;
  /** The color of the label, see `rowLook`. */
  readonly tone?: RowTone;
  /** A letter at the end of the row. The accessibility label explains it in words. */
  readonly mark?: RowMark;
}

/** Added, changed (modified), moved (reordered), in conflict, changed on the console. */
export type RowMark = 'A' | 'M' | 'R' | 'C' | 'L';

export type RowTone = 'dimmed' | 'dead' | 'edited' | 'live-changed' | 'conflict' | 'failed';

/** The look of a row, without its label and icon. */
interface RowLook {
  /** The id of a color that the high contrast themes have too. They lack the colors of lists for errors. */
  readonly color: string;
  /** At the end of the row; at most two characters, never cut off. */
  readonly badge?: string;
}

const colors: Readonly<Record<RowTone, string>> = {
  dimmed: 'disabledForeground',
  dead: 'ordinance.warningForeground',
  edited: 'gitDecoration.modifiedResourceForeground',
  'live-changed': 'ordinance.liveChangedForeground',
  conflict: 'gitDecoration.conflictingResourceForeground',
  failed: 'editorError.foreground',
};

const markColors: Readonly<Record<RowMark, string>> = {
  A: 'gitDecoration.addedResourceForeground',
  M: 'gitDecoration.modifiedResourceForeground',
  R: 'gitDecoration.renamedResourceForeground',
  C: 'gitDecoration.conflictingResourceForeground',
  L: 'ordinance.liveChangedForeground',
};

export function rowLook(tone: string, mark: string): RowLook | undefined {
  const toned = colors[tone as RowTone] as string | undefined;
  const marked = markColors[mark as RowMark] as string | undefined;
  const letter = marked === undefined ? '' : mark;
  // A shadowed rule has a badge, because a color says little and the words may be cut off. The icon and text
  // of the row repeat the other tones.
  if (tone === 'dead') {
    return { color: colors.dead, badge: `${letter}!` };
  }
  const color = marked ?? toned;
  return color === undefined ? undefined : { color, ...(letter === '' ? {} : { badge: letter }) };
}

const collapsibleStates: Readonly<Record<RowDescription['collapsible'], vscode.TreeItemCollapsibleState>> = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

/** A row of a tree. Its texts are one line each and cannot move other parts of the row. */
export function treeRow(id: string, row: RowDescription): vscode.TreeItem {
  const label = inertLine(row.label);
  const item = new vscode.TreeItem(
    row.marked ? { label, highlights: [[0, label.length]] } : label,
    collapsibleStates[row.collapsible],
  );
  item.id = id;
  item.iconPath = new vscode.ThemeIcon(
    row.icon.id,
    row.icon.color === undefined ? undefined : new vscode.ThemeColor(row.icon.color),
  );
  item.contextValue = row.capabilities.join(' ');
  item.accessibilityInformation = { label: inertLine(row.accessibilityLabel) };
  if (row.description !== undefined) {
    item.description = inertLine(row.description);
  }
  if (row.tooltip !== undefined) {
    item.tooltip = inertText(row.tooltip);
  }
  if (row.tone || row.mark) {
    item.resourceUri = rowUri(row.tone, row.mark);
  }
  return item;
}

const scheme = 'ordinance-row';

/** Only a decoration can color a label or show a badge, and a decoration needs a uri. */
function rowUri(tone: RowTone | undefined, mark: RowMark | undefined): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${tone ?? '-'}/${mark ?? '-'}` });
}

/** Colors and marks the labels of tree rows by their tone. */
export const rowDecorations: vscode.FileDecorationProvider = {
  provideFileDecoration(uri) {
    const [, tone = '', mark = ''] = uri.scheme === scheme ? uri.path.split('/') : [];
    const look = rowLook(tone, mark);
    return look && { ...look, color: new vscode.ThemeColor(look.color) };
  },
};
