import * as vscode from 'vscode';
import { ruleToShow, ruleUnclear, type RuleRef } from '../../core/document/ruleRef.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import { toRange } from '../workspace/textFiles.ts';
import type { ChosenRules } from '../workspace/target.ts';

/**
 * Opens a file with the cursor at a rule in one step, so that the first keys in the file go there. Refuses a place with a rule of
 * another name, and does nothing when a person typed or moved the cursor after the call.
 */
export async function openAtRule(
  documents: Pick<PolicyDocuments, 'open'>,
  file: vscode.Uri | vscode.TextDocument,
  place: RuleRef,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  await whileCursorsRest(async (areAtRest) => {
    const document = 'uri' in file ? file : await vscode.workspace.openTextDocument(file);
    const rule = ruleToShow(await documents.open(document), place);
    if (areAtRest()) {
      await openAt(document, rule && toRange(document, rule.range), options);
    }
    if (rule === undefined && place.name !== undefined) {
      throw ruleUnclear();
    }
  });
}

/** Opens a document with the cursor at the start of a range, and with the range in view. */
export async function openAt(
  document: vscode.TextDocument,
  range: vscode.Range | undefined,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  const editor = await vscode.window.showTextDocument(document, {
    ...options,
    ...(range ? { selection: new vscode.Range(range.start, range.start) } : {}),
  });
  if (range) {
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** Opens the file with the rule of the row in view. */
export async function revealRule(
  documents: PolicyDocuments,
  { uri, array, rules: [rule = { array, index: 0 }] }: ChosenRules,
): Promise<void> {
  await openAtRule(documents, uri, rule);
}

/**
 * Runs an action that moves the focus to an editor or moves its cursor. `areAtRest` is false when a person
 * typed or moved a cursor during the action: the next keys belong to that place.
 */
export async function whileCursorsRest<T>(work: (areAtRest: () => boolean) => Promise<T>): Promise<T> {
  const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
  let areAtRest = true;
  const watching = vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
    areAtRest &&= kind !== Keyboard && kind !== Mouse;
  });
  try {
    return await work(() => areAtRest);
  } finally {
    watching.dispose();
  }
}
