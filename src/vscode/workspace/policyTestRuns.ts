import * as vscode from 'vscode';
import { testsOfPolicy } from '../../core/assist/testFile/testsOfPolicy.ts';
import type { JsonObject } from '../../core/json/json.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { plannedTestsSteps, type PlannedTests } from '../../core/policyTest/plannedTests.ts';
import { runTestsSteps, type TestRun } from '../../core/policyTest/runTests.ts';
import { testedPolicy } from '../../core/policyTest/testedPolicy.ts';
import { messageOf, throwIfCanceled, passOnCanceled } from '../../core/util/errors.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import type { ConsoleLookups } from './consoleLookups.ts';
import type { ConsoleHandle } from './consoleRegistry.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { KnownScopes } from './knownScopes.ts';
import type { FoundTests, PolicyTestFiles } from './policyTestFiles.ts';

/** The results of the tests of one file. */
export interface FileRun {
  readonly found: FoundTests;
  readonly runs: readonly TestRun[];
}

/** Known collections, and the console to ask for unknown ones. */
interface KnownBy {
  readonly scopes: Pick<KnownScopes, 'ofConsole'>;
  readonly lookups: Pick<ConsoleLookups, 'read'>;
  readonly log: Logger;
}

/** Runs the tests of a policy on a document of it, whichever that is. */
export class PolicyTestRuns {
  readonly #files: PolicyTestFiles;
  readonly #scopes: KnownBy['scopes'];
  readonly #lookups: KnownBy['lookups'];
  readonly #log: Logger;

  constructor(files: PolicyTestFiles, { scopes, lookups, log }: KnownBy) {
    this.#files = files;
    this.#scopes = scopes;
    this.#lookups = lookups;
    this.#log = log;
  }

  /** Runs the tests of all files, unless some are given. */
  async run(
    console: ConsoleHandle,
    kind: PolicyKind,
    document: JsonObject,
    {
      files,
      signal,
    }: { readonly files?: readonly FoundTests[]; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<readonly FileRun[]> {
    const all = files ?? (await this.#files.of(console, kind));
    if (all.length === 0) {
      return [];
    }
    const policy = testedPolicy(kind, document, await this.#scopes.ofConsole(console));
    const results: FileRun[] = [];
    for (const found of all) {
      throwIfCanceled(signal);
      results.push({ found, runs: await inSlices(runTestsSteps(policy, found.file.tests), signal) });
    }
    return results;
  }

  /** The test results of a document that would be pushed; undefined for a policy without tests. */
  async planned(
    console: ConsoleHandle,
    kind: PolicyKind,
    document: JsonObject,
    { mustHold, signal }: { readonly mustHold: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<PlannedTests | undefined> {
    const read = (await this.#files.all()).flatMap(({ console: { id }, uri, file }) => {
      const tests = id === console.id ? testsOfPolicy(file, kind) : undefined;
      return tests ? [{ path: vscode.workspace.asRelativePath(uri), ...tests }] : [];
    });
    if (read.length === 0) {
      return undefined;
    }
    const policy = testedPolicy(kind, document, await this.#known(console));
    return inSlices(plannedTestsSteps(policy, read, mustHold), signal);
  }

  /** For a push the console is asked, where nothing is known otherwise. Nobody has to be able to read them. */
  async #known(console: ConsoleHandle): Promise<KnownCollections> {
    const known = await this.#scopes.ofConsole(console);
    if (known.size > 0 || console.access !== 'ready') {
      return known;
    }
    try {
      await this.#lookups.read(console);
    } catch (error) {
      passOnCanceled(error);
      this.#log.warn(`the collections of ${console.entry.name} were not read: ${messageOf(error)}`);
    }
    return this.#scopes.ofConsole(console);
  }
}
