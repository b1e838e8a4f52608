import * as vscode from 'vscode';
import { note } from '../platform/dialogs.ts';
import { OpenPages, type OpenPage, type PageName, setPanelTitle } from '../platform/openPages.ts';
import { isCanceled, messageOf } from '../../core/util/errors.ts';
import { shownPath } from '../workspace/textFiles.ts';
import { replaceTextFile } from '../workspace/writeTextFile.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import { csvOf, jsonOf, tabbedOf } from './tableRows.ts';
import type { TableBatch, TableContent, TableRow } from './tableContent.ts';
import { PageChannel } from './pageChannel.ts';
import { readFromPage, type FromPage, type ToPage } from './tableMessages.ts';

const rowsScheme = 'ordinance-rows';

/** Rows of one message: small enough that neither side stalls. */
const rowsPerMessage = 2000;

interface TablePageDeps {
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

  refreshStaleReasons(): void {
    this.all.forEach((table) => table.sendStaleReason());
  }
}

interface Reading {
  /** A page may still ask about rows of a reading that was replaced. */
  readonly id: number;
  readonly content: TableContent;
  readonly rows: TableRow[];
  readonly stop: AbortController;
  total?: number | undefined;
  /** Undefined while rows are read, then empty or the reason why there may be more. */
  end?: string;
}

class OpenTable implements OpenPage<TableContent> {
  readonly #deps: TablePageDeps;
  readonly #texts: VirtualTexts;
  readonly #panel: vscode.WebviewPanel;
  readonly #name: PageName;
  readonly #channel: PageChannel<ToPage, FromPage>;
  #reading: Reading | undefined;

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
      name,
      read: readFromPage,
      answer: (message) => this.#answer(message),
    });
    this.#channel.own({ dispose: () => this.#reading?.stop.abort() });
  }

  /** Resolves when all rows were read or reading was stopped. */
  async show(content: TableContent): Promise<void> {
    this.#reading?.stop.abort();
    const id = (this.#reading?.id ?? 0) + 1;
    const reading: Reading = (this.#reading = { id, content, rows: [], stop: new AbortController() });
    const { signal } = reading.stop;
    setPanelTitle(this.#panel, content.title);
    this.#sendStart(reading);
    let problem = '';
    try {
      for await (const { rows, total = reading.total } of batchesOf(content, signal)) {
        if (signal.aborted) {
          break;
        }
        reading.total = total;
        reading.rows.push(...rows);
        this.#sendRows(reading, rows);
      }
    } catch (error) {
      if (!isCanceled(error)) {
        problem = messageOf(error);
        this.#deps.report(content.title, error);
      }
    }
    if (this.#reading === reading) {
      reading.end = signal.aborted && problem === '' ? vscode.l10n.t('Stopped.') : problem;
      this.#channel.send({ kind: 'end', problem: reading.end });
    }
  }

  explain(reason: string, open: () => Promise<void>): void {
    const actions = [{ label: vscode.l10n.t('Read Again'), on: 'table' as const, run: open }];
    void this.show({ title: this.#panel.title, note: reason, columns: [], rows: [], actions });
  }

  sendStaleReason(): void {
    this.#channel.send({ kind: 'stale', reason: this.#reading?.content.staleReason?.() ?? '' });
  }

  #sendStart({ id, content }: Reading): void {
    const { title, note: above = '', noteOfNone = above, columns, actions = [] } = content;
    this.#channel.send({
      kind: 'start',
      reading: id,
      title,
      note: above,
      noteOfNone,
      columns,
      actions: actions.map(({ label, on }) => ({ label, on })),
      canOpen: content.onOpen !== undefined,
    });
    this.sendStaleReason();
  }

  #sendRows({ content, total }: Reading, rows: readonly TableRow[]): void {
    for (let from = 0; from < rows.length || from === 0; from += rowsPerMessage) {
      const cells = rows
        .slice(from, from + rowsPerMessage)
        .map((row) => content.columns.map(({ key }) => row[key] ?? null));
      this.#channel.send({ kind: 'rows', rows: cells, total });
    }
  }

  async #answer(message: FromPage): Promise<void> {
    const reading = this.#reading;
    if (!reading) {
      return;
    }
    const { content, rows, end } = reading;
    const action = message.kind === 'act' ? content.actions?.[message.action] : undefined;
    const isAboutRows = 'reading' in message && action?.on !== 'table';
    if (isAboutRows && message.reading !== reading.id) {
      note(vscode.l10n.t('The table was refreshed, so nothing was done. Select the rows again.'));
      return;
    }
    switch (message.kind) {
      case 'ready':
        this.#sendStart(reading);
        this.#sendRows(reading, rows);
        if (end !== undefined) {
          this.#channel.send({ kind: 'end', problem: end });
        }
        return;
      case 'stop':
        reading.stop.abort();
        return;
      case 'open': {
        const row = rows[message.row];
        await (row && content.onOpen?.(row));
        return;
      }
      case 'act':
        await action?.run(action.on === 'table' ? [] : rowsAt(reading, message.rows));
        return;
      case 'copy':
      case 'csv':
      case 'json':
      case 'document':
        await this.#export(reading, message);
    }
  }

  async #export(reading: Reading, message: Extract<FromPage, { columns: unknown }>): Promise<void> {
    const { content } = reading;
    const rows = rowsAt(reading, message.rows);
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
      const [written, all] = [rows.length, reading.rows.length];
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
}

function rowsAt({ rows }: Reading, places: readonly number[]): readonly TableRow[] {
  return places.map((place) => rows[place]).filter((row) => row !== undefined);
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
