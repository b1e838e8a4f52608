import assert from 'node:assert/strict';

/** Every finding begins with a capital, or with what it quotes. */
export function beginWell(found: readonly { readonly code: string; readonly message: string }[]): void {
  for (const { code, message } of found) {
    assert.match(message, /^(?:\p{Lu}|[`"]|-?\d)/u, code);
  }
}
