import assert from 'node:assert/strict';
import { EventEmitter, window } from 'vscode';
import type { WebviewPanel } from 'vscode';
import type { FromPage, ToPage } from '../../src/vscode/order/picture/pictureMessages.ts';
import { waitFor } from './harness.ts';

type Sent<Kind extends ToPage['kind']> = Extract<ToPage, { kind: Kind }>;

/** Stands in for the browser: keeps what is sent to the page, and sends what its reader does. */
export class PicturePage {
  readonly #real = window.createWebviewPanel;
  readonly #received = new EventEmitter<unknown>();
  readonly #closed = new EventEmitter<void>();
  sent: ToPage[] = [];
  html = '';
  shown = 0;

  constructor() {
    Object.assign(window, { createWebviewPanel: () => this.#panel() });
  }

  send(message: FromPage | Readonly<Record<string, unknown>>): void {
    this.#received.fire(message);
  }

  /** Asks about a cell of the picture as it is. */
  about(cell: { readonly rule?: number; readonly column?: number }): void {
    this.send({ kind: 'about', version: this.picture.version, ...cell });
  }

  /** Asks about a move of the picture as it is. */
  preview(rules: readonly number[], to: number): void {
    this.send({ kind: 'preview', version: this.picture.version, rules, to });
  }

  last<Kind extends ToPage['kind']>(kind: Kind): Sent<Kind> | undefined {
    return this.sent.findLast((message): message is Sent<Kind> => message.kind === kind);
  }

  /** The cells of the move that was looked at last, as they would be after it. */
  async previewed(columns: number): Promise<Sent<'preview'>['cells']> {
    const isOfLast = (message: ToPage): message is Sent<'preview'> => {
      const last = this.last('preview');
      return (
        message.kind === 'preview' &&
        message.version === last?.version &&
        message.to === last.to &&
        message.rules.join() === last.rules.join()
      );
    };
    const cells = await waitFor('cells', () => {
      const all = new Map(this.sent.filter(isOfLast).flatMap((message) => message.cells));
      return all.size >= columns ? all : undefined;
    });
    return [...cells].toSorted(([a], [b]) => a - b);
  }

  get picture(): Sent<'picture'> {
    const picture = this.last('picture');
    assert.ok(picture);
    return picture;
  }

  /** The letters of a column by its name, as they are for this picture. */
  async column(title: string): Promise<string> {
    return waitFor(`cells of ${title}`, () => {
      const { version, columns } = this.picture;
      const place = columns.findIndex(({ names }) => names.includes(title));
      return this.sent
        .flatMap((message) => (message.kind === 'cells' && message.version === version ? message.cells : []))
        .find(([at]) => at === place)?.[1];
    });
  }

  /** Moves rules as they stand in the picture, and as a person would, again where another picture came at the same moment. */
  async move(rules: readonly number[], to: number): Promise<void> {
    for (;;) {
      const { version } = this.picture;
      const known = this.last('result');
      this.send({ kind: 'move', version, rules, to });
      const told = await waitFor('word of the move', () => {
        const last = this.last('result');
        return last === known ? undefined : last;
      });
      if (told.isDone || !/The file changed/.test(told.text)) {
        return;
      }
      await waitFor('the newer picture', () => this.picture.version > version);
    }
  }

  names(): readonly string[] {
    return this.picture.rules.map((rule) => rule.name);
  }

  leave(): void {
    Object.assign(window, { createWebviewPanel: this.#real });
    this.#closed.fire();
  }

  #panel(): WebviewPanel {
    const webview = {
      cspSource: 'https://page.invalid',
      asWebviewUri: (uri: unknown) => uri,
      onDidReceiveMessage: this.#received.event,
      postMessage: async (message: ToPage) => this.sent.push(message) > 0,
    };
    Object.defineProperty(webview, 'html', {
      set: (html: string) => {
        this.html = html;
        setImmediate(() => this.send({ kind: 'ready' }));
      },
    });
    return {
      webview,
      title: '',
      visible: true,
      reveal: () => (this.shown += 1),
      onDidDispose: this.#closed.event,
      dispose: () => this.#closed.fire(),
    } as unknown as WebviewPanel;
  }
}
