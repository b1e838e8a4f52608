import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';

/**
 * Whether another row of a view has the frame than the one that is selected. Arrow keys move the frame alone, and extensions are told of
 * what is selected only: a key would delete another row than the one that a person looks at. So arrow keys tell that they were pressed.
 */
export class FramedRow {
  #isElsewhere = false;

  /** An arrow key was pressed. */
  moved(): void {
    this.#isElsewhere = true;
  }

  /** A person selected rows, and the frame is at one of them. */
  selected(): void {
    this.#isElsewhere = false;
  }

  /** Before a key acts on what is selected. Where that may be another row, the one with the frame is selected, as by the space bar, and nothing else is done. */
  check(): void {
    if (this.#isElsewhere) {
      this.#isElsewhere = false;
      void vscode.commands.executeCommand('list.selectAndPreserveFocus');
      throw new ExpectedError(
        'not-selected',
        vscode.l10n.t('Nothing was done yet: the row with the frame was not selected. It is now.'),
        { advice: vscode.l10n.t('Press the key again if it is the row that you mean.') },
      );
    }
  }
}
