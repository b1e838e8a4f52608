/** The time alone for today, date and time for every other day; where the person is. */
export function whenWords(at: Date, now = new Date()): string {
  return at.toDateString() === now.toDateString()
    ? at.toLocaleTimeString([], { timeStyle: 'short' })
    : at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}
