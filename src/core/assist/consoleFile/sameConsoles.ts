import { addressProblem, normalAddress } from '../../consoles/consoleEntry.ts';
import type { Finding, Plain } from '../findings/finding.ts';
import { objectAt, textAt } from '../findings/plain.ts';
import { shownText } from '../findings/shown.ts';

/** Consoles with the same address and project: pulled twice, and pushed to from two folders that disagree. */
export function* sameConsoles(file: Plain): Generator<Finding> {
  const first = new Map<string, string>();
  for (const [name, entry] of Object.entries(objectAt(file, 'consoles'))) {
    const url = textAt(entry, 'url');
    if (url === undefined || addressProblem(url) !== undefined) {
      continue;
    }
    const key = `${normalAddress(url)} ${textAt(entry, 'project') ?? ''}`;
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, name);
    } else {
      yield {
        code: 'duplicate-console',
        message: `the console ${shownText(earlier)} has the same address and project: both folders would push to the same place`,
        path: ['consoles', name, 'url'],
      };
    }
  }
}
