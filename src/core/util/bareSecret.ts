const seen = /[^\s\p{Cc}\p{Cf}]/u;

/** A key as it was meant: what is pasted or read brings a byte order mark, white space or a line break along, which are no part of it. */
export function bareSecret(text: string): string {
  let end = text.length;
  while (end > 0 && !seen.test(text[end - 1] ?? '')) {
    end--;
  }
  return text.slice(Math.max(text.search(seen), 0), end);
}

/** Nobody sees it, and no key has it within: a line break, another control character, a mark. */
export function holdsUnseen(secret: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(secret);
}
