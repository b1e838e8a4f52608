import * as vscode from 'vscode';
import { isJsonObject } from '../../core/json/json.ts';
import { writeJson } from '../../core/json/writeJson.ts';
import { showDiff } from '../platform/showDiff.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { resourceText } from '../workspace/resourceText.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import type { ConflictRow, Side, SideNode } from './conflictNode.ts';
import { conflictTitle, sideWords } from './describeConflict.ts';

export const conflictScheme = 'ordinance-conflict';

/** The sides of a conflict in VS Code's own diff editor. */
export class ConflictTexts extends DisposableOwner {
  readonly texts = this.disposables.add(new VirtualTexts(conflictScheme));

  /** Live left, mine right; for one side, what it changed of base. The focus stays where it is. */
  async show(node: ConflictRow | SideNode): Promise<void> {
    const row = node.kind === 'conflict' ? node : node.parent;
    const [left, right]: [Side, Side] =
      node.kind === 'conflict' || node.side === 'base' ? ['live', 'mine'] : ['base', node.side];
    const title = vscode.l10n.t(
      '{0}: {1} ↔ {2}, the rest of the rule as merged',
      conflictTitle(row.conflict),
      sideWords(left),
      sideWords(right),
    );
    const options: vscode.TextDocumentShowOptions = { preview: true, preserveFocus: true };
    if (node.kind === 'side' && node.side === 'base') {
      await this.texts.show(uriOf(row, 'base'), sideText(row, 'base'), options);
      return;
    }
    await showDiff(await this.#set(row, left), await this.#set(row, right), title, options);
  }

  async #set(row: ConflictRow, side: Side): Promise<vscode.Uri> {
    const uri = uriOf(row, side);
    await this.texts.set(uri, sideText(row, side));
    return uri;
  }
}

function uriOf(row: ConflictRow, side: Side): vscode.Uri {
  return vscode.Uri.from({
    scheme: conflictScheme,
    path: `/${row.parent.session.input.kind.name}/${side}.yaml`,
    query: row.id,
  });
}

/** The rule with the member of that side, which says more than the member alone; nothing where the side has none. */
function sideText({ conflict, parent: { session } }: ConflictRow, side: Side): string {
  if (side === 'base' && session.input.base === undefined) {
    return '';
  }
  const value = session.ruleWith(conflict, side) ?? conflict[side];
  if (value === undefined) {
    return '';
  }
  return isJsonObject(value) ? resourceText(value, 'yaml') : `${writeJson(value, { indent: 2 })}\n`;
}
