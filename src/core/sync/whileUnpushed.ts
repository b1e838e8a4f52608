import { setTimeout as delay } from 'node:timers/promises';
import type { PolicyName } from '../policy/families.ts';
import { ExpectedError, throwIfCanceled } from '../util/errors.ts';
import type { HeldMutex } from './store/mutexes.ts';
import type { SyncContext } from './syncContext.ts';

type Guarded = Pick<SyncContext, 'mutexes' | 'console'>;

const pollMs = 25;
const patienceMs = 3 * 60_000;

/** Returns the name of the mutex for pushing the policy, or settling a push of it. */
export function pushMutex(console: string, policy: PolicyName): string {
  return `push-${console}-${policy}`;
}

/** Returns the name of the mutex for reading the live policy and writing the policy file. */
function writeMutex(console: string, policy: PolicyName): string {
  return `write-${console}-${policy}`;
}

/** Takes the mutex to push the policy or settle a push; undefined while another process has it. */
export async function tryTakePolicy(
  { mutexes, console }: Guarded,
  policy: PolicyName,
): Promise<HeldMutex | undefined> {
  const held = await mutexes.tryTake(pushMutex(console, policy));
  try {
    // A running pull or merge finishes first; every later one sees the taken mutex.
    await (held && mutexes.with(writeMutex(console, policy), () => Promise.resolve()));
    return held;
  } catch (error) {
    await held?.release();
    throw error;
  }
}

/**
 * Runs `work`, which reads the live policy and writes the policy file, while no push of the policy runs. It waits
 * for the end of a running push or recheck, and a later one waits for the end of `work`.
 */
export async function whileUnpushed<T>(
  { mutexes, console }: Guarded,
  policy: PolicyName,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const isPushed = (): Promise<boolean> => mutexes.isHeld(pushMutex(console, policy));
  const until = performance.now() + patienceMs;
  for (;;) {
    // A push waits for this mutex, so this mutex must not wait for a push.
    const done = (await isPushed())
      ? undefined
      : await mutexes.with(writeMutex(console, policy), async () =>
          (await isPushed()) ? undefined : { result: await work() },
        );
    if (done) {
      return done.result;
    }
    if (performance.now() > until) {
      const message = `${policy} is being pushed.`;
      throw new ExpectedError('push-running', message, { advice: 'Wait until it ends.' });
    }
    throwIfCanceled(signal);
    await delay(pollMs);
  }
}
