import { after, before, test, type SuiteContext } from 'node:test';
import { Windows } from '../../scripts/lib/windows.ts';
import type { Step } from './mainJob.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';

/** Of all sessions of this process. */
const windows = new Windows({ say: console.log, bare: true });

/** Ends what hangs; that a machine is busy is no failure. */
const timeout = 600_000;

/**
 * What a suite is that makes a test of every step. They go on in one window, so the ones after a failure fail, too.
 *
 * @param given how the window is opened, or what says so when it is needed
 */
export function testSteps(
  steps: readonly Step[],
  given: SessionOptions | (() => Promise<SessionOptions>) = {},
): (context: SuiteContext) => void {
  return ({ name: what }) => {
    let session: Session | undefined;
    let failed = false;

    before(
      async () => {
        const options = typeof given === 'function' ? await given() : given;
        session = await openSession({ say: console.log, ...options }, windows);
      },
      { timeout },
    );

    after(() => session?.dispose(failed), { timeout });

    for (const step of steps) {
      test(`${what} ${step.name}`, { timeout }, async () => {
        if (failed || session === undefined) {
          throw new Error('the step before this failed');
        }
        try {
          await step.run(session, () => Promise.resolve());
        } catch (error) {
          failed = true;
          console.log(`the window looked like this: ${await session.picture(`${what} ${step.name}`)}`);
          throw error;
        }
      });
    }
  };
}

/** Ends what the windows ran in, when the last suite of this process is done. */
after(() => windows.dispose(), { timeout });
