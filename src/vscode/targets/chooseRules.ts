import * as vscode from 'vscode';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import { invocationOf } from './invocation.ts';
import { nameTarget, type Offer } from './nameTarget.ts';
import { placeOfRule, type ListNow } from './placeOfRule.ts';
import { refuseStray } from './strayFile.ts';
import { chosenOf, type Targets } from './targets.ts';

/** The rules a command acts on: rows of the tree, or the rules at the cursors of an editor. */
export interface ChosenRules {
  readonly uri: vscode.Uri;
  readonly array: string;
  /** Zero-based, ascending. */
  readonly indices: readonly number[];
  /** What they were called when they were shown, where that is known: by then others may stand there. */
  readonly names?: readonly (string | undefined)[];
  /** Of the text that says which they are, where names do not: in any other that may be wrong. */
  readonly version?: number;
  /** What `RuleEditor.edits` was when they stood there: they are followed from then on. */
  readonly since?: number;
  /** Set when they were chosen in an editor, whose cursor then follows them. */
  readonly editor?: vscode.TextEditor;
  /** Shows rules in the tree that an edit left, when the rules were chosen there. `isSame`: these are the chosen rules. */
  readonly reveal?: (places: readonly RulePlace[], isSame?: boolean) => Promise<void>;
}

/** The rules a command acts on, see `prepareRules`. */
export async function chooseRules(targets: Targets, row: unknown, rows: unknown): Promise<ChosenRules> {
  return prepareRules(targets, row, rows)();
}

/**
 * The rules a command acts on. Rows and keys of the tree mean the rules that they showed when the command was called, however long
 * it waits for its turn; the palette names what it found before anything happens, unless nothing else can be meant.
 * @returns the choice, to be made when it is the command's turn
 */
export function prepareRules(targets: Targets, row: unknown, rows: unknown): () => Promise<ChosenRules> {
  const invocation = invocationOf(row, rows);
  const since = targets.ruleEditor.edits;
  switch (invocation.from) {
    case 'rows': {
      const isInTree = targets.rows.isRow(row);
      const { inEditor } = invocation;
      return async () => fromTargets(targets, rulesOf(invocation.targets), { inEditor, isInTree, since });
    }
    case 'tree': {
      const pressed = targets.rows.targetsAt(row);
      return async () => fromTargets(targets, rulesOf(await pressed()), { isInTree: true, since });
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

async function namedRules(targets: Targets): Promise<ChosenRules> {
  const { activeTextEditor } = vscode.window;
  const cursor = await atCursor(targets, activeTextEditor);
  const { selection } = targets.rows;
  if (!cursor && !(targets.rows.isVisible && targets.rows.wasUsedLast)) {
    refuseStray(targets.consoles, activeTextEditor?.document.uri);
  }
  const selected = cursor && !isOneList(selection) ? undefined : ruleTargetsIn(selection);
  const rows = selected && (await rowsNow(targets, selected, cursor !== undefined));
  return (
    (await nameTarget(targets.rows, {
      editor: cursor && (await offerOf(targets, cursor)),
      tree: rows && (await offerOf(targets, rows)),
      placeHolder: vscode.l10n.t('Which rule?'),
    })) ?? noRule()
  );
}

/** Undefined for rows of rules that are not there any more, where a cursor says what else may be meant. */
async function rowsNow(
  targets: Targets,
  selected: readonly [RuleTarget, ...RuleTarget[]],
  isCursor: boolean,
): Promise<ChosenRules | undefined> {
  try {
    return await fromTargets(targets, selected, {
      isInTree: true,
      since: targets.ruleEditor.edits,
    });
  } catch (error) {
    if (isCursor && isExpected(error) && (error.code === 'changed' || error.code === 'rule-gone')) {
      return undefined;
    }
    throw error;
  }
}

async function offerOf(targets: Targets, chosen: ChosenRules): Promise<Offer<ChosenRules>> {
  const { uri, array, indices } = chosen;
  const [first = 0] = indices;
  const list = await targets.rules.list(uri);
  const name = list?.arrays.find(({ key }) => key === array)?.rules[first]?.name;
  const place = targets.consoles.policyAt(uri);
  return {
    value: chosen,
    key: `${uri.toString()} ${array} ${indices.join(',')}`,
    label:
      indices.length === 1
        ? `${first + 1}. ${name ?? vscode.l10n.t('(no name)')}`
        : vscode.l10n.t('{0} rules', indices.length),
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
  const places = await targets.ruleEditor.selected(editor);
  const [first] = places;
  return (
    first && {
      uri: editor.document.uri,
      array: first.array,
      indices: places.map(({ index }) => index),
      names: places.map(({ name }) => name),
      editor,
    }
  );
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
  if (!isOneList(all)) {
    throw new ExpectedError(
      'several-lists',
      vscode.l10n.t('The selected rules are in different lists. Select rules of one policy.'),
    );
  }
  return [first, ...others];
}

function isOneList(all: readonly Target[]): boolean {
  const lists = all.flatMap((target) =>
    target.kind === 'rule' ? [`${target.consoleId} ${target.policy} ${target.array}`] : [],
  );
  return new Set(lists).size <= 1;
}

interface Choice {
  readonly inEditor?: boolean;
  readonly isInTree?: boolean;
  /** What `RuleEditor.edits` was when the command was called. */
  readonly since: number;
}

async function fromTargets(
  targets: Targets,
  chosen: readonly [RuleTarget, ...RuleTarget[]],
  { inEditor = false, isInTree = false, since }: Choice,
): Promise<ChosenRules> {
  const [{ array, consoleId, policy }] = chosen;
  const { console, kind } = chosenOf(targets, chosen[0]);
  const uri = await targets.files.find(console, kind.name);
  if (!uri) {
    throw new ExpectedError('not-pulled', vscode.l10n.t('{0} has no file yet. Pull it first.', kind.name), {
      about: { kind: 'policy', consoleId: console.id, policy: kind.name },
    });
  }
  const version = vscode.workspace.textDocuments.find(
    (each) => each.uri.toString() === uri.toString(),
  )?.version;
  const isNamed = chosen.every((target) => 'name' in target);
  const list = isNamed ? await targets.rules.list(uri, { look: false }) : undefined;
  const now: ListNow = {
    names: list?.arrays.find(({ key }) => key === array)?.rules.map(({ name }) => name) ?? [],
    list: list?.version,
    document: version,
  };
  const placeNow = (target: RuleTarget): number => {
    if (isNamed && target.drawn) {
      return placeOfRule(target, now);
    }
    // What was asked for before may have moved it.
    const [index = -1] = targets.ruleEditor.placesNow({ uri, array, indices: [target.index], since });
    return isNamed ? placeOfRule({ ...target, index }, now) : index;
  };
  const sorted = chosen
    .map((target) => ({ ...target, index: placeNow(target) }))
    .toSorted((a, b) => a.index - b.index);
  const known = {
    uri,
    array,
    indices: sorted.map(({ index }) => index),
    ...(isNamed && { names: sorted.map(({ name }) => name) }),
    ...(sorted.some(({ drawn }) => drawn && !drawn.isAlone) && version !== undefined && { version }),
    since: targets.ruleEditor.edits,
  };
  const editor = vscode.window.activeTextEditor;
  if (inEditor && editor?.document.uri.toString() === uri.toString()) {
    return { ...known, editor };
  }
  return {
    ...known,
    reveal: (places, isSame = false) =>
      targets.rows.revealEdited(
        places.map(({ index }) => ({ kind: 'rule', consoleId, policy, array, index })),
        !isInTree ? 'show' : isSame ? 'keep' : 'select',
      ),
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
