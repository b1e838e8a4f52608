/**
 * A text of ours with the keys in it as they are called where it is read: on macOS `Option` is what is `Alt` elsewhere, and `Cmd`
 * does what `Ctrl` does. `Option` with a letter types a character there, so such a key follows `Cmd+K`.
 */
export function keysIn(text: string, isMac: boolean): string {
  return isMac
    ? text
        .replaceAll(/\bAlt\+(?=[A-Z]\b)/g, 'Ctrl+K Alt+')
        .replaceAll('Alt+', 'Option+')
        .replaceAll('Ctrl+', 'Cmd+')
    : text;
}

/** Whether a page is read on macOS, by what its browser says of itself. */
export function isMacBrowser(userAgent: string): boolean {
  return userAgent.includes('Macintosh');
}
