import * as vscode from 'vscode';
import { testsOfPolicy } from '../../core/assist/testFile/readTestFile.ts';
import type { JsonObject } from '../../core/json/json.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { plannedTestsSteps, type PlannedTests } from '../../core/policyTest/plannedTests.ts';
import { runTestsSteps, type TestRun } from '../../core/policyTest/runTests.ts';
import { testedPolicy } from '../../core/policyTest/testedPolicy.ts';
import { throwIfCanceled } from '../../core/util/errors.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import type { ConsoleHandle } from './consoleRegistry.ts';
import type { KnownScopes } from './knownScopes.ts';
import type { FoundTests, PolicyTestFiles } from './policyTestFiles.ts';

/** The results of the tests of one file. */
export interface FileRun {
  readonly found: FoundTests;
  readonly runs: readonly TestRun[];
}

/** Runs the tests of a policy on a document of it, whichever that is. */
export class PolicyTestRuns {
  readonly #files: PolicyTestFiles;
  readonly #scopes: KnownScopes;

  constructor(files: PolicyTestFiles, scopes: KnownScopes) {
    this.#files = files;
    this.#scopes = scopes;
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
    const policy = testedPolicy(kind, document, await this.#scopes.load(console));
    return inSlices(plannedTestsSteps(policy, read, mustHold), signal);
  }
}
