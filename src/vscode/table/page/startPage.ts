import { fillText, useTranslations } from '../../../core/util/l10n.ts';

/** The editor for a page. It keeps the state of the page, with the name by which the extension fills the page after a reload of the window. */
export interface PageEditor<FromPage, State> {
  send(message: FromPage): void;
  getState(): Partial<State>;
  setState(state: State): void;
}

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

export function pageEditor<FromPage, State>(): PageEditor<FromPage, State> {
  const api = acquireVsCodeApi();
  const { name = '' } = document.querySelector('main')?.dataset ?? {};
  const again: unknown = JSON.parse(decodeURIComponent(name));
  const getState = (): Partial<State> => api.getState() ?? {};
  const setState = (state: Partial<State>): void => api.setState({ ...state, again });
  setState(getState());
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- the editor is not a window
  return { send: (message) => api.postMessage(message), getState, setState };
}

/** Starts a page around a grid: it receives the messages of the extension, and has its translations. */
export function startPage<FromPage, State>(
  makeView: (editor: PageEditor<FromPage, State>) => (message: never) => void,
): void {
  const texts = JSON.parse(document.querySelector('main')?.dataset['texts'] ?? '{}') as Record<
    string,
    string
  >;
  useTranslations((message, ...values) => fillText(texts[message] ?? message, ...values));
  const editor = pageEditor<FromPage | { readonly kind: 'ready' }, State>();
  const receive = makeView(editor);
  window.addEventListener('message', ({ data }) => receive(data as never));
  keepFocus();
  editor.send({ kind: 'ready' });
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
