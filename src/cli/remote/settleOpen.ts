import type { Output } from '../output.ts';
import type { Environment } from './environment.ts';
import type { OpenConsole } from './openConsole.ts';

/** Settles pushes that an earlier run left open, and says so once. */
export async function settleOpen(
  { sync }: OpenConsole,
  json: boolean,
  output: Output,
  { signal }: Environment,
): Promise<void> {
  for (const { ref, pushId, verdict, reason } of await sync.recover(signal)) {
    const line = `${ref.policy}: an earlier push was left open: ${verdict}${reason ? `: ${reason}` : ''} (push ${pushId})`;
    (json ? output.error : output.out)(line);
  }
}
