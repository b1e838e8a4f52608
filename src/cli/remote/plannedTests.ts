import path from 'node:path';
import { readTestFile, testsOfPolicy } from '../../core/assist/testFile/readTestFile.ts';
import type { JsonObject } from '../../core/json/json.ts';
import type { KnownCollections } from '../../core/policy/collections.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { plannedTestsSteps, type PlannedTests, type TestsOfFile } from '../../core/policyTest/runTests.ts';
import { testedPolicy } from '../../core/policyTest/testedPolicy.ts';
import { testSpellingOf } from '../../core/policyTest/testFileName.ts';
import { readTestText, testFilesBelow } from '../../core/sync/store/testFiles.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import type { ConsolePlace } from './consolePlace.ts';

/** Runs the tests of the repository on the planned policy. */
export async function plannedTests(
  { root, policyFolder }: Pick<ConsolePlace, 'root' | 'policyFolder'>,
  kind: PolicyKind,
  document: JsonObject,
  collections: () => Promise<KnownCollections>,
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
  const policy = testedPolicy(kind, document, await collections());
  return inSlices(plannedTestsSteps(policy, files, true), signal);
}
