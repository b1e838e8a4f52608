import * as vscode from 'vscode';
import { messageOf } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';

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

/** Line numbers, counted from 1, of headings that are one code. */
export function headings(markdown: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, line] of markdown.split('\n').entries()) {
    const match = /^#+ `([a-z0-9-]+)`\s*$/.exec(line);
    if (match?.[1] !== undefined) {
      found.set(match[1], index + 1);
    }
  }
  return found;
}
