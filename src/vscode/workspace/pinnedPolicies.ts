import type { PolicyKind } from '../../core/policy/families.ts';
import type { LivePolicies } from '../../core/sync/ports.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { ExpectedError, regarding } from '../../core/util/errors.ts';
import type { ConsoleHandle } from './consoleRegistry.ts';
import type { Target } from './target.ts';

export interface PolicyConsole {
  readonly policies: LivePolicies;
  version(signal?: AbortSignal): Promise<string>;
}

export function aboutPolicy(consoleId: string, { name }: PolicyKind): Target {
  return { kind: 'policy', consoleId, policy: name };
}

/**
 * The policies of one client. Until something was sent, every request asks whether it is still the one that a new request
 * would have; then the push is followed to its verdict where it was sent.
 */
export function pinnedPolicies(
  lease: Disposable & { readonly client: PolicyConsole },
  current: () => Promise<PolicyConsole>,
  { id: consoleId, entry: { name } }: Pick<ConsoleHandle, 'id' | 'entry'>,
): LivePolicies & Disposable {
  const { policies } = lease.client;
  let isSent = false;
  const check = async (): Promise<void> => {
    if (!isSent && (await current()) !== lease.client) {
      const why = new ExpectedError(
        'other-destination',
        `How ${name} is reached was changed meanwhile. Nothing was sent.`,
        { advice: 'Try again.' },
      );
      throw Object.assign(why, { mayHaveArrived: false });
    }
  };
  return {
    ...(policies.destination === undefined ? {} : { destination: policies.destination }),
    read: (kind, signal) =>
      regarding(aboutPolicy(consoleId, kind), async () => {
        await check();
        return policies.read(kind, signal);
      }),
    collectionNames: (signal) =>
      regarding({ kind: 'console', consoleId }, async () => {
        await check();
        return policies.collectionNames(signal);
      }),
    readToReplace: (kind, signal) =>
      regarding(aboutPolicy(consoleId, kind), async () => {
        await check();
        const live = await policies.readToReplace(kind, signal);
        return {
          text: live.text,
          replace: (body) => {
            isSent = true;
            return regarding(aboutPolicy(consoleId, kind), () => live.replace(body));
          },
        };
      }),
    dispose: () => lease.dispose(),
  };
}
