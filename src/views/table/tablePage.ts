import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../util/disposable.ts';
import { isCancelled, messageOf } from '../../util/errors.ts';
import { writeTextFile } from '../../workspace/textFiles.ts';
import { VirtualTexts } from '../../workspace/virtualTexts.ts';
import { csvOf, jsonOf, tabbedOf } from './exportRows.ts';
import type { TableBatch, TableContent, TableRow } from './tableContent.ts';
import { tableHtml } from './tableHtml.ts';
import { readFromPage, type FromPage, type ToPage } from './tableMessages.ts';
import { tableWords } from './tableWords.ts';

export const rowsScheme = 'ordinance-rows';

/** Rows of one message: small enough that neither side stalls. */
const rowsPerMessage = 2000;

export interface TablePageDeps {
  readonly extensionUri: vscode.Uri;
  readonly report: (what: string, error: unknown) => void;
}

/** Pages that show rows: sorted, filtered, copied and exported by the reader. One per id of what is shown. */
export class TablePage implements Disposable {
  readonly #deps: TablePageDeps;
  readonly #disposables = new DisposableStore();
  readonly #texts = this.#disposables.add(new VirtualTexts(rowsScheme));
  readonly #open = new Map<string, OpenTable>();

  constructor(deps: TablePageDeps) {
    this.#deps = deps;
  }

  /** Opens the page, or shows it with new content. Resolves when all rows were read or reading was stopped. */
  async show(content: TableContent): Promise<void> {
    let table = this.#open.get(content.id);
    if (!table) {
      table = new OpenTable(this.#deps, this.#texts, () => this.#open.delete(content.id));
      this.#open.set(content.id, table);
    }
    await table.show(content);
  }

  /** The rows a page holds; for tests of the host, which cannot look into a page. */
  rowsOf(id: string): readonly TableRow[] | undefined {
    return this.#open.get(id)?.rows;
  }

  dispose(): void {
    for (const table of this.#open.values()) {
      table.dispose();
    }
    this.#disposables.dispose();
  }
}

class OpenTable implements Disposable {
  readonly #deps: TablePageDeps;
  readonly #texts: VirtualTexts;
  readonly #disposables = new DisposableStore();
  readonly #panel: vscode.WebviewPanel;
  rows: TableRow[] = [];
  #content: TableContent | undefined;
  #total: number | undefined;
  #end: string | undefined;
  #reading: AbortController | undefined;
  #ready = false;

