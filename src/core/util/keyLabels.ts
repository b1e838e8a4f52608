/**
 * Replaces key names in a text with the names on the reader's system. On macOS, `Alt` is `Option`, and `Cmd`
 * does the work of `Ctrl`. `Option` with a letter types a character there, so such a key follows `Cmd+K`.
 */
export function keysIn(text: string, isMac: boolean): string {
  return isMac
    ? text
        .replaceAll(/\bAlt\+(?=[A-Z]\b)/g, 'Ctrl+K Alt+')
        .replaceAll('Alt+', 'Option+')
        .replaceAll('Ctrl+', 'Cmd+')
    : text;
}

/** Detects macOS by the user agent of the browser. */
export function isMacBrowser(userAgent: string): boolean {
  return userAgent.includes('Macintosh');
}
