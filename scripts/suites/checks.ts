import { npmScript } from '../lib/npm.ts';
import type { Tally } from '../lib/tally.ts';

/** Every script counts as one test. They are the ones of `npm run check`. */
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
