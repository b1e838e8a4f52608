import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import { pick } from '../platform/dialogs.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { RuleRef } from '../../core/document/ruleRef.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import { invocationOf, chosenOf, type Reveal, type Targets, fileOf, refuseStray } from './targets.ts';

/** The rules of a command: rows of the tree, or the rules at the cursors of an editor. */
export interface ChosenRules {
  readonly uri: vscode.Uri;
  readonly array: string;
  /** Ascending, with their places at the time of the choice. */
  readonly rules: readonly RuleRef[];
  /** Reveals an edited rule in the tree, when the rules were chosen there. */
  readonly show?: (place: RulePlace, how: Reveal) => Promise<void>;
}

/**
 * Finds the rules of a command. Rows and keys of the tree keep the rules of the time of the call, however long the command waits for
 * its turn. The returned function makes the choice when the turn comes.
 */
export function chooseRules(targets: Targets, row: unknown, rows: unknown): () => Promise<ChosenRules> {
  const invocation = invocationOf(row, rows);
  switch (invocation.from) {
    case 'rows': {
      const isFromTree = targets.rows.isRow(row);
      return async () => fromTargets(targets, rulesOf(invocation.targets), isFromTree);
    }
    case 'tree': {
      const pressed = targets.rows.targetsAt(row);
      return async () => fromTargets(targets, rulesOf(await pressed), true);
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
 * The selected rules when the person used the view last, otherwise the rules at the cursor. Without these, a person confirms the
 * selected rules.
 */
async function namedRules(targets: Targets): Promise<ChosenRules> {
  const { activeTextEditor } = vscode.window;
  const { selection, isVisible, wasUsedLast } = targets.rows;
  const isInView = isVisible && wasUsedLast;
  const rows = isInView ? ruleTargetsIn(selection) : undefined;
  if (rows) {
    return fromTargets(targets, rows, true);
  }
  const cursor = await atCursor(targets, activeTextEditor);
  if (cursor) {
    return cursor;
  }
  if (!isInView) {
    refuseStray(targets.consoles, activeTextEditor?.document.uri);
  }
  const chosen = await fromTargets(targets, rulesOf(selection), true);
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
      ? vscode.l10n.t('{0} of {1}', place.kind.name, place.console.entry.name)
      : vscode.workspace.asRelativePath(uri),
  };
}

/** The rules that the selections of the editor touch; undefined without such rules. */
async function atCursor(
  targets: Targets,
  editor: vscode.TextEditor | undefined,
): Promise<ChosenRules | undefined> {
  if (!editor || !targets.consoles.policyAt(editor.document.uri)) {
    return undefined;
  }
  const rules = await targets.rules.selected(editor);
  const [first] = rules;
  return first && { uri: editor.document.uri, array: first.array, rules };
}

/** The rules among the targets. Throws for rules of several lists. */
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

/** The tree shows the edited rules that were chosen in it. */
async function fromTargets(
  targets: Targets,
  chosen: readonly [RuleTarget, ...RuleTarget[]],
  isFromTree: boolean,
): Promise<ChosenRules> {
  const [first] = chosen;
  const { array, consoleId, policy } = first;
  const uri = await fileOf(targets, chosenOf(targets, first));
  const rules = await targets.rules.now(uri, array, chosen);
  return {
    uri,
    array,
    rules,
    ...(isFromTree && {
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
