import * as vscode from 'vscode';
import { note } from '../platform/dialogs.ts';
import { OpenPages, type PageName } from '../platform/openPages.ts';
import { setPanelTitle } from '../platform/webviewPanel.ts';
import { DisposableOwner, type Disposable } from '../../core/util/disposable.ts';
import { isCanceled, messageOf } from '../../core/util/errors.ts';
import { shownPath } from '../workspace/textFiles.ts';
import { replaceTextFile } from '../workspace/writeTextFile.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import { notKept } from './notKept.ts';
import { csvOf, jsonOf, tabbedOf } from './tableRows.ts';
import type { TableAction, TableBatch, TableContent, TableRow } from './tableContent.ts';
import { PageChannel } from './pageChannel.ts';
import { readFromPage, type FromPage, type ToPage } from './tableMessages.ts';

export const rowsScheme = 'ordinance-rows';

/** Rows of one message: small enough that neither side stalls. */
const rowsPerMessage = 2000;

export interface TablePageDeps {
  readonly extensionUri: vscode.Uri;
  readonly report: (what: string, error: unknown) => void;
}

/**
 * The function shows a table again by the rest of its name. `isAsked` means that a person requested it, so reading may
 * take long.
 */
type Reopener = (of: readonly string[], isAsked: boolean) => Promise<unknown>;

/** The pages show rows, which the reader sorts, filters, copies and exports. Each table id has one page. */
export class TablePage extends DisposableOwner {
  readonly #deps: TablePageDeps;
  readonly #texts = this.disposables.add(new VirtualTexts(rowsScheme));
  readonly #open = this.disposables.add(
    new OpenPages<OpenTable>('ordinance.table', (panel) => new OpenTable(this.#deps, this.#texts, panel)),
  );
  readonly #reopeners = new Map<string, Reopener>();

  constructor(deps: TablePageDeps) {
    super();
    this.#deps = deps;
    this.#open.reopens(async (table, name, title) => {
      try {
        await this.#reopen(name, false);
      } catch (error) {
        table.explain(name, title, messageOf(error), () => this.#reopen(name, true));
      }
    });
  }

  /**
   * The method opens the page, or shows it with new content. It resolves when all rows were read or reading was
   * stopped.
   */
  async show(content: TableContent): Promise<void> {
    await this.#open.opened(content.name, '').show(content);
  }

  /**
   * The pages are older than a reload of the window. `reopen` shows a page of this kind again, or fails with the
   * reason.
   */
  reopens(kind: string, reopen: Reopener): void {
    this.#reopeners.set(kind, reopen);
  }

  /** The action reads a table of this name again, as after a reload of the window. */
  refreshAction(name: PageName): TableAction {
    return { label: vscode.l10n.t('Refresh'), on: 'table', run: () => this.#reopen(name, true) };
  }

  /** Every page refreshes its message about unreadable newer rows. */
  renewStanding(): void {
    for (const table of this.#open.all) {
      table.sendStanding();
    }
  }

  async #reopen([kind = '', ...of]: PageName, isAsked: boolean): Promise<void> {
    const reopen = this.#reopeners.get(kind);
    if (!reopen) {
      throw notKept();
    }
    await reopen(of, isAsked);
  }
}

class OpenTable implements Disposable {
  readonly #deps: TablePageDeps;
  readonly #texts: VirtualTexts;
  readonly #panel: vscode.WebviewPanel;
  readonly #channel: PageChannel<ToPage, FromPage>;
  #rows: TableRow[] = [];
  #content: TableContent | undefined;
  #total: number | undefined;
  #end: string | undefined;
  #reading: AbortController | undefined;
  /** Counts the readings: a page may still ask about rows of one that was replaced. */
  #readings = 0;

  constructor(deps: TablePageDeps, texts: VirtualTexts, panel: vscode.WebviewPanel) {
    this.#deps = deps;
    this.#texts = texts;
    this.#panel = panel;
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

  async show(content: TableContent): Promise<void> {
    this.#reading?.abort();
    const reading = (this.#reading = new AbortController());
    this.#content = content;
    this.#readings++;
    this.#rows = [];
    this.#total = undefined;
    this.#end = undefined;
    setPanelTitle(this.#panel, content.title);
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

  /** The page has no rows: it shows the reason, with a button that reads the rows. */
  explain(name: PageName, title: string, sentence: string, readAgain: () => Promise<unknown>): void {
    const run = async (): Promise<void> => {
      await readAgain();
    };
    const actions = [{ label: vscode.l10n.t('Read Again'), on: 'table' as const, run }];
    this.#content = { name, title, note: sentence, columns: [], rows: [], actions };
    this.#end = '';
    this.#start();
    this.#channel.send({ kind: 'end', problem: '' });
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
        again: content.name,
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
      const uri = vscode.Uri.from({ scheme: rowsScheme, path, query: JSON.stringify(content.name) });
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
