import type { PolicyKind, PolicyName } from '../policy/families.ts';
import { ExpectedError, throwIfCanceled } from '../util/errors.ts';
import type { HeldMutex } from './store/mutexes.ts';
import type { SyncContext } from './syncContext.ts';

/** What was known of a policy before its live document was read. */
export interface BeforeReading {
  /** Ids of all pushes. */
  readonly pushes: ReadonlySet<string>;
  /** Canonical hash of the base. */
  readonly base: string | undefined;
}

const pollMs = 25;
const patienceMs = 3 * 60_000;

/** Held by whoever pushes the policy, or settles a push of it. */
export function pushMutex(console: string, policy: PolicyName): string {
  return `push-${console}-${policy}`;
}

/** Held, for an instant, by whoever writes what was read of live into the policy's file. */
function writeMutex(console: string, policy: PolicyName): string {
  return `write-${console}-${policy}`;
}

/** The right to push the policy, or to settle a push; undefined while somebody else has it. */
export async function tryTakePolicy(
  { mutexes, console }: SyncContext,
  policy: PolicyName,
): Promise<HeldMutex | undefined> {
  const held = await mutexes.tryTake(pushMutex(console, policy));
  // Whoever is writing the file finishes first; whoever comes later sees that it is held.
  await (held && mutexes.with(writeMutex(console, policy), () => Promise.resolve()));
  return held;
}

/** Waits until nobody pushes the policy: what is read during a push may be what it is about to replace. */
export async function beforeReading(
  { journal, bases, mutexes, console }: SyncContext,
  { name }: PolicyKind,
  signal?: AbortSignal,
): Promise<BeforeReading> {
  const until = performance.now() + patienceMs;
  for (;;) {
    // In this order: a push that is not seen here writes its first line later.
    const before = { pushes: await journal.ids(), base: await bases.hash({ name }) };
    if (!(await mutexes.isHeld(pushMutex(console, name)))) {
      return before;
    }
    if (performance.now() > until) {
      throw new ExpectedError('push-running', `${name} is being pushed.`, { advice: 'Wait for its end.' });
    }
    throwIfCanceled(signal);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Whether somebody pushed the policy since `before`, or pushes it now. */
export async function isPushedSince(
  { journal, bases, mutexes, console }: SyncContext,
  { name }: PolicyKind,
  before: BeforeReading,
): Promise<boolean> {
  return (
    (await mutexes.isHeld(pushMutex(console, name))) ||
    (await bases.hash({ name })) !== before.base ||
    ([...(await journal.ids())].some((id) => !before.pushes.has(id)) &&
      (await journal.records()).some(({ id, policy }) => policy === name && !before.pushes.has(id)))
  );
}

/**
 * Writes what was read of live, while nobody can begin to push the policy. False, and nothing is written, when somebody
 * pushed it since `before`, or pushes it now: then it has to be read again.
 */
export function unlessPushed(
  context: SyncContext,
  kind: PolicyKind,
  before: BeforeReading,
  write: () => Promise<void>,
): Promise<boolean> {
  return context.mutexes.with(writeMutex(context.console, kind.name), async () => {
    const isPushed = await isPushedSince(context, kind, before);
    if (!isPushed) {
      await write();
    }
    return !isPushed;
  });
}
