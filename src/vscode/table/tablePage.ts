import * as vscode from 'vscode';
import { note } from '../platform/dialogs.ts';
import { OpenPages, type OpenPage, type PageName } from '../platform/openPages.ts';
import { setPanelTitle } from '../platform/webviewPanel.ts';
import { isCanceled, messageOf } from '../../core/util/errors.ts';
import { shownPath } from '../workspace/textFiles.ts';
import { replaceTextFile } from '../workspace/writeTextFile.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import { csvOf, jsonOf, tabbedOf } from './tableRows.ts';
import type { TableBatch, TableContent, TableRow } from './tableContent.ts';
import { PageChannel } from './pageChannel.ts';
import { readFromPage, type FromPage, type ToPage } from './tableMessages.ts';

export const rowsScheme = 'ordinance-rows';

/** Rows of one message: small enough that neither side stalls. */
const rowsPerMessage = 2000;

export interface TablePageDeps {
  readonly extensionUri: vscode.Uri;
  readonly report: (what: string, error: unknown) => void;
}

/** The pages show rows, which the reader sorts, filters, copies and exports. */
export class TablePage extends OpenPages<TableContent, OpenTable> {
  constructor(deps: TablePageDeps) {
    const texts = new VirtualTexts(rowsScheme);
    super('ordinance.table', (panel, name) => new OpenTable(deps, texts, panel, name));
    this.disposables.add(texts);
  }

  /** Every page refreshes its message about unreadable newer rows. */
  renewStanding(): void {
    for (const table of this.all) {
      table.sendStanding();
    }
  }
}

class OpenTable implements OpenPage<TableContent> {
  readonly #deps: TablePageDeps;
  readonly #texts: VirtualTexts;
  readonly #panel: vscode.WebviewPanel;
  readonly #name: PageName;
  readonly #channel: PageChannel<ToPage, FromPage>;
  #rows: TableRow[] = [];
  #content: TableContent | undefined;
  #total: number | undefined;
  #end: string | undefined;
  #reading: AbortController | undefined;
  /** Counts the readings: a page may still ask about rows of one that was replaced. */
  #readings = 0;

  constructor(deps: TablePageDeps, texts: VirtualTexts, panel: vscode.WebviewPanel, name: PageName) {
    this.#deps = deps;
    this.#texts = texts;
    this.#panel = panel;
    this.#name = name;
    this.#channel = new PageChannel({
      ...deps,
      panel,
      page: 'tablePage',
      icon: 'table',
      read: readFromPage,
      answer: (message) => this.#answer(message),
    });
    this.#channel.own({ dispose: () => this.#reading?.abort() });
  }

  /** Resolves when all rows were read or reading was stopped. */
  async show(content: TableContent): Promise<void> {
    this.#reading?.abort();
    const reading = (this.#reading = new AbortController());
    this.#content = content;
    this.#readings++;
    this.#rows = [];
    this.#total = undefined;
    this.#end = undefined;
    setPanelTitle(this.#panel, content.title);
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
      if (!isCanceled(error)) {
        problem = messageOf(error);
        this.#deps.report(content.title, error);
      }
    }
    if (this.#reading === reading) {
      this.#end = reading.signal.aborted && problem === '' ? vscode.l10n.t('Stopped.') : problem;
      this.#channel.send({ kind: 'end', problem: this.#end });
    }
  }

  explain(reason: string, open: () => Promise<void>): void {
    const actions = [{ label: vscode.l10n.t('Read Again'), on: 'table' as const, run: open }];
    void this.show({ title: this.#panel.title, note: reason, columns: [], rows: [], actions });
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #start(): void {
    const content = this.#content;
    if (content) {
      this.#channel.send({
        kind: 'start',
        reading: this.#readings,
        title: content.title,
        note: content.note ?? '',
        noteOfNone: content.noteOfNone ?? content.note ?? '',
        columns: content.columns,
        actions: (content.actions ?? []).map(({ label, on }) => ({ label, on })),
        canOpen: content.onOpen !== undefined,
        again: this.#name,
      });
      this.sendStanding();
    }
  }

  sendStanding(): void {
    this.#channel.send({ kind: 'mark', text: this.#content?.standing?.() ?? '' });
  }

  #add({ rows, total }: TableBatch): void {
    this.#total = total ?? this.#total;
    this.#rows.push(...rows);
    this.#sendRows(rows);
  }

  #sendRows(rows: readonly TableRow[]): void {
    const columns = this.#content?.columns ?? [];
    for (let from = 0; from < rows.length || from === 0; from += rowsPerMessage) {
      const cells = rows
        .slice(from, from + rowsPerMessage)
        .map((row) => columns.map(({ key }) => row[key] ?? null));
      this.#channel.send({ kind: 'rows', rows: cells, total: this.#total });
    }
  }

  async #answer(message: FromPage): Promise<void> {
    const content = this.#content;
    if (!content) {
      return;
    }
    const action = message.kind === 'act' ? content.actions?.[message.action] : undefined;
    const isAboutRows = 'reading' in message && action?.on !== 'table';
    if (isAboutRows && message.reading !== this.#readings) {
      note(vscode.l10n.t('The table was refreshed, so nothing was done. Select the rows again.'));
      return;
    }
    switch (message.kind) {
      case 'ready':
        this.#start();
        this.#sendRows(this.#rows);
        if (this.#end !== undefined) {
          this.#channel.send({ kind: 'end', problem: this.#end });
        }
        return;
      case 'stop':
        this.#reading?.abort();
        return;
      case 'open': {
        const row = this.#rows[message.row];
        await (row && content.onOpen?.(row));
        return;
      }
      case 'act':
        await action?.run(action.on === 'table' ? [] : this.#at(message.rows));
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
      const uri = vscode.Uri.from({ scheme: rowsScheme, path, query: JSON.stringify(this.#name) });
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
      await replaceTextFile(target, text);
      const [written, all] = [rows.length, this.#rows.length];
      note(
        written === all
          ? vscode.l10n.t('{0}: all {1} rows were written.', shownPath(target), all)
          : vscode.l10n.t(
              '{0}: {1} of {2} rows were written (the selected or shown rows).',
              shownPath(target),
              written,
              all,
            ),
      );
    }
  }

  #at(places: readonly number[]): readonly TableRow[] {
    return places.map((place) => this.#rows[place]).filter((row) => row !== undefined);
  }
}

async function* batchesOf({ rows }: TableContent, signal: AbortSignal): AsyncGenerator<TableBatch> {
  if (typeof rows === 'function') {
    yield* rows(signal);
  } else {
    yield { rows, total: rows.length };
  }
}

function fileNameOf(title: string): string {
  return title.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'rows';
}
