import { setTimeout as delay } from 'node:timers/promises';

/** Asks again and again until the answer is neither false nor undefined. */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  seconds = 30,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) {
      return answer;
    }
    if (Date.now() > end) {
      throw new Error(`waited ${seconds} s in vain for ${what}`);
    }
    await delay(50);
  }
}
