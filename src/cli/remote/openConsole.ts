import path from 'node:path';
import { authorityOf, proxyFor, connectionOf } from '../../core/consoleFile/connectionOf.ts';
import { PushFindings } from '../../core/assist/findings/pushFindings.ts';
import { accountOrigin, shortAccountId } from '../../core/consoleFile/consoleEntry.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { keptCollectionsNote } from '../../core/sync/planFacts.ts';
import type { LivePolicies, PlanCollections } from '../../core/sync/ports.ts';
import { syncContextOf } from '../../core/sync/syncContext.ts';
import { DiskWorkingCopies } from '../../core/sync/diskWorkingCopies.ts';
import { readAuthorityFile } from '../../core/sync/store/consoleFileText.ts';
import { machineKey, Seal } from '../../core/sync/store/seal.ts';
import { Programs } from '../../core/sync/programs.ts';
import { gitBases } from '../../core/sync/store/git.ts';
import { keptCollections } from '../../core/sync/store/collectionsFile.ts';
import { SingleFlight } from '../../core/util/concurrency.ts';
import { isExpected, messageOf, passOnCanceled } from '../../core/util/errors.ts';
import { loadPart } from '../../core/util/loadPart.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { Call, CallContext, CommandResult, Environment } from '../command.ts';
import type { Output } from '../output.ts';
import { kindsNamed, type placeOptions } from './arguments.ts';
import { accessKeys, checkAuthority, withMachineKey } from './accessKeys.ts';
import { type ConsolePlace, consolePlace } from './consolePlace.ts';
import { userInfo } from 'node:os';
import { readTestFile, testsOfPolicy } from '../../core/assist/testFile/readTestFile.ts';
import type { JsonObject } from '../../core/json/json.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { type PlannedTests, runTestsOfFiles, type TestsOfFile } from '../../core/policyTest/runTests.ts';
import { testedPolicy } from '../../core/policyTest/policyTest.ts';
import { testSpellingOf } from '../../core/policy/policyFile.ts';
import { readTestText, testFilesBelow } from '../../core/sync/store/testFiles.ts';
import { whileOpen } from '../../core/util/disposable.ts';
import { recoveredLine, type RecoveredPush } from '../../core/sync/outcomes.ts';
import { selectPolicies } from './skippedPolicies.ts';
import { recoverPushes } from '../../core/sync/recover.ts';

/** One console of a workspace, ready for requests. */
export type OpenConsole = Awaited<ReturnType<typeof connect>>;

const requestTimeoutMs = 60_000;

/** Opens the console that the options name. With `explains`, plans include warnings. Throws ExpectedError. */
export async function openConsole(
  call: Pick<Call<typeof placeOptions>, 'values' | 'environment' | 'output'>,
  options?: Parameters<typeof connect>[2],
): Promise<OpenConsole> {
  return connect(await consolePlace(call.values, call.environment), call, options);
}

/** Throws ExpectedError. */
export async function connect(
  { all, ...here }: ConsolePlace,
  { environment, output }: CallContext,
  { explains = false }: { readonly explains?: boolean } = {},
) {
  const { root, entry, policyFolder } = here;
  const keys = await accessKeys(entry, all, environment);
  const ca = entry.caFile === undefined ? undefined : await readAuthorityFile(root, entry.caFile);
  checkAuthority(entry, ca === undefined ? undefined : authorityOf(ca), environment);
  const connection = connectionOf(entry, {
    ca,
    requestTimeoutMs,
    skipsVerification: () => false,
    proxyOf: (origin) => proxyFor(origin, { env: environment.variables }),
  });
  const local = localParts(here, { environment, output });
  const part = await loadPart('the HTTP client', () => import('../../core/console/clients.ts'));
  const client = new part.ConsoleClient(connection, keys, { logger: local.logger });
  const findings = new PushFindings();
  const flight = new SingleFlight<KnownCollections>();
  /** The contents of the collections. A plan needs the names and the contents at the same time: one request serves both. */
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
    ...policies,
    collectionNames: async (signal) => new Set((await collections(signal)).keys()),
  };
  const readKnown = async (): Promise<PlanCollections> => {
    try {
      return { contents: await collections(environment.signal) };
    } catch (error) {
      passOnCanceled(error);
      // A refused key is also the error of every policy.
      if (!(isExpected(error) && error.code === 'unauthorized')) {
        output.error(`could not read the collections: ${messageOf(error)}`);
      }
      const saved = await keptCollections(root, policyFolder);
      return {
        contents: saved ?? new Map(),
        note: saved && keptCollectionsNote(undefined, messageOf(error)),
      };
    }
  };
  let asked: Promise<PlanCollections> | undefined;
  /** The contents of the collections, read once: from the console, else from collections.yaml, else none. */
  const known = (): Promise<PlanCollections> => (asked ??= readKnown());
  const sync = syncContextOf({
    ...local,
    live,
    author: authorOf(environment),
    account: async () => {
      const key = await keys.accessKey(accountOrigin(entry));
      return key && shortAccountId(key.id);
    },
    isProtected: () => entry.protected,
    ...(environment.pause && { pause: environment.pause }),
    validate: (document) => findings.errors(document),
    test: (kind, document, signal) => plannedTests(here, kind, document, known, signal),
    // The journal keeps changed decisions, also when no plan is shown.
    collections: known,
    ...(explains && {
      warn: (document, lists) => findings.warnings(document, { lists }),
    }),
  });
  return {
    ...here,
    sync,
    live,
    collections,
    known,
    /** The destination of all requests. */
    destination: policies.destination,
    dispose: () => client.dispose(),
  };
}

