import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { diagnostic } from '../platform/languageTexts.ts';
import type { Consoles } from '../workspace/consoles.ts';

/**
 * Says of an `ordinance.yaml` that was not read why its consoles are missing: as a problem of the file, which need not be
 * open for that, and in the Policies view. Of one that was read in part the view says what is wrong: its problems are shown where it is open.
 */
export function showRefusedConsoleFiles(
  consoles: Pick<Consoles, 'faults' | 'onDidChange'>,
  view: { say(message: string | undefined): void },
): Disposable {
  const store = new DisposableStore();
  const problems = store.add(vscode.languages.createDiagnosticCollection('ordinance.refused'));
  const show = (): void => {
    const { faults } = consoles;
    problems.clear();
    for (const { file, reason } of faults.filter(({ isUnread }) => isUnread)) {
      problems.set(file, [diagnostic(new vscode.Range(0, 0, 0, 0), reason, 'error', 'console-file')]);
    }
    view.say(faults.map(({ reason }) => reason).join(' ') || undefined);
  };
  store.add(consoles.onDidChange(show));
  show();
  return store;
}
