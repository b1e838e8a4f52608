import * as vscode from 'vscode';
import { fixAllEdits, fixEdits, fixesOf } from '../../core/assist/findings/fixes.ts';
import type { FixData } from '../../core/assist/findings/finding.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { PolicyDocument } from '../../core/document/policyDocument.ts';
import type { TextEdit } from '../../core/document/text.ts';
import { isShownAs, quickFix } from '../platform/languageTexts.ts';
import { toRange } from './ranges.ts';
import { isConsoleFile } from './selector.ts';
import { codeOf } from './toDiagnostic.ts';

/** Where the findings of a document come from. */
interface Findings {
  found(document: vscode.TextDocument): readonly Diagnostic[];
}

/** Where the findings of a document and its parsed form come from. */
export interface FoundIn extends Findings {
  current(document: vscode.TextDocument): PolicyDocument | undefined;
  /** What mends a finding, where that depends on more than the finding. */
  fixes?(document: vscode.TextDocument, finding: Diagnostic): readonly FixData[] | undefined;
}

/** Fixes every mistake of a kind; its edits are made when it is chosen. */
class FixAll extends vscode.CodeAction {
  readonly document: vscode.TextDocument;
  readonly code: string;

  constructor(document: vscode.TextDocument, code: string, count: number) {
    super(vscode.l10n.t('Fix all {0} "{1}" in this file', count, code), vscode.CodeActionKind.QuickFix);
    this.document = document;
    this.code = code;
  }
}

/** What the checker proposes for a mistake, once and for all of its kind. */
export class QuickFixes implements vscode.CodeActionProvider {
  static readonly kinds = [vscode.CodeActionKind.QuickFix];
  readonly #policies: FoundIn;
  readonly #consoleFiles: Findings;

  constructor(policies: FoundIn, consoleFiles: Findings) {
    this.#policies = policies;
    this.#consoleFiles = consoleFiles;
  }

  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const own = diagnostics.filter(({ source }) => source === 'ordinance');
    const parsed = own.length > 0 ? this.#parsed(document) : undefined;
    const found = this.#found(document);
    const fixes = (finding: Diagnostic): readonly FixData[] =>
      (isConsoleFile(document) ? undefined : this.#policies.fixes?.(document, finding)) ?? fixesOf(finding);
    return parsed ? own.flatMap((shown) => actionsFor(document, parsed, shown, { found, fixes })) : [];
  }

  resolveCodeAction(action: vscode.CodeAction): vscode.CodeAction {
    if (action instanceof FixAll) {
      const { document, code } = action;
      const parsed = this.#parsed(document);
      const found = this.#found(document).filter((finding) => finding.code === code);
      action.edit = parsed && workspaceEdit(document, fixAllEdits(parsed, found));
    }
    return action;
  }

  #found(document: vscode.TextDocument): readonly Diagnostic[] {
    return (isConsoleFile(document) ? this.#consoleFiles : this.#policies).found(document);
  }

  #parsed(document: vscode.TextDocument): PolicyDocument | undefined {
    return isConsoleFile(document)
      ? PolicyDocument.read(document.getText(), 'yaml')
      : this.#policies.current(document);
  }
}

function actionsFor(
  document: vscode.TextDocument,
  parsed: PolicyDocument,
  shown: vscode.Diagnostic,
  { found, fixes }: { found: readonly Diagnostic[]; fixes: (finding: Diagnostic) => readonly FixData[] },
): vscode.CodeAction[] {
  const start = document.offsetAt(shown.range.start);
  const code = codeOf(shown);
  const alike = found.filter((finding) => finding.code === code);
  const finding = alike.find(({ range, message }) => range.start === start && isShownAs(message, shown));
  if (!finding) {
    return [];
  }
  const actions = fixes(finding).flatMap((fix) => {
    const edits = fixEdits(parsed, finding, fix);
    if (edits.length === 0) {
      return [];
    }
    const action = quickFix(fix.title);
    action.diagnostics = [shown];
    action.edit = workspaceEdit(document, edits);
    return [action];
  });
  const [first] = actions;
  if (first) {
    first.isPreferred = true;
  }
  const count = alike.filter((each) => fixesOf(each).length > 0).length;
  return first && count > 1 ? [...actions, new FixAll(document, finding.code, count)] : actions;
}

function workspaceEdit(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map((each) => vscode.TextEdit.replace(toRange(document, each), each.text)),
  );
  return edit;
}