  constructor(deps: TablePageDeps, texts: VirtualTexts, onClose: () => void) {
    this.#deps = deps;
    this.#texts = texts;
    const folder = vscode.Uri.joinPath(deps.extensionUri, 'dist');
    this.#panel = vscode.window.createWebviewPanel('ordinance.table', '', vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [folder],
    });
    const { webview } = this.#panel;
    this.#disposables.add(this.#panel);
    this.#disposables.add(
      webview.onDidReceiveMessage((message: unknown) => {
        const read = readFromPage(message);
        if (read) {
          void this.#answer(read).catch((error: unknown) => deps.report('table page', error));
        }
      }),
    );
    this.#disposables.add(
      this.#panel.onDidDispose(() => {
        this.#reading?.abort();
        onClose();
        this.#disposables.dispose();
      }),
    );
    this.#panel.iconPath = new vscode.ThemeIcon('table');
    webview.html = tableHtml({
      nonce: randomBytes(18).toString('base64'),
      script: webview.asWebviewUri(vscode.Uri.joinPath(folder, 'tablePage.js')).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(folder, 'tablePage.css')).toString(),
      source: webview.cspSource,
      title: '',
      language: vscode.env.language,
    });
  }

  async show(content: TableContent): Promise<void> {
    this.#reading?.abort();
    const reading = (this.#reading = new AbortController());
    this.#content = content;
    this.rows = [];
    this.#total = undefined;
    this.#end = undefined;
    this.#panel.title = content.title;
    this.#panel.reveal();
    this.#start();
    let problem = '';
    try {
      for await (const batch of batchesOf(content, reading.signal)) {
        if (reading.signal.aborted) {
          break;
        }
        this.#add(batch);
      }
    } catch (error) {
      if (!isCancelled(error)) {
        problem = messageOf(error);
        this.#deps.report(content.title, error);
      }
    }
    if (this.#reading === reading) {
      this.#end = reading.signal.aborted && problem === '' ? vscode.l10n.t('Stopped.') : problem;
      this.#send({ kind: 'end', problem: this.#end });
    }
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #start(): void {
    const content = this.#content;
    if (content) {
      this.#send({
        kind: 'start',
        title: content.title,
        note: content.note ?? '',
        columns: content.columns,
        actions: (content.actions ?? []).map(({ label, on }) => ({ label, on })),
        canOpen: content.onOpen !== undefined,
        words: tableWords(),
      });
    }
  }

  #add({ rows, total }: TableBatch): void {
    this.#total = total ?? this.#total;
    this.rows.push(...rows);
    this.#sendRows(rows);
  }

  #sendRows(rows: readonly TableRow[]): void {
    const columns = this.#content?.columns ?? [];
    for (let from = 0; from < rows.length || from === 0; from += rowsPerMessage) {
      const cells = rows
        .slice(from, from + rowsPerMessage)
        .map((row) => columns.map(({ key }) => row[key] ?? null));
      this.#send({ kind: 'rows', rows: cells, total: this.#total });
    }
  }

  /** A page that is hidden forgets: it gets everything when it is there again. */
  #send(message: ToPage): void {
    if (this.#ready) {
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a webview has no origin to name
      void this.#panel.webview.postMessage(message);
    }
  }

  async #answer(message: FromPage): Promise<void> {
    const content = this.#content;
    if (!content) {
      return;
    }
    switch (message.kind) {
      case 'ready':
        this.#ready = true;
        this.#start();
        this.#sendRows(this.rows);
        if (this.#end !== undefined) {
          this.#send({ kind: 'end', problem: this.#end });
        }
        return;
      case 'stop':
        this.#reading?.abort();
        return;
      case 'open': {
        const row = this.rows[message.row];
        await (row && content.onOpen?.(row));
        return;
      }
      case 'act':
        await content.actions?.[message.action]?.run(this.#at(message.rows));
        return;
      case 'copy':
      case 'csv':
      case 'json':
      case 'document':
        await this.#export(content, message);
    }
  }

  async #export(content: TableContent, message: Extract<FromPage, { columns: unknown }>): Promise<void> {
    const rows = this.#at(message.rows);
    const columns = message.columns
      .map((place) => content.columns[place])
      .filter((column) => column !== undefined);
    if (message.kind === 'copy') {
      await vscode.env.clipboard.writeText(tabbedOf(columns, rows));
      return;
    }
    if (message.kind === 'document') {
      const path = `/${fileNameOf(content.title)}.json`;
      const uri = vscode.Uri.from({ scheme: rowsScheme, path, query: content.id });
      await this.#texts.show(uri, jsonOf(columns, rows), { preview: true });
      return;
    }
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const name = `${fileNameOf(content.title)}.${message.kind}`;
    const target = await vscode.window.showSaveDialog({
      ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
      filters: message.kind === 'csv' ? { CSV: ['csv'] } : { JSON: ['json'] },
    });
    if (target) {
      const text = message.kind === 'csv' ? csvOf(columns, rows) : jsonOf(columns, rows);
      await writeTextFile(target, text);
    }
  }

  #at(places: readonly number[]): readonly TableRow[] {
    return places.map((place) => this.rows[place]).filter((row) => row !== undefined);
  }
}

async function* batchesOf({ rows }: TableContent, signal: AbortSignal): AsyncGenerator<TableBatch> {
  if (typeof rows === 'function') {
    yield* rows(signal);
  } else if (Symbol.asyncIterator in rows) {
    yield* rows;
  } else {
    yield { rows, total: rows.length };
  }
}

function fileNameOf(title: string): string {
  return title.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'rows';
}
