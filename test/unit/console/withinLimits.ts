/**
 * Plays something with a time limit of milliseconds, which a console that hangs has to meet. On a busy machine a short
 * one can be over before the request has arrived: then it is played again with a longer one, and the last counts.
 */
export async function withinLimits(
  play: (timeoutMs: number) => Promise<void>,
  [limit = 30_000, ...longer]: readonly number[] = [300, 3000, 30_000],
): Promise<void> {
  try {
    await play(limit);
  } catch (error) {
    if (longer.length === 0) {
      throw error;
    }
    await withinLimits(play, longer);
  }
}
