import * as vscode from 'vscode';
import type { StandingCommands } from '../platform/standingCommands.ts';
import type { RowDescription } from '../platform/rowDescription.ts';
import { treeRow } from '../platform/treeRow.ts';
import type { TreeNode } from './treeNode.ts';

/** Draws a described row of the Policies view, with what a click on it does. The tooltip is made when it is asked for. */
export function treeItem(
  node: TreeNode,
  row: RowDescription,
  commands: Pick<StandingCommands, 'of'>,
): vscode.TreeItem {
  const item = treeRow(node.id, row);
  if (node.kind === 'console' && row.capabilities.includes('isFlawed')) {
    item.command = commands.of(node.id, {
      command: 'ordinance.console.openFile',
      title: vscode.l10n.t('Open ordinance.yaml'),
      arguments: [{ target: node.target }],
    });
  }
  if (node.kind === 'list') {
    item.command = commands.of(node.id, {
      command: 'ordinance.list.showRow',
      title: vscode.l10n.t('Show Rows'),
      arguments: [{ target: node.target }],
    });
  }
  if (node.kind === 'policy' && row.capabilities.includes('canOpen')) {
    item.command = commands.of(node.id, {
      command: 'ordinance.policy.open',
      title: vscode.l10n.t('Open Policy'),
      arguments: [{ target: node.target, clicked: true }],
    });
  } else if (
    node.kind === 'policy' &&
    row.capabilities.includes('canOpenLive') &&
    ['not-pulled', 'file-gone'].some((one) => row.capabilities.includes(one))
  ) {
    item.command = commands.of(node.id, {
      command: 'ordinance.policy.openLive',
      title: vscode.l10n.t('Open Live'),
      arguments: [{ target: node.target }],
    });
  }
  if (node.kind === 'rule') {
    const place = new vscode.Position(node.rule.line, 0);
    // The built-in command, so that single and double click open as in every other tree; the editor forgets nothing of it.
    item.command = {
      command: 'vscode.open',
      title: vscode.l10n.t('Open Rule'),
      arguments: [vscode.Uri.parse(node.file, true), { selection: new vscode.Range(place, place) }],
    };
  }
  return item;
}
