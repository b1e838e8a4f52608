import { EventEmitter, window } from 'vscode';
import type { WebviewPanel } from 'vscode';
import { waitFor } from '../harness.ts';
import type { FromPage, ToPage } from '../../../src/vscode/table/tableMessages.ts';

type Start = Extract<ToPage, { kind: 'start' }>;

/** Stands in for the browser: what is shown as a table, and what its reader does. */
export class Page {
  title = '';
  html = '';
  start: Start | undefined;
  rows: (readonly unknown[])[] = [];
  end: string | undefined;
  staleReason = '';
  readonly #received = new EventEmitter<unknown>();
  readonly #closed = new EventEmitter<void>();

  get panel(): WebviewPanel {
    const webview = {
      cspSource: 'https://page.invalid',
      asWebviewUri: (uri: unknown) => uri,
      onDidReceiveMessage: this.#received.event,
      postMessage: async (message: ToPage) => this.#receive(message),
    };
    Object.defineProperty(webview, 'html', {
      set: (html: string) => {
        this.html = html;
        setImmediate(() => this.send({ kind: 'ready' }));
      },
    });
    const panel = {
      webview,
      reveal: () => undefined,
      onDidDispose: this.#closed.event,
      dispose: () => this.#closed.fire(),
    };
    return Object.defineProperty(panel, 'title', {
      set: (title: string) => {
        this.title = title;
      },
    }) as unknown as WebviewPanel;
  }

  send(message: FromPage): void {
    this.#received.fire(message);
  }

  /** Which reading its rows are of. */
  get reading(): number {
    return this.start?.reading ?? -1;
  }

  /** Presses a button over the rows that say `values` in a column, as soon as all of them are there. */
  async press(label: string, column: string, ...values: string[]): Promise<void> {
    await this.#onRows(column, values, (rows) => {
      const action = this.start?.actions.findIndex((one) => one.label === label) ?? -1;
      this.send({ kind: 'act', reading: this.reading, action, rows });
    });
  }

  /** Opens the row that says `value` in a column, as soon as it is there. */
  async open(column: string, value: string): Promise<void> {
    await this.#onRows(column, [value], ([row = -1]) =>
      this.send({ kind: 'open', reading: this.reading, row }),
    );
  }

  /** Waits until the page was read again to its end, and none of its rows says one of `values` in a column any more. */
  async without(column: string, ...values: string[]): Promise<void> {
    await waitFor(`${this.title} without ${values.join(', ')}`, () => {
      const cells = this.column(column);
      return this.end !== undefined && !values.some((value) => cells.includes(value));
    });
  }

  /** Does something with the places of rows; a page that is being read again has none for a while. */
  async #onRows(
    column: string,
    values: readonly string[],
    act: (rows: readonly number[]) => void,
  ): Promise<void> {
    await waitFor(`${values.join(', ')} in ${this.title}`, () => {
      const cells = this.column(column);
      const rows = values.map((value) => cells.indexOf(value));
      if (rows.some((row) => row < 0)) {
        return false;
      }
      act(rows);
      return true;
    });
  }

  /** The cells of a column. */
  column(key: string): unknown[] {
    const place = this.start?.columns.findIndex((column) => column.key === key) ?? -1;
    return this.rows.map((cells) => cells[place]);
  }

  close(): void {
    this.#closed.fire();
  }

  #receive(message: ToPage): boolean {
    if (message.kind === 'start') {
      this.start = message;
      this.rows = [];
      this.end = undefined;
    } else if (message.kind === 'rows') {
      this.rows.push(...message.rows);
    } else if (message.kind === 'end') {
      this.end = message.problem;
    } else {
      this.staleReason = message.reason;
    }
    return true;
  }
}

export class Pages {
  readonly shown: Page[] = [];
  readonly #real = window.createWebviewPanel;

  constructor() {
    Object.assign(window, {
      createWebviewPanel: () => {
        const page = new Page();
        this.shown.push(page);
        return page.panel;
      },
    });
  }

  get last(): Page {
    const page = this.shown.at(-1);
    if (!page) {
      throw new Error('no page was shown');
    }
    return page;
  }

  restore(): void {
    Object.assign(window, { createWebviewPanel: this.#real });
    this.shown.forEach((page) => page.close());
  }
}
