const visible = /[^\s\p{Cc}\p{Cf}]/u;

/** Removes the byte order mark, white space and line breaks that pasting or reading adds around a secret. */
export function bareSecret(text: string): string {
  let end = text.length;
  while (end > 0 && !visible.test(text[end - 1] ?? '')) {
    end--;
  }
  return text.slice(Math.max(text.search(visible), 0), end);
}

/**
 * True for a secret with invisible characters, such as line breaks or control characters, which no real key
 * contains.
 */
export function hasInvisibleCharacters(secret: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(secret);
}
