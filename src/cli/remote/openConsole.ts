import path from 'node:path';
import { authorityOf } from '../../core/consoleFile/authoritiesIn.ts';
import { proxyFor } from '../../core/console/proxyFor.ts';
import { isKnownField } from '../../core/assist/schema/field.ts';
import { PushFindings } from '../../core/assist/findings/pushFindings.ts';
import { connectionOf } from '../../core/consoleFile/connectionOf.ts';
import { accountOrigin } from '../../core/consoleFile/consoleEntry.ts';
import type { Destination } from '../../core/consoleFile/destination.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { keptCollectionsNote } from '../../core/sync/planFacts.ts';
import type { LivePolicies } from '../../core/sync/ports.ts';
import { ConsoleSync } from '../../core/sync/consoleSync.ts';
import { DiskWorkingCopies } from '../../core/sync/diskWorkingCopies.ts';
import { readAuthorityFile } from '../../core/sync/store/authorityFile.ts';
import { machineKey } from '../../core/sync/machineKey.ts';
import { Programs } from '../../core/sync/programs.ts';
import { gitBases } from '../../core/sync/store/gitBases.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { Seal } from '../../core/sync/store/seal.ts';
import { SingleFlight } from '../../core/util/concurrency.ts';
import { isExpected, messageOf, passOnCanceled } from '../../core/util/errors.ts';
import { loadPart } from '../../core/util/loadPart.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { Output } from '../output.ts';
import { accountWords } from '../../core/consoleFile/accountWords.ts';
import { accessKeys, checkAuthority } from './accessKeys.ts';
import { consolePlace, type ConsolePlace, type Place } from './consolePlace.ts';
import type { Environment } from './environment.ts';
import { plannedTests } from './plannedTests.ts';
import { withMachineKey } from './secrets.ts';
import { userInfo } from 'node:os';

/** One console of a workspace, ready for requests. */
export interface OpenConsole extends Omit<ConsolePlace, 'all'> {
  /** Where requests go, and to whom. */
  readonly destination: Destination;
  readonly sync: ConsoleSync;
  readonly copies: DiskWorkingCopies;
  /** The contents of its collections, read from the console. */
  collections(signal?: AbortSignal): Promise<KnownCollections>;
  /** The contents of its collections, read once: from the console, else from collections.yaml, else only those that are always known. */
  known(): Promise<KnownCollections>;
  /** Whether `known` answered with what is kept: a file of the repository, which may say anything. */
  isKept(): boolean;
  /** Live as the console holds it. */
  readonly live: LivePolicies;
  dispose(): void;
}

const requestTimeoutMs = 60_000;

/** The console that `place` names. `explains`: plans are shown, with all there is to say of them. Throws ExpectedError. */
export async function openConsole(
  place: Place,
  environment: Environment,
  output: Output,
  { explains = false }: { readonly explains?: boolean } = {},
): Promise<OpenConsole> {
  const here = await consolePlace(place, environment);
  const { root, entry, all, format, policyFolder } = here;
  const keys = await accessKeys(entry, all, environment);
  const ca = entry.caFile === undefined ? undefined : await readAuthorityFile(root, entry.caFile);
  checkAuthority(entry, ca === undefined ? undefined : authorityOf(ca), environment);
  const connection = connectionOf(entry, {
    ca,
    requestTimeoutMs,
    skipsVerification: () => false,
    proxyOf: (origin) => proxyFor(origin, { env: environment.variables }),
  });
  const kept = keptHere(here, environment, output);
  const part = await loadPart('the HTTP client', () => import('../../core/console/clients.ts'));
  const client = new part.ConsoleClient(connection, keys, { logger: kept.logger });
  const findings = new PushFindings();
  const flight = new SingleFlight<KnownCollections>();
  // A plan checks the names and reads the contents at the same time: that is one reading.
  const collections = (signal?: AbortSignal): Promise<KnownCollections> =>
    flight.run(
      '',
      async () =>
        new Map(
          (await client.resources.collections.list(signal)).map(({ name, patterns }) => [name, patterns]),
        ),
    );
  const { policies } = client;
  const live: LivePolicies = {
    destination: policies.destination,
    read: (...of) => policies.read(...of),
    readToReplace: (...of) => policies.readToReplace(...of),
    collectionNames: async (signal) => new Set((await collections(signal)).keys()),
  };
  let asked: Promise<KnownCollections> | undefined;
  let note: string | undefined;
  const known = (): Promise<KnownCollections> =>
    (asked ??= collections(environment.signal).catch(async (error: unknown) => {
      passOnCanceled(error);
      // Every policy fails with a refused key, and says so.
      if (!(isExpected(error) && error.code === 'unauthorized')) {
        output.error(`could not read the collections: ${messageOf(error)}`);
      }
      const before = await keptCollections(root, policyFolder);
      note = before && keptCollectionsNote(undefined, messageOf(error));
      return before ?? new Map();
    }));
  const sync = new ConsoleSync({
    ...kept,
    live,
    author: authorOf(environment),
    account: async () => {
      const key = await keys.accessKey(accountOrigin(entry));
      return key && accountWords(key.id);
    },
    isProtected: () => entry.protected,
    ...(environment.pause && { pause: environment.pause }),
    consoleVersion: (signal) => client.version(signal),
    validate: (document) => findings.errors(document),
    test: (kind, document, signal) =>
      plannedTests({ root, policyFolder, kind, document, collections: known, signal }),
    // The journal keeps changed decisions, also when no plan is shown.
    collections: known,
    collectionsNote: async () => note,
    isKnownField,
    ...(explains && {
      warn: (document, lists) => findings.warnings(document, { lists }),
    }),
  });
  return {
    entry,
    destination: policies.destination,
    sync,
    copies: kept.copies,
    format,
    root,
    policyFolder,
    collections,
    known,
    isKept: () => note !== undefined,
    live,
    dispose: () => client.dispose(),
  };
}

/** The files of a console, what is kept of it beside them, and how that is read: it need not be asked for any of it. */
export function keptHere(
  { root, entry, policyFolder }: ConsolePlace,
  environment: Environment,
  output: Output,
) {
  const { variables } = environment;
  const logger = warnings(output);
  // Whoever runs a pipeline trusts its folder, but not so far as to run what lies in it.
  const programs = new Programs({ mayRun: () => true, workspaces: () => [root], variables });
  return {
    console: entry.name,
    copies: new DiskWorkingCopies(policyFolder, root),
    paths: { policyFolder, storeFolder: path.join(root, '.ordinance') },
    logger,
    baseHistory: gitBases(policyFolder, programs, logger),
    seal: new Seal(async () =>
      machineKey({ variables: await withMachineKey(environment), workspaces: [root], logger }),
    ),
    whereabouts: entry,
  };
}

/** A pipeline's log is no place for traces, unless somebody asked for what is done on the way. */
export function warnings(output: Output): Logger {
  return {
    trace: () => undefined,
    debug: output.detail,
    info: output.detail,
    warn: (message) => output.error(message),
    error: (message) => output.error(message instanceof Error ? message.message : message),
  };
}

/** Who pushes, for the journal. A user of a container has a number, and often no name. */
function authorOf({ variables }: Pick<Environment, 'variables'>): string {
  const named = variables['ORDINANCE_AUTHOR']?.trim();
  if (named) {
    return named;
  }
  try {
    return userInfo().username;
  } catch {
    return variables['USER'] || variables['LOGNAME'] || `user ${process.getuid?.() ?? 'without a name'}`;
  }
}
