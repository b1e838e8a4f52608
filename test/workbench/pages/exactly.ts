/** Matches this text and nothing else: Playwright's own text filters match any part. */
export function exactly(text: string): RegExp {
  return new RegExp(`^${literally(text)}$`);
}

/** Matches what begins with this text. */
export function beginningWith(text: string): RegExp {
  return new RegExp(`^${literally(text)}`);
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
