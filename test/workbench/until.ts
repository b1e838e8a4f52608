import { setTimeout as delay } from 'node:timers/promises';

/** Ends a test that hangs. Long enough for a window on a busy machine: that something is slow is no failure. */
export const patienceSeconds = 120;

/** What a browser says of a frame that went away while it was looked at: a page of the editor that is drawn anew is another frame. */
const goneMeanwhile = /frame was detached|execution context was destroyed/i;

/** Asks again and again until the answer is neither false nor undefined. A frame that goes away meanwhile is no answer. */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  seconds = patienceSeconds,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await asked(probe);
    if (answer !== undefined && answer !== false) {
      return answer;
    }
    if (Date.now() > end) {
      throw new Error(`waited ${seconds} s in vain for ${what}`);
    }
    await delay(50);
  }
}

async function asked<T>(probe: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await probe();
  } catch (error) {
    if (error instanceof Error && goneMeanwhile.test(error.message)) {
      return undefined;
    }
    throw error;
  }
}

interface Appearing {
  waitFor(options: { readonly timeout: number }): Promise<void>;
}

/** Milliseconds after which a drop, a key or a click was forgotten. */
export const forgottenMs = 15_000;

/** Whether something appears before what was done for it has to be taken for forgotten. */
export function appears(seen: Appearing): Promise<boolean> {
  return seen.waitFor({ timeout: forgottenMs }).then(
    () => true,
    () => false,
  );
}

/**
 * Does again, until something appears, what may be done twice: a window that is busy loses a key or a click. Each time it
 * waits longer, as the window may only be slow.
 */
export async function untilSeen(
  what: string,
  act: () => Promise<unknown>,
  seen: Appearing,
  seconds?: number,
): Promise<void> {
  let patience = 2000;
  await until(
    what,
    async () => {
      await act();
      const appeared = seen.waitFor({ timeout: patience });
      patience *= 2;
      return appeared.then(
        () => true,
        () => false,
      );
    },
    seconds,
  );
}