/** The local parts of a console: its files, its records, and how they are read. Makes no request. */
export function localParts(
  { root, entry, policyFolder }: Omit<ConsolePlace, 'all'>,
  { environment, output }: CallContext,
) {
  const { variables } = environment;
  const logger = commandLineLogger(output);
  // A pipeline trusts its folder, but not enough to run programs in it.
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

/** Logs only problems, unless --verbose asks for details. */
function commandLineLogger(output: Output): Logger {
  return {
    trace: () => undefined,
    debug: output.detail,
    info: output.detail,
    warn: (message) => output.error(message),
    error: (message) => output.error(message instanceof Error ? message.message : message),
  };
}

/** The author for the journal. A user of a container often has a number and no name. */
function authorOf({ variables }: Pick<Environment, 'variables'>): string {
  const author = variables['ORDINANCE_AUTHOR']?.trim();
  if (author) {
    return author;
  }
  try {
    return userInfo().username;
  } catch {
    return variables['USER'] || variables['LOGNAME'] || `user ${process.getuid?.() ?? 'without a name'}`;
  }
}

/** Runs the tests of the repository on the planned policy. */
async function plannedTests(
  { root, policyFolder }: Pick<ConsolePlace, 'root' | 'policyFolder'>,
  kind: PolicyKind,
  document: JsonObject,
  collections: () => Promise<PlanCollections>,
  signal: AbortSignal | undefined,
): Promise<PlannedTests | undefined> {
  const files: TestsOfFile[] = [];
  for (const full of await testFilesBelow(policyFolder, signal)) {
    const read = readTestFile(await readTestText(root, full), testSpellingOf(full) ?? 'yaml');
    const tests = testsOfPolicy(read, kind);
    if (tests) {
      files.push({ path: path.relative(root, full).replaceAll(path.sep, '/'), ...tests });
    }
  }
  if (files.length === 0) {
    return undefined;
  }
  const policy = testedPolicy(kind, document, (await collections()).contents);
  return runTestsOfFiles(policy, files, { mustHold: true, signal });
}

/**
 * Settles unresolved pushes of earlier runs and corrects wrong results. Reports each once, also those that
 * settle later in this command.
 */
export async function settleOpen(
  { sync }: OpenConsole,
  { output, environment: { signal } }: CallContext,
): Promise<void> {
  const report = (push: RecoveredPush): void => output.note(recoveredLine(push));
  sync.settled.event((settled) => settled.forEach(report));
  (await recoverPushes(sync, signal)).filter(({ isOpen }) => isOpen).forEach(report);
}

/** Settles pushes for a command that only reads. A failure, such as a read-only folder, is reported and does not stop the command. */
export async function trySettleOpen(console: OpenConsole, call: CallContext): Promise<void> {
  try {
    await settleOpen(console, call);
  } catch (error) {
    passOnCanceled(error);
    call.output.error(`could not check unresolved pushes: ${messageOf(error)}`);
  }
}

/** Opens the console for a command that sends nothing, rechecks its pushes, and selects the policies. */
export function withPolicies(
  call: Call<typeof placeOptions>,
  options: Parameters<typeof openConsole>[1],
  work: (
    console: OpenConsole,
    selected: Awaited<ReturnType<typeof selectPolicies>>,
  ) => Promise<CommandResult>,
): Promise<CommandResult> {
  return whileOpen(openConsole(call, options), async (console) => {
    await trySettleOpen(console, call);
    return work(console, await selectPolicies(kindsNamed(call.positionals), console));
  });
}
