/** A text that begins with a capital, as every finding does; what is quoted from a document stays as it is written there. */
export function sentence(text: string): string {
  return /^\p{Ll}/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
