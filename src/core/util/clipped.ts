/** Returns at most so many characters of a text, with an ellipsis for the rest. */
export function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
