import * as vscode from 'vscode';
import type { MoveTarget } from '../model/reorder.ts';
import { ExpectedError } from '../util/errors.ts';
import type { RulePlace } from '../workspace/ruleEditor.ts';
import { chosenOf, givenRules } from './targets.ts';
import type { Tools } from './tools.ts';

type Moving = Pick<Tools, 'consoles' | 'files' | 'view' | 'ruleEditor'>;

/** The rules a move acts on: rows of the tree, or the rules at the cursors of the active editor. */
export interface ChosenRules {
  readonly uri: vscode.Uri;
  readonly array: string;
  readonly indices: readonly number[];
  /** Set when they were chosen in an editor, whose cursor then follows them. */
  readonly editor?: vscode.TextEditor;
  /** Shows them in the tree at their new places, when they were chosen there. */
  readonly reveal?: (places: readonly RulePlace[]) => Promise<void>;
}

export async function moveRule(
  tools: Moving,
  target: MoveTarget,
  row?: unknown,
  rows?: unknown,
): Promise<readonly RulePlace[]> {
  return moveChosen(tools, await chooseRules(tools, row, rows), target);
}

/** One undo step of the working copy; the file becomes dirty and nothing is sent. */
export async function moveChosen(
  tools: Pick<Tools, 'ruleEditor'>,
  { uri, array, indices, editor, reveal }: ChosenRules,
  target: MoveTarget,
): Promise<readonly RulePlace[]> {
  const places = await tools.ruleEditor.move(uri, array, indices, target);
  const [first] = places;
  if (editor && first) {
    const range = await tools.ruleEditor.rangeOf(editor.document, first);
    if (range) {
      editor.selection = new vscode.Selection(range.start, range.start);
      editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }
  await reveal?.(places);
  return places;
}

export async function chooseRules(tools: Moving, row: unknown, rows: unknown): Promise<ChosenRules> {
  const editor = vscode.window.activeTextEditor;
  const given = givenRules(row, rows);
  if (given === undefined && !isFrom('tree', row) && editor && tools.consoles.policyAt(editor.document.uri)) {
    const places = await tools.ruleEditor.selected(editor);
    const [first] = places;
    if (first) {
      return {
        uri: editor.document.uri,
        array: first.array,
        indices: places.map(({ index }) => index),
        editor,
      };
    }
  }
  const selected = given ?? givenRules(undefined, tools.view.selection());
  const [first] = selected ?? [];
  if (!selected || !first) {
    throw new ExpectedError('no-rule', vscode.l10n.t('No rule is selected.'), {
      advice: vscode.l10n.t('Select rules in the Policies view, or put the cursor into a rule.'),
    });
  }
  const { console, kind } = chosenOf(tools, first);
  const uri = await tools.files.find(console, kind.name);
  if (!uri) {
    throw new ExpectedError('not-pulled', vscode.l10n.t('{0} has no file yet: pull it first.', kind.name));
  }
  const indices = selected.map(({ index }) => index);
  if (editor && isFrom('editor', rows) && editor.document.uri.toString() === uri.toString()) {
    return { uri, array: first.array, indices, editor };
  }
  return {
    uri,
    array: first.array,
    indices,
    reveal: async ([place]) => {
      if (place) {
        await tools.view.reveal({ ...first, index: place.index });
      }
    },
  };
}

/** Keys of the tree and lenses of an editor say where they are: the other may show a rule, too. */
function isFrom(place: 'tree' | 'editor', argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'in' in argument && argument.in === place;
}
