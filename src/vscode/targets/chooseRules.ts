import * as vscode from 'vscode';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import type { RulePlace } from '../../core/document/ruleEdits.ts';
import type { RuleTarget, Target } from '../workspace/target.ts';
import { changedMeanwhile } from '../workspace/whenEdited.ts';
import { invocationOf } from './invocation.ts';
import { nameTarget, type Offer } from './nameTarget.ts';
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
  /** Shows them in the tree at their new places, when they were chosen there. */
  readonly reveal?: (places: readonly RulePlace[]) => Promise<void>;
}

/**
 * The rules a command acts on. What the arguments name is taken, as it was when they were given; a key acts on what had it when it
 * was pressed (`asOf` the selection), or says why not; the palette names what it found before anything happens, unless nothing else can be meant.
 */
export async function chooseRules(
  targets: Targets,
  row: unknown,
  rows: unknown,
  since = targets.ruleEditor.edits,
  asOf = targets.rows.selections,
): Promise<ChosenRules> {
  const invocation = invocationOf(row, rows);
  switch (invocation.from) {
    case 'rows': {
      const given = rulesOf(invocation.targets);
      return given ? fromTargets(targets, given, invocation.inEditor, asOf, since) : noRule();
    }
    case 'tree': {
      const selected = rulesOf(await targets.rows.selection(asOf));
      return selected ? fromTargets(targets, await asNamed(targets, selected), false, asOf) : noRule();
    }
    case 'files': {
      const editor = vscode.window.activeTextEditor;
      const shown = invocation.uris.some((uri) => uri.toString() === editor?.document.uri.toString());
      return ((shown && (await atCursor(targets, editor))) || undefined) ?? noRuleAtCursor();
    }
    case 'editor':
      return (await atCursor(targets, vscode.window.activeTextEditor)) ?? noRuleAtCursor();
    case 'palette':
    default:
      return namedRules(targets);
  }
}

async function namedRules(targets: Targets): Promise<ChosenRules> {
  const cursor = await atCursor(targets, vscode.window.activeTextEditor);
  const selection = await targets.rows.selection();
  const selected = cursor && !isOneList(selection) ? undefined : rulesOf(selection);
  const rows = selected && (await rowsNow(targets, selected, cursor !== undefined));
  return (
    (await nameTarget(targets.rows, {
      editor: cursor && (await offerOf(targets, cursor)),
      tree: rows && (await offerOf(targets, rows)),
      placeHolder: vscode.l10n.t('Which rule is meant?'),
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
    return await fromTargets(targets, await asNamed(targets, selected), false, targets.rows.selections);
  } catch (error) {
    if (isCursor && isExpected(error) && error.code === 'changed') {
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

/** The rules among the targets, when all are of one array of one policy; undefined when there are none. */
function rulesOf(all: readonly Target[]): readonly [RuleTarget, ...RuleTarget[]] | undefined {
  const [first, ...others] = all.filter((target) => target.kind === 'rule');
  if (!first) {
    return undefined;
  }
  if (!isOneList(all)) {
    throw new ExpectedError(
      'several-lists',
      vscode.l10n.t('The selected rules are not of one list: select rules of one policy.'),
    );
  }
  return [first, ...others];
}

/** Rows that are lit up are meant by their names, also when they were drawn before their rules were moved. */
async function asNamed(
  targets: Targets,
  rows: readonly [RuleTarget, ...RuleTarget[]],
): Promise<readonly [RuleTarget, ...RuleTarget[]]> {
  const [first, ...others] = rows;
  const { console, kind } = chosenOf(targets, first);
  const uri = await targets.files.find(console, kind.name);
  const list = uri && (await targets.rules.list(uri, { look: false }));
  const names = (list?.arrays.find(({ key }) => key === first.array)?.rules ?? []).map(({ name }) => name);
  const named = (row: RuleTarget): RuleTarget => {
    const { name } = row;
    const place = names.indexOf(name);
    const isOnly = name !== undefined && place !== -1 && names.lastIndexOf(name) === place;
    return isOnly ? { ...row, index: place } : row;
  };
  return [named(first), ...others.map(named)];
}

function isOneList(all: readonly Target[]): boolean {
  const lists = all.flatMap((target) =>
    target.kind === 'rule' ? [`${target.consoleId} ${target.policy} ${target.array}`] : [],
  );
  return new Set(lists).size <= 1;
}

async function fromTargets(
  targets: Targets,
  chosen: readonly [RuleTarget, ...RuleTarget[]],
  inEditor: boolean,
  asOf: number,
  since = targets.ruleEditor.edits,
): Promise<ChosenRules> {
  const [first] = chosen;
  const { name: _name, drawn: _drawn, ...list } = first;
  const { console, kind } = chosenOf(targets, first);
  const uri = await targets.files.find(console, kind.name);
  if (!uri) {
    throw new ExpectedError('not-pulled', vscode.l10n.t('{0} has no file yet: pull it first.', kind.name), {
      about: { kind: 'policy', consoleId: console.id, policy: kind.name },
    });
  }
  const isNamed = chosen.every((target) => 'name' in target);
  const rows = isNamed ? await targets.rules.list(uri, { look: false }) : undefined;
  // What was asked for before may have moved them.
  const now = targets.ruleEditor.placesNow({
    uri,
    array: first.array,
    indices: chosen.map(({ index }) => index),
    since,
  });
  const sorted = chosen
    .map((target, at) => ({ ...target, index: now[at] ?? target.index }))
    .toSorted((a, b) => a.index - b.index);
  const names = isNamed ? { names: sorted.map(({ name }) => name) } : undefined;
  const rules = rows?.arrays.find(({ key }) => key === first.array)?.rules ?? [];
  const named = rules.map(({ name }) => name);
  if (isNamed && sorted.some((target) => named[target.index] !== target.name)) {
    throw changedMeanwhile(true);
  }
  // Of several that share a name, another may stand there by now.
  const drawn = sorted.find(
    (each) =>
      each.drawn && !(each.drawn.isAlone && named.indexOf(each.name) === named.lastIndexOf(each.name)),
  )?.drawn;
  if (drawn && versionOf(uri) !== drawn.version) {
    throw changedMeanwhile(true);
  }
  const known = {
    uri,
    array: first.array,
    indices: sorted.map(({ index }) => index),
    ...names,
    ...(drawn && { version: drawn.version }),
    since: targets.ruleEditor.edits,
  };
  const editor = vscode.window.activeTextEditor;
  if (inEditor && editor?.document.uri.toString() === uri.toString()) {
    return { ...known, editor };
  }
  return {
    ...known,
    reveal: (places) =>
      targets.rows.revealRules(
        places.map(({ index }) => ({ ...list, index })),
        asOf,
      ),
  };
}

function versionOf(uri: vscode.Uri): number | undefined {
  return vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString())?.version;
}

function noRule(): never {
  throw new ExpectedError('no-rule', vscode.l10n.t('No rule is selected.'), {
    advice: vscode.l10n.t('Select rules in the Policies view, or put the cursor into a rule.'),
  });
}

function noRuleAtCursor(): never {
  throw new ExpectedError('no-rule', vscode.l10n.t('There is no rule of a policy at the cursor.'), {
    advice: vscode.l10n.t('Put the cursor into a rule of a policy file.'),
  });
}
