/**
 * The editor takes the focus from what has it in a page when it leaves the page, and gives it back to the page as a whole, where keys
 * go nowhere: what had it last gets it again, or else what the page is for.
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
