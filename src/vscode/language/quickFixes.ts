import * as vscode from 'vscode';
import { fixAllEdits, fixAmongAll, fixEdits, fixesOf } from '../../core/assist/findings/fixes.ts';
import type { DiagnosticData, FixData } from '../../core/assist/findings/finding.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import type { PolicyDocument } from '../../core/document/policyDocument.ts';
import { ruleRefs } from '../../core/document/ruleRef.ts';
import type { TextEdit } from '../../core/document/text.ts';
import { isCanceled } from '../../core/util/errors.ts';
import type { CommandId } from '../platform/commandIds.ts';
import { quickFix } from '../platform/languageTexts.ts';
import type { ChosenRules } from '../workspace/target.ts';
import { currentFindings, type ShownFinding } from '../workspace/shownFinding.ts';
import { textEdits } from '../workspace/textFiles.ts';

/** Fixes all findings with a code. The edits are made when a person chooses it. */
class FixAll extends vscode.CodeAction {
  readonly document: vscode.TextDocument;
  readonly code: string;

  constructor(document: vscode.TextDocument, code: string, count: number) {
    super(vscode.l10n.t('Fix all {0} "{1}" in this file', count, code), vscode.CodeActionKind.QuickFix);
    this.document = document;
    this.code = code;
  }
}

export const quickFixKinds = [vscode.CodeActionKind.QuickFix];

/**
 * Quick fixes of the checker, for one finding and for all of its kind.
 * @param current the document as it is now
 */
export function quickFixes(
  current: (document: vscode.TextDocument) => PolicyDocument | undefined,
): vscode.CodeActionProvider {
  return {
    async provideCodeActions(document, _range, { diagnostics }, token) {
      const { version } = document;
      const controller = new AbortController();
      const stop = token.onCancellationRequested(() => controller.abort());
      try {
        const settled: Settled[] = [];
        for (const shown of currentFindings(document, diagnostics)) {
          const fixes = (await shown.fixes?.(controller.signal)) ?? fixesOf(shown.finding);
          settled.push({ shown, fixes });
        }
        // Fixes for an older text do not fit the new one.
        const parsed = settled.length > 0 && document.version === version ? current(document) : undefined;
        return parsed ? settled.flatMap((finding) => actionsFor(document, parsed, finding)) : [];
      } catch (error) {
        if (isCanceled(error)) {
          return [];
        }
        throw error;
      } finally {
        stop.dispose();
      }
    },

    resolveCodeAction(action) {
      if (action instanceof FixAll) {
        const { document, code } = action;
        const parsed = current(document);
        action.edit = parsed && workspaceEdit(document, fixAllEdits(parsed, findingsAlike(document, code)));
      }
      return action;
    },
  };
}

interface Settled {
  readonly shown: ShownFinding;
  readonly fixes: readonly FixData[];
}

/** All findings of a document with this code. */
function findingsAlike(document: vscode.TextDocument, code: string): readonly Diagnostic[] {
  return currentFindings(document, vscode.languages.getDiagnostics(document.uri))
    .map(({ finding }) => finding)
    .filter((finding) => finding.code === code);
}

function actionsFor(
  document: vscode.TextDocument,
  parsed: PolicyDocument,
  { shown, fixes }: Settled,
): vscode.CodeAction[] {
  const { finding } = shown;
  const actions = fixes.flatMap((fix) => {
    const edits = fixEdits(parsed, finding, fix);
    if (edits.length === 0) {
      return [];
    }
    const action = quickFix(fix.title);
    action.diagnostics = [shown];
    const [step] = fix.steps;
    if (step?.kind === 'move-rule') {
      action.command = moveCommand(document, parsed, finding, step.to);
    } else {
      action.edit = workspaceEdit(document, edits);
    }
    return [{ action, fix }];
  });
  const [first] = actions;
  if (first && !first.fix.isChoice) {
    first.action.isPreferred = true;
  }
  const count = findingsAlike(document, finding.code).filter(fixAmongAll).length;
  return [
    ...actions.map(({ action }) => action),
    ...(first && fixAmongAll(finding) && count > 1 ? [new FixAll(document, finding.code, count)] : []),
  ];
}

/** A move that the history of edits knows, so that its changed decisions are shown and it can be undone from anywhere. */
function moveCommand(
  document: vscode.TextDocument,
  parsed: PolicyDocument,
  finding: Diagnostic,
  to: number,
): vscode.Command {
  const { array = '', index = 0 } = (finding.data ?? {}) as DiagnosticData;
  const view = parsed.array(array);
  const rules: ChosenRules = {
    uri: document.uri,
    array,
    rules: view ? ruleRefs(parsed, view).slice(index, index + 1) : [],
    version: document.version,
  };
  const command: CommandId = '_ordinance.rule.moveTo';
  return { command, title: '', arguments: [rules, to] };
}

function workspaceEdit(document: vscode.TextDocument, edits: readonly TextEdit[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, textEdits(document, edits));
  return edit;
}
