import type { PolicyKind, PolicyName } from '../policy/families.ts';
import { ExpectedError, throwIfCanceled } from '../util/errors.ts';
import type { HeldMutex } from './store/mutexes.ts';
import type { SyncContext } from './syncContext.ts';

/** The state of a policy before a read of its live policy. */
export interface BeforeReading {
  /** Ids of all pushes. */
  readonly pushes: ReadonlySet<string>;
  /** Canonical hash of the base. */
  readonly base: string | undefined;
}

const pollMs = 25;
const patienceMs = 3 * 60_000;

/** Returns the name of the mutex for pushing the policy, or settling a push of it. */
export function pushMutex(console: string, policy: PolicyName): string {
  return `push-${console}-${policy}`;
}

/** Returns the name of the short mutex for writing a read live policy into the policy file. */
function writeMutex(console: string, policy: PolicyName): string {
  return `write-${console}-${policy}`;
}

/** Takes the mutex to push the policy or settle a push; undefined while another process has it. */
export async function tryTakePolicy(
  { mutexes, console }: SyncContext,
  policy: PolicyName,
): Promise<HeldMutex | undefined> {
  const held = await mutexes.tryTake(pushMutex(console, policy));
  // A running file write finishes first; every later one sees the taken mutex.
  await (held && mutexes.with(writeMutex(console, policy), () => Promise.resolve()));
  return held;
}

/** Waits for the end of a running push, because a read during a push may be outdated at once. */
export async function beforeReading(
  context: SyncContext,
  kind: PolicyKind,
  signal?: AbortSignal,
): Promise<BeforeReading> {
  for (;;) {
    // The order matters: a push that is missing here writes its first line later.
    const before = { pushes: await context.journal.ids(), base: await context.bases.hash(kind) };
    if (!(await isHeld(context, kind))) {
      return before;
    }
    await untilFree(context, kind, signal);
  }
}

function isHeld({ mutexes, console }: SyncContext, { name }: PolicyKind): Promise<boolean> {
  return mutexes.isHeld(pushMutex(console, name));
}

/** Waits for the end of a push, or of a recheck of an earlier push. */
async function untilFree(context: SyncContext, kind: PolicyKind, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + patienceMs;
  while (await isHeld(context, kind)) {
    if (performance.now() > until) {
      const message = `${kind.name} is being pushed.`;
      throw new ExpectedError('push-running', message, { advice: 'Wait until it ends.' });
    }
    throwIfCanceled(signal);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Returns true when a push of the policy began since `before`, or its base moved. */
export async function isPushedSince(
  { journal, bases }: SyncContext,
  { name }: PolicyKind,
  before: BeforeReading,
): Promise<boolean> {
  return (
    (await bases.hash({ name })) !== before.base ||
    ([...(await journal.ids())].some((id) => !before.pushes.has(id)) &&
      (await journal.records()).some(({ id, policy }) => policy === name && !before.pushes.has(id)))
  );
}

/**
 * Writes a read live policy while no push of the policy can begin. Returns false, and writes nothing, when a
 * push began since `before`. The caller then has to read again.
 */
export async function unlessPushed(
  context: SyncContext,
  kind: PolicyKind,
  before: BeforeReading,
  write: () => Promise<void>,
): Promise<boolean> {
  for (;;) {
    await untilFree(context, kind);
    const isWritten = await context.mutexes.with(writeMutex(context.console, kind.name), async () => {
      // A push waits for this mutex, so this mutex must not wait for a push.
      if (await isHeld(context, kind)) {
        return undefined;
      }
      const isPushed = await isPushedSince(context, kind, before);
      if (!isPushed) {
        await write();
      }
      return !isPushed;
    });
    if (isWritten !== undefined) {
      return isWritten;
    }
  }
}
