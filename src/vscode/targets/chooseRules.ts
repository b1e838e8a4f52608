import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import { pick } from '../platform/dialogs.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { RuleRef } from '../../core/document/ruleRef.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import { invocationOf, chosenOf, type Reveal, type Targets } from './targets.ts';
import { fileOf } from './showPolicy.ts';
import { refuseStray } from './strayFile.ts';

/** The rules a command acts on: rows of the tree, or the rules at the cursors of an editor. */
export interface ChosenRules {
  readonly uri: vscode.Uri;
  readonly array: string;
  /** Ascending, with the places they had when the choice was made. */
  readonly rules: readonly RuleRef[];
  /** Set when they were chosen in an editor, whose cursor then follows them. */
  readonly editor?: vscode.TextEditor;
  /** Reveals a rule in the tree that an edit left, when the rules were chosen there. */
  readonly show?: (place: RulePlace, how: Reveal) => Promise<void>;
}

/**
 * The rules a command acts on. Rows and keys of the tree mean the rules that they showed when the command was called, however long
 * it waits for its turn.
 * @returns the choice, to be made when it is the command's turn
 */
export function chooseRules(targets: Targets, row: unknown, rows: unknown): () => Promise<ChosenRules> {
  const invocation = invocationOf(row, rows);
  switch (invocation.from) {
    case 'rows': {
      const place = targets.rows.isRow(row) ? 'tree' : invocation.inEditor ? 'editor' : undefined;
      return async () => fromTargets(targets, rulesOf(invocation.targets), place);
    }
    case 'tree': {
      const pressed = targets.rows.targetsAt(row);
      return async () => fromTargets(targets, rulesOf(await pressed), 'tree');
    }
    case 'files':
      return async () => {
        const editor = vscode.window.activeTextEditor;
        const shown = invocation.uris.some((uri) => uri.toString() === editor?.document.uri.toString());
        return (
          (shown ? await atCursor(targets, editor) : undefined) ?? noRuleAtCursor(targets, invocation.uris[0])
        );
      };
    case 'editor':
      return async () => {
        const editor = vscode.window.activeTextEditor;
        return (await atCursor(targets, editor)) ?? noRuleAtCursor(targets, editor?.document.uri);
      };
    case 'palette':
    default:
      return () => namedRules(targets);
  }
}

/**
 * The palette passes nothing. When the person was in the view last, its selected rules count, otherwise the rules at the cursor. A
 * selection alone is confirmed by the person.
 */
async function namedRules(targets: Targets): Promise<ChosenRules> {
  const { activeTextEditor } = vscode.window;
  const { selection, isVisible, wasUsedLast } = targets.rows;
  const isInView = isVisible && wasUsedLast;
  const rows = isInView ? ruleTargetsIn(selection) : undefined;
  if (rows) {
    return fromTargets(targets, rows, 'tree');
  }
  const cursor = await atCursor(targets, activeTextEditor);
  if (cursor) {
    return cursor;
  }
  if (!isInView) {
    refuseStray(targets.consoles, activeTextEditor?.document.uri);
  }
  const chosen = await fromTargets(targets, rulesOf(selection), 'tree');
  await pick([itemOf(targets, chosen)], { placeHolder: vscode.l10n.t('Which rule?') });
  return chosen;
}

function itemOf(targets: Targets, { uri, rules }: ChosenRules): vscode.QuickPickItem {
  const [first] = rules;
  const place = targets.consoles.policyAt(uri);
  return {
    label:
      first && rules.length === 1
        ? `${first.index + 1}. ${first.name ?? vscode.l10n.t('(no name)')}`
        : vscode.l10n.t('{0} rules', rules.length),
    description: vscode.l10n.t('selected in the Policies view'),
    detail: place
      ? vscode.l10n.t('{0} of {1}', place.ref.policy, place.ref.console)
      : vscode.workspace.asRelativePath(uri),
  };
}

/** The rules the selections of the editor touch; undefined where there are none. */
async function atCursor(
  targets: Targets,
  editor: vscode.TextEditor | undefined,
): Promise<ChosenRules | undefined> {
  if (!editor || !targets.consoles.policyAt(editor.document.uri)) {
    return undefined;
  }
  const rules = await targets.ruleEditor.selected(editor);
  const [first] = rules;
  return first && { uri: editor.document.uri, array: first.array, rules, editor };
}

/** The rules among the targets, which are of one list. */
function rulesOf(all: readonly Target[]): readonly [RuleTarget, ...RuleTarget[]] {
  return ruleTargetsIn(all) ?? noRule();
}

function ruleTargetsIn(all: readonly Target[]): readonly [RuleTarget, ...RuleTarget[]] | undefined {
  const [first, ...others] = all.filter((target) => target.kind === 'rule');
  if (!first) {
    return undefined;
  }
  const listOf = ({ consoleId, policy, array }: RuleTarget): string => `${consoleId} ${policy} ${array}`;
  if (others.some((other) => listOf(other) !== listOf(first))) {
    throw new ExpectedError(
      'several-lists',
      vscode.l10n.t('The selected rules are in different lists. Select rules of one policy.'),
    );
  }
  return [first, ...others];
}

/** `place`: where the person chose them, which then shows what an edit left. */
async function fromTargets(
  targets: Targets,
  chosen: readonly [RuleTarget, ...RuleTarget[]],
  place: 'tree' | 'editor' | undefined,
): Promise<ChosenRules> {
  const [first] = chosen;
  const { array, consoleId, policy } = first;
  const uri = await fileOf(targets, chosenOf(targets, first));
  const rules = await targets.rules.now(uri, array, chosen);
  const editor = vscode.window.activeTextEditor;
  return {
    uri,
    array,
    rules,
    ...(place === 'editor' && editor?.document.uri.toString() === uri.toString() && { editor }),
    ...(place === 'tree' && {
      show: (left: RulePlace, how: Reveal) =>
        targets.rows.showEdited({ kind: 'rule', consoleId, policy, ...left }, how),
    }),
  };
}

function noRule(): never {
  throw new ExpectedError('no-rule', vscode.l10n.t('No rule is selected.'), {
    advice: vscode.l10n.t('Select rules in the Policies view, or put the cursor into a rule.'),
  });
}

function noRuleAtCursor(targets: Targets, uri: vscode.Uri | undefined): never {
  refuseStray(targets.consoles, uri);
  throw new ExpectedError('no-rule', vscode.l10n.t('There is no rule of a policy at the cursor.'), {
    advice: vscode.l10n.t('Put the cursor into a rule of a policy file.'),
  });
}
