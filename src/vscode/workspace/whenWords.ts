/** The time for today, else date and time, in the time zone of the person. */
export function whenWords(at: Date, now = new Date()): string {
  return at.toDateString() === now.toDateString()
    ? at.toLocaleTimeString([], { timeStyle: 'short' })
    : at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * Date and time to the second, in the time zone of the person. The moment names a push in its result, in the
 * history and in its undo.
 */
export function momentWords(at: Date): string {
  return at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium' });
}
