import type * as vscode from 'vscode';
import type { ConsoleEntry } from '../../core/consoles/consoleEntry.ts';
import type { Agreement } from '../platform/secrets.ts';

/** Tells the fingerprint of the authorities that a console names, as the file is now. Throws when it cannot be read. */
export type AuthorityReader = (
  entry: Pick<ConsoleEntry, 'caFile'>,
  folder: vscode.Uri,
) => Promise<string | undefined>;

/** What using a key for a console comes to. */
export function agreementOf(
  { url, loginUrl = url }: Pick<ConsoleEntry, 'url' | 'loginUrl'>,
  authority: string | undefined,
): Agreement {
  return {
    address: new URL(url).origin,
    login: new URL(loginUrl).origin,
    ...(authority === undefined ? {} : { authority }),
  };
}

/**
 * Of what was agreed to before, what is nearest to this; undefined when nothing was, or just this. `agreed`: what the keys
 * of the origins in question were typed for, the latest last.
 */
export function closestAgreement(agreed: readonly Agreement[], now: Agreement): Agreement | undefined {
  const likeness = (one: Agreement): number =>
    [one.address === now.address, one.login === now.login, one.authority === now.authority].filter(Boolean)
      .length;
  if (agreed.some((one) => likeness(one) === 3)) {
    return undefined;
  }
  return agreed.toReversed().toSorted((a, b) => likeness(b) - likeness(a))[0];
}
