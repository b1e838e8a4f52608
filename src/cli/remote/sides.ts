import path from 'node:path';
import type { KnownCollections } from '../../core/policy/collections.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { SideName } from '../../core/order/decisionsIn.ts';
import type { JsonObject } from '../../core/json/json.ts';
import { ConsoleSync } from '../../core/sync/consoleSync.ts';
import { DiskWorkingCopies } from '../../core/sync/diskWorkingCopies.ts';
import { machineKey } from '../../core/sync/machineKey.ts';
import { Programs } from '../../core/sync/programs.ts';
import type { LivePolicies } from '../../core/sync/ports.ts';
import { readLive } from '../../core/sync/readLive.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { GitBases } from '../../core/sync/store/gitBases.ts';
import { Seal } from '../../core/sync/store/seal.ts';
import { WorkingDocuments } from '../../core/sync/workingDocuments.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { Output } from '../output.ts';
import { variablePrefix } from './accessKeys.ts';
import { consolePlace, type ConsolePlace, type Place } from './consolePlace.ts';
import type { Environment } from './environment.ts';
import { withMachineKey } from './secrets.ts';
import { openConsole, warnings, type OpenConsole } from './openConsole.ts';

export interface Side extends Pick<OpenConsole, 'entry' | 'copies'> {
  /** Throws ExpectedError where there is none. */
  document(kind: PolicyKind): Promise<JsonObject>;
  /** As far as anything is known of them. */
  collections(): Promise<KnownCollections>;
  dispose(): void;
}

/** The console is asked for what it holds, and for its collections where none are kept and there is a key for it. */
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
      entry: console.entry,
      copies: console.copies,
      document: async (kind) => (await readLive(kind, await console.live.read(kind, signal))).document,
      collections: () => console.known(),
      dispose: () => console.dispose(),
    };
  }
  const here = await consolePlace(place, environment);
  const { root, entry, policyFolder } = here;
  const copies = new DiskWorkingCopies(policyFolder, root);
  const missing = (kind: PolicyKind, what: string): ExpectedError =>
    new ExpectedError('not-pulled', `There is no ${what} for ${kind.name}.`, { advice: 'Pull it first.' });
  return {
    entry,
    copies,
    async document(kind) {
      if (side === 'base') {
        const base = await offlineSync(here, copies, environment, output).base(kind);
        if (!base) {
          throw missing(kind, 'base');
        }
        return base;
      }
      const copy = await copies.read({ console: entry.name, policy: kind.name });
      if (!copy) {
        throw missing(kind, 'file');
      }
      const { value, problems } = await new WorkingDocuments().read(kind, copy);
      if (!value) {
        throw new ExpectedError('invalid', problems[0] ?? 'it cannot be read');
      }
      return value;
    },
    async collections() {
      const kept = await keptCollections(root, policyFolder);
      const keyId = `${variablePrefix(entry.name)}_ACCESS_KEY_ID`;
      const hasKey = environment.variables[keyId] || environment.variables[`${keyId}_FILE`];
      if (kept || !hasKey) {
        if (!kept) {
          output.error('no collections are kept here: only their names count (ordinance pull --collections)');
        }
        return kept ?? new Map();
      }
      const console = await openConsole(place, environment, output);
      try {
        return await console.known();
      } finally {
        console.dispose();
      }
    },
    dispose: () => undefined,
  };
}

/** What is known here of a console, without asking it. Throws ExpectedError. */
export async function localSync(
  place: Place,
  environment: Environment,
  output: Output,
): Promise<{ readonly sync: ConsoleSync; readonly entry: ConsolePlace['entry'] }> {
  const here = await consolePlace(place, environment);
  const copies = new DiskWorkingCopies(here.policyFolder, here.root);
  return { sync: offlineSync(here, copies, environment, output), entry: here.entry };
}

/** Finds bases and pushes without a console: nobody is asked for what is live. */
function offlineSync(
  { root, entry, policyFolder }: ConsolePlace,
  copies: DiskWorkingCopies,
  environment: Environment,
  output: Output,
): ConsoleSync {
  const { variables } = environment;
  const logger = warnings(output);
  const refuse = (): Promise<never> =>
    Promise.reject(new ExpectedError('offline', `${entry.name} is not asked here.`));
  const live: LivePolicies = { read: refuse, replace: refuse, collectionNames: refuse };
  const programs = new Programs({ mayRun: () => true, workspaces: () => [root], variables });
  return new ConsoleSync({
    console: entry.name,
    live,
    copies,
    paths: { policyFolder, storeFolder: path.join(root, '.ordinance') },
    logger,
    baseHistory: new GitBases(policyFolder, programs, logger),
    seal: new Seal(async () =>
      machineKey({ variables: await withMachineKey(environment), workspaces: [root], logger }),
    ),
    whereabouts: entry,
  });
}
