/**
 * The editor takes the focus from an element when it leaves the page, and later focuses the whole page. Keys have no
 * effect there. The last focused element gets the focus again, or else the main element.
 */
export function keepFocus(main: string): void {
  let last: HTMLElement | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
  });
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body) {
      (last?.isConnected ? last : document.querySelector<HTMLElement>(main))?.focus({ preventScroll: true });
    }
  });
}
