/** The match is the likely secret in a text, and its place. */
interface SecretMatch {
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

/** These forms are secrets anywhere; a group matches text in front of the secret. */
const forms: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/],
  ['a cloud access key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  // The match begins at the first `eyJ` of a word, because a later one ends at the same dot.
  ['a signed token', /(?<![\w-])(?=([\w-]*?)\beyJ[\w-]{8})\1eyJ[\w-]+\.eyJ[\w-]{8,}\.[\w-]{8,}/],
  [
    'an access token',
    /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|npm_[A-Za-z0-9]{36})/,
  ],
  [
    'credentials in an address',
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'`<>{}]{1,256}:[^\s/:@"'`<>{}]{1,256}@/i,
  ],
];

/** The pattern matches `password = hunter2hunter2` and similar assignments in running text. */
const named =
  /\b(?:passw(?:or)?d|secret|api[ _-]?key|access[ _-]?key|auth[ _-]?token|bearer)\b["']?\s*[:=]\s*["']?([^\s"',;]{8,})|\bbearer\s+([\w.~+/-]{20,})/i;

/** These words are placeholders of secrets in examples and templates. */
const placeholder =
  /^(?:\$\{|\{\{|<|%|\*+$|x+$|\.\.\.|env:|vault:|secretref)|example|changeme|placeholder|redacted/i;

/** Every form above matches this pattern somewhere, so most texts need only this one test. */
const suspicious = /BEGIN |A[KS]IA|eyJ|gh[pousr]_|glpat|xox|npm_|:\/\/|passw|secret|key|token|bearer/i;

/** Shorter texts cannot be a secret, so they are skipped. */
const shortest = 12;

export function findSecret(text: string): SecretMatch | undefined {
  if (text.length < shortest || !suspicious.test(text)) {
    return undefined;
  }
  for (const [what, pattern] of forms) {
    const match = pattern.exec(text);
    if (match) {
      const [whole, before = ''] = match;
      return { what, start: match.index + before.length, end: match.index + whole.length };
    }
  }
  const match = named.exec(text);
  const value = match?.[1] ?? match?.[2];
  return match && value !== undefined && !placeholder.test(value)
    ? { what: 'a secret', start: match.index, end: match.index + match[0].length }
    : undefined;
}

/** The names belong to fields that contain only secrets. */
export function namesSecret(key: string): boolean {
  return /^(?:passw(?:or)?d|passphrase|secret|secret[_-]?(?:access[_-]?)?key|access[_-]?key(?:[_-]?(?:id|secret))?|api[_-]?key|token|auth[_-]?token|credentials?|private[_-]?key)$/i.test(
    key,
  );
}
