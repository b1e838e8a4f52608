import type { PolicyKind } from '../../core/policy/families.ts';
import type { LivePolicies } from '../../core/sync/ports.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { ExpectedError, regarding } from '../../core/util/errors.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { Target } from './target.ts';

export interface PolicyConsole {
  readonly policies: LivePolicies;
  version(signal?: AbortSignal): Promise<string>;
}

function aboutPolicy(consoleId: string, { name }: PolicyKind): Target {
  return { kind: 'policy', consoleId, policy: name };
}

/**
 * The policies of a console. Each request uses the client of that moment. `onSend` is called
 * before a policy is sent.
 */
export function currentPolicies(
  consoleId: string,
  client: () => Promise<PolicyConsole>,
  onSend: () => void = () => undefined,
): LivePolicies {
  return {
    readPolicy: (kind, signal) =>
      regarding(aboutPolicy(consoleId, kind), async () => {
        const { text, replace } = await (await client()).policies.readPolicy(kind, signal);
        return {
          text,
          replace: (body) => {
            onSend();
            return regarding(aboutPolicy(consoleId, kind), () => replace(body));
          },
        };
      }),
    collectionNames: (signal) =>
      regarding({ kind: 'console', consoleId }, async () =>
        (await client()).policies.collectionNames(signal),
      ),
  };
}

/**
 * The policies of one client. Until the PUT, each request checks that the console still uses this client.
 * After the PUT, the push ends where it was sent.
 */
export function pinnedPolicies(
  lease: Disposable & { readonly client: PolicyConsole },
  current: () => Promise<PolicyConsole>,
  { id: consoleId, entry: { name } }: Pick<ConsoleHandle, 'id' | 'entry'>,
): LivePolicies & Disposable {
  const { destination } = lease.client.policies;
  let isSent = false;
  const client = async (): Promise<PolicyConsole> => {
    if (!isSent && (await current()) !== lease.client) {
      const why = new ExpectedError(
        'other-destination',
        `How ${name} is reached was changed meanwhile. Nothing was sent.`,
        { advice: 'Try again.' },
      );
      throw Object.assign(why, { mayHaveArrived: false });
    }
    return lease.client;
  };
  return {
    ...currentPolicies(consoleId, client, () => {
      isSent = true;
    }),
    ...(destination === undefined ? {} : { destination }),
    dispose: () => lease.dispose(),
  };
}
