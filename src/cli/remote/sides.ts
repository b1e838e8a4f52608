import type { KnownCollections } from '../../core/policy/collections.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { SideName } from '../../core/order/policyDecision.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { consoleSyncOf } from '../../core/sync/consoleSync.ts';
import { readLive } from '../../core/sync/readLive.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { policyValue } from '../../core/sync/workingCopy.ts';
import { bareSecret } from '../../core/util/bareSecret.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { Output } from '../output.ts';
import { variablePrefix } from './accessKeys.ts';
import { consolePlace, type Place } from './consolePlace.ts';
import type { Environment } from './environment.ts';
import { openConsole, localParts, type OpenConsole } from './openConsole.ts';
import { whileOpen } from '../../core/util/disposable.ts';

export interface Side extends Pick<OpenConsole, 'entry' | 'sync' | 'root' | 'policyFolder'> {
  /** Throws ExpectedError when this side lacks the policy. */
  document(kind: PolicyKind): Promise<JsonObject>;
  /** The known contents of collections. */
  collections(): Promise<KnownCollections>;
  dispose(): void;
}

/**
 * Opens the policies of one side. Makes requests for the live side, and for collections when none are saved
 * and a key exists.
 */
export async function openSide(
  side: SideName,
  place: Place,
  environment: Environment,
  output: Output,
): Promise<Side> {
  const { signal } = environment;
  if (side === 'live') {
    const console = await openConsole(place, environment, output);
    return {
      ...console,
      document: async (kind) =>
        (await readLive(kind, (await console.live.readPolicy(kind, signal)).text)).document,
      collections: () => console.known(),
    };
  }
  const here = await consolePlace(place, environment);
  const { root, entry, policyFolder } = here;
  const local = localParts(here, environment, output);
  const { copies } = local;
  const refuse = (): Promise<never> =>
    Promise.reject(new ExpectedError('offline', `${entry.name} is not used here.`));
  const sync = consoleSyncOf({
    ...local,
    live: { readPolicy: refuse, collectionNames: refuse },
  });
  const missing = (kind: PolicyKind, what: string): ExpectedError =>
    new ExpectedError('not-pulled', `There is no ${what} for ${kind.name}.`, { advice: 'Pull it first.' });
  return {
    ...here,
    sync,
    async document(kind) {
      if (side === 'base') {
        const base = await sync.base(kind);
        if (!base) {
          throw missing(kind, 'base');
        }
        return base;
      }
      const copy = await copies.read({ console: entry.name, policy: kind.name });
      if (!copy) {
        throw missing(kind, 'file');
      }
      return policyValue(kind, copy);
    },
    async collections() {
      const known = await keptCollections(root, policyFolder);
      const keyId = `${variablePrefix(entry.name)}_ACCESS_KEY_ID`;
      const hasKey = [keyId, `${keyId}_FILE`].some((name) => bareSecret(environment.variables[name] ?? ''));
      if (known || !hasKey) {
        if (!known) {
          output.error(
            'no collections.yaml: collections are compared by name only (run "ordinance pull --collections")',
          );
        }
        return known ?? new Map();
      }
      return whileOpen(openConsole(place, environment, output), (console) => console.known());
    },
    dispose: () => undefined,
  };
}
