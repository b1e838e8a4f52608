import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { diagnostic } from '../platform/languageTexts.ts';
import type { Consoles } from '../workspace/consoles.ts';

/**
 * Shows why consoles of an `ordinance.yaml` are missing: in the Policies view, and for an unread file also as a problem of the file,
 * which need not be open. An open file that was read in part shows its own problems.
 */
export function showRefusedConsoleFiles(
  consoles: Pick<Consoles, 'faults' | 'onDidChange'>,
  view: { setMessage(message: string | undefined): void },
): Disposable {
  const problems = vscode.languages.createDiagnosticCollection('ordinance.refused');
  const show = (): void => {
    const { faults } = consoles;
    problems.clear();
    for (const { file, reason } of faults.filter(({ isUnread }) => isUnread)) {
      problems.set(file, [diagnostic(new vscode.Range(0, 0, 0, 0), reason, 'error', 'console-file')]);
    }
    view.setMessage(faults.map(({ reason }) => reason).join(' ') || undefined);
  };
  show();
  return new DisposableStore(problems, consoles.onDidChange(show));
}
