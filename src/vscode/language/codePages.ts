import * as vscode from 'vscode';
import { messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import { headings } from './headings.ts';

/** Where `docs/diagnostics.md`, which comes with the extension, describes each code. */
export class CodePages {
  readonly #page: vscode.Uri;
  #lines: ReadonlyMap<string, number> = new Map();

  constructor(extensionUri: vscode.Uri) {
    this.#page = vscode.Uri.joinPath(extensionUri, 'docs', 'diagnostics.md');
  }

  /** Finds the headings; until then codes lead nowhere. Never rejects. */
  async load(log: Logger): Promise<void> {
    try {
      this.#lines = headings(new TextDecoder().decode(await vscode.workspace.fs.readFile(this.#page)));
    } catch (error) {
      log.debug(`${this.#page.toString(true)}: ${messageOf(error)}`);
    }
  }

  of(code: string): vscode.Uri | undefined {
    const line = this.#lines.get(code);
    return line === undefined ? undefined : this.#page.with({ fragment: `L${line}` });
  }
}
