import type { JsonObject } from '../../core/json/json.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { runTestsSteps, type TestRun } from '../../core/policyTest/runTests.ts';
import { testedPolicy } from '../../core/policyTest/testedPolicy.ts';
import { throwIfCancelled } from '../../core/util/errors.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import type { ConsoleHandle } from './consoleRegistry.ts';
import type { KnownScopes } from './knownScopes.ts';
import type { FoundTests, PolicyTestFiles } from './policyTestFiles.ts';

/** What became of the tests of one file. */
export interface FileRun {
  readonly found: FoundTests;
  readonly runs: readonly TestRun[];
}

/** Runs the tests of a policy on a document of it, whichever that is. */
export class PolicyTestRuns {
  readonly #files: PolicyTestFiles;
  readonly #scopes: Pick<KnownScopes, 'ofConsole'>;

  constructor(files: PolicyTestFiles, scopes: Pick<KnownScopes, 'ofConsole'>) {
    this.#files = files;
    this.#scopes = scopes;
  }

  /** Those of all files, unless some are given. */
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
      throwIfCancelled(signal);
      results.push({ found, runs: await inSlices(runTestsSteps(policy, found.file.tests), signal) });
    }
    return results;
  }
}
