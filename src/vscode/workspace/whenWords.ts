/** The time alone for today, date and time for every other day; where the person is. */
export function whenWords(at: Date, now = new Date()): string {
  return at.toDateString() === now.toDateString()
    ? at.toLocaleTimeString([], { timeStyle: 'short' })
    : at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

/** Date and time to the second, where the person is: a push is named by it, in its receipt, its history and its undo. */
export function momentWords(at: Date): string {
  return at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' });
}
