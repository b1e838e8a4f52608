import type { PolicyKind } from '../../core/policy/families.ts';
import type { SideName } from '../../core/order/policyDecision.ts';
import type { JsonObject } from '../../core/json/json.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { syncContextOf } from '../../core/sync/syncContext.ts';
import { readLive } from '../../core/sync/readLive.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { policyValue } from '../../core/sync/workingCopy.ts';
import { bareSecret } from '../../core/util/bareSecret.ts';
import { whileOpen } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { Call, CallContext } from '../command.ts';
import { variablePrefix } from './accessKeys.ts';
import type { placeOptions } from './arguments.ts';
import { consolePlace, type ConsolePlace } from './consolePlace.ts';
import { connect, localParts } from './openConsole.ts';
import { baseDocument } from '../../core/sync/pull.ts';

/** The files and the records of the console that the options name. Makes no request. Throws ExpectedError. */
export async function openLocal(call: Call<typeof placeOptions>) {
  return localConsole(await consolePlace(call.values, call.environment), call);
}

function localConsole(place: ConsolePlace, call: CallContext) {
  const local = localParts(place, call);
  const refuse = (): Promise<never> =>
    Promise.reject(new ExpectedError('offline', `${place.entry.name} is not used here.`));
  const live = { readPolicy: refuse, collectionNames: refuse, pin: refuse };
  return { ...place, copies: local.copies, sync: syncContextOf({ ...local, live }) };
}

/** The policies and the collections of one side. */
export interface Side {
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
export async function openSide(side: SideName, place: ConsolePlace, call: CallContext): Promise<Side> {
  const { environment, output } = call;
  if (side === 'live') {
    const { live, known, dispose } = await connect(place, call);
    return {
      document: async (kind) =>
        (await readLive(kind, (await live.readPolicy(kind, environment.signal)).text)).document,
      collections: async () => (await known()).contents,
      dispose,
    };
  }
  const { root, entry, policyFolder, copies, sync } = localConsole(place, call);
  const missing = (kind: PolicyKind, what: string): ExpectedError =>
    new ExpectedError('not-pulled', `There is no ${what} for ${kind.name}.`, { advice: 'Pull it first.' });
  return {
    async document(kind) {
      if (side === 'base') {
        const base = await baseDocument(sync, kind);
        if (!base) {
          throw missing(kind, 'base');
        }
        return base;
      }
      const copy = await copies.read(kind);
      if (!copy) {
        throw missing(kind, 'file');
      }
      return policyValue(kind, copy);
    },
    async collections() {
      const saved = await keptCollections(root, policyFolder);
      if (saved) {
        return saved;
      }
      const keyId = `${variablePrefix(entry.name)}_ACCESS_KEY_ID`;
      if ([keyId, `${keyId}_FILE`].some((name) => bareSecret(environment.variables[name] ?? ''))) {
        return whileOpen(connect(place, call), async (console) => (await console.known()).contents);
      }
      output.error(
        'no collections.yaml: collections are compared by name only (run "ordinance pull --collections")',
      );
      return new Map();
    },
    dispose: () => undefined,
  };
}
