import type { ConsoleEntry } from '../../core/consoleFile/consoleEntry.ts';
import type { Agreement } from '../platform/secrets.ts';

/** The addresses and the authority that a key of a console is used with. */
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
 * The earlier agreement that is most like this one; undefined without any, or when this one is among them. `agreed` is in the order of
 * time, the latest last.
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
