import { fillText, useTranslations } from '../../../core/util/l10n.ts';

/** The editor as a page reaches it. It keeps the state of the page. */
export interface PageEditor<FromPage, State> {
  send(message: FromPage): void;
  getState(): State | undefined;
  setState(state: State): void;
}

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** Starts a page around a grid: it receives the messages of the extension, and has its translations. */
export function startPage<FromPage, State>(
  makeView: (editor: PageEditor<FromPage, State>) => (message: never) => void,
): void {
  const texts = JSON.parse(document.querySelector('main')?.dataset['texts'] ?? '{}') as Record<
    string,
    string
  >;
  useTranslations((message, ...values) => fillText(texts[message] ?? message, ...values));
  const api = acquireVsCodeApi();
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- the editor is not a window
  const send = (message: unknown): void => api.postMessage(message);
  const receive = makeView({
    send,
    getState: () => api.getState() as State | undefined,
    setState: (state) => api.setState(state),
  });
  window.addEventListener('message', ({ data }) => receive(data as never));
  keepFocus();
  send({ kind: 'ready' });
}

/**
 * The editor takes the focus from an element when it leaves the page, and later focuses the whole page. Keys have no
 * effect there. The last focused element gets the focus again, or else the grid.
 */
function keepFocus(): void {
  let last: HTMLElement | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body) {
      const grid = document.querySelector<HTMLElement>('[role="grid"]');
      (last?.isConnected ? last : grid)?.focus({ preventScroll: true });
    }
  });
}
