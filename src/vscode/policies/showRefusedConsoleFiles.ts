import * as vscode from 'vscode';
import { diagnostic } from '../platform/languageTexts.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import type { Consoles } from '../workspace/consoles.ts';

/**
 * Says of an `ordinance.yaml` that was not read why its consoles are missing: as a problem of the file, which need not be
 * open for that, and in the Policies view. Of one that was read in part the view says what is wrong: its problems are shown where it is open.
 */
export class RefusedConsoleFiles extends DisposableOwner {
  readonly #shown = this.disposables.add(vscode.languages.createDiagnosticCollection('ordinance.refused'));

  constructor(
    consoles: Pick<Consoles, 'faults' | 'onDidChange'>,
    view: { say(message: string | undefined): void },
  ) {
    super();
    let said = false;
    const show = (): void => {
      const { faults } = consoles;
      const reasons = faults.map(({ reason }) => reason);
      this.#shown.clear();
      for (const { file, reason } of faults.filter(({ isUnread }) => isUnread)) {
        const start = new vscode.Range(0, 0, 0, 0);
        this.#shown.set(file, [diagnostic(start, reason, 'error', 'console-file')]);
      }
      if (said || reasons.length > 0) {
        view.say(reasons.join(' ') || undefined);
      }
      said = reasons.length > 0;
    };
    this.disposables.add(consoles.onDidChange(show));
    show();
  }
}
