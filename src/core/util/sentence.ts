/** Returns the text with a capital first letter, as every finding needs; quotes from documents stay unchanged. */
export function sentence(text: string): string {
  return /^\p{Ll}/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
