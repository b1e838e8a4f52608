import { npmScript } from '../lib/npm.ts';
import type { Tally } from '../lib/tally.ts';

/** Runs the scripts of `npm run check`. Each counts as one test. */
export async function checks(tally: Tally): Promise<void> {
  for (const script of ['generate', 'typecheck', 'lint', 'format:check', 'sentences', 'words']) {
    const { code, output } = await npmScript(script);
    if (code === 0) {
      tally.pass(script);
    } else {
      tally.fail(script, output);
    }
  }
}
