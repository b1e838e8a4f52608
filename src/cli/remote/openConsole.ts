import { userInfo } from 'node:os';
import path from 'node:path';
import { authorityOf } from '../../core/console/authoritiesIn.ts';
import { ConsoleClient } from '../../core/console/consoleClient.ts';
import { proxyFor } from '../../core/console/proxyFor.ts';
import { PolicyChecker } from '../../core/assist/findings/checkPolicy.ts';
import { warningLines } from '../../core/assist/findings/warningLines.ts';
import { parseConsoleFile } from '../../core/assist/consoleFile/parseConsoleFile.ts';
import { connectionOf } from '../../core/consoles/connectionOf.ts';
import { consoleFileName, type ConsoleEntry } from '../../core/consoles/consoleFile.ts';
import type { Destination } from '../../core/consoles/destination.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';
import { ConsoleSync } from '../../core/sync/consoleSync.ts';
import { DiskWorkingCopies } from '../../core/sync/diskWorkingCopies.ts';
import { readAuthorityFile } from '../../core/sync/store/authorityFile.ts';
import { machineKey } from '../../core/sync/machineKey.ts';
import { Programs } from '../../core/sync/programs.ts';
import { consoleFileText } from '../../core/sync/store/consoleFileText.ts';
import { GitBases } from '../../core/sync/store/gitBases.ts';
import { Seal } from '../../core/sync/store/seal.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { Output } from '../output.ts';
import { accessKeys, checkAuthority } from './accessKeys.ts';
import type { Environment } from './environment.ts';

/** One console of a workspace, ready for requests. */
export interface OpenConsole {
  readonly entry: ConsoleEntry;
  /** Where requests go, and to whom. */
  readonly destination: Destination;
  readonly sync: ConsoleSync;
  readonly copies: DiskWorkingCopies;
  /** Spelling of new files. */
  readonly format: Spelling;
  dispose(): void;
}

export interface Place {
  /** Folder of `ordinance.yaml`; the current one by default. */
  readonly root?: string;
  /** Needed when there are several. */
  readonly console?: string;
}

const requestTimeoutMs = 60_000;

/** The console that `place` names. Throws ExpectedError. */
export async function openConsole(
  place: Place,
  environment: Environment,
  output: Output,
): Promise<OpenConsole> {
  const root = path.resolve(environment.folder, place.root ?? '.');
  const { consoles, format } = await consoleFileIn(root);
  const entry = chosen(consoles, place.console);
  const keys = accessKeys(entry, consoles, environment);
  const ca = entry.caFile === undefined ? undefined : await readAuthorityFile(root, entry.caFile);
  checkAuthority(entry, ca === undefined ? undefined : authorityOf(ca), environment);
  const connection = connectionOf(entry, {
    ca,
    requestTimeoutMs,
    skipsVerification: () => false,
    proxyOf: (origin) => proxyFor(origin, { env: environment.variables }),
  });
  const logger = warnings(output);
  const client = new ConsoleClient(connection, keys, { logger });
  const policyFolder = path.join(root, ...entry.folder.split('/'));
  const copies = new DiskWorkingCopies(policyFolder, root);
  const checker = new PolicyChecker();
  // Whoever runs a pipeline trusts its folder, but not so far as to run what lies in it.
  const { variables } = environment;
  const programs = new Programs({ mayRun: () => true, workspaces: () => [root], variables });
  const sync = new ConsoleSync({
    console: entry.name,
    live: client.policies,
    copies,
    paths: { policyFolder, storeFolder: path.join(root, '.ordinance') },
    logger,
    baseHistory: new GitBases(policyFolder, programs, logger),
    seal: new Seal(() => machineKey({ variables, workspaces: [root], logger })),
    author: environment.variables['ORDINANCE_AUTHOR'] ?? userInfo().username,
    protected: entry.protected,
    ...(environment.pause && { pause: environment.pause }),
    whereabouts: entry,
    consoleVersion: (signal) => client.version(signal),
    validate: (document) =>
      checker
        .check(document)
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => message),
    warn: (document) => warningLines(checker, document),
  });
  const { destination } = client.policies;
  return { entry, destination, sync, copies, format, dispose: () => client.dispose() };
}

async function consoleFileIn(root: string) {
  const file = path.join(root, consoleFileName);
  const text = await consoleFileText(root);
  if (text === undefined) {
    throw new ExpectedError('no-console-file', `There is no ${file}.`, {
      advice: 'Run this in the folder of ordinance.yaml, or name it with --root.',
    });
  }
  const content = parseConsoleFile(text);
  const [problem] = content.problems;
  if (problem) {
    throw new ExpectedError('console-file', `${file}: ${problem.path.join('.')}: ${problem.message}`);
  }
  return content;
}

function chosen(consoles: readonly ConsoleEntry[], name: string | undefined): ConsoleEntry {
  const names = consoles.map((one) => one.name).join(', ');
  const [first, second] = consoles;
  const entry = name === undefined ? (second ? undefined : first) : consoles.find((one) => one.name === name);
  if (!entry) {
    throw new ExpectedError(
      'no-console',
      name === undefined ? 'It is not said which console is meant.' : `There is no console ${name}.`,
      { advice: `Name one with --console: ${names || 'ordinance.yaml names none'}.` },
    );
  }
  return entry;
}

/** A pipeline's log is no place for traces. */
function warnings(output: Output): Logger {
  const ignore = (): void => undefined;
  return {
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: (message) => output.error(message),
    error: (message) => output.error(message instanceof Error ? message.message : message),
  };
}
