import type { PolicyKind } from '../../core/policy/families.ts';
import { runTestsSteps } from '../../core/policyTest/runTests.ts';
import { inSlices } from '../../core/util/inSlices.ts';
import { messageOf, passOnCanceled } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { FoundTests } from '../workspace/policyTestFiles.ts';
import { testedNow } from '../workspace/expectNowFixes.ts';
import type { PolicyTestServices } from './policyTestServices.ts';
import type { Ran, RanTest } from './ranTest.ts';

/** The tests of one policy run on its policy file: those of all its files, or of the given files. */
export async function runOnWorkingCopy(
  services: PolicyTestServices,
  console: ConsoleHandle,
  kind: PolicyKind,
  signal?: AbortSignal,
): Promise<readonly RanTest[]> {
  const files = await services.policyTests.of(console, kind);
  if (files.length === 0) {
    return [];
  }
  try {
    const policy = await testedNow(services, console, kind);
    if (!policy) {
      return allAs(files, kind, { kind: 'no-file' });
    }
    const all: RanTest[] = [];
    for (const found of files) {
      for (const { test, result } of await inSlices(runTestsSteps(policy, found.file.tests), signal)) {
        all.push({ found, kind, index: test.index, name: test.name, ran: { kind: 'result', result } });
      }
    }
    return all;
  } catch (error) {
    passOnCanceled(error);
    return allAs(files, kind, { kind: 'problem', problem: messageOf(error) });
  }
}

function allAs(files: readonly FoundTests[], kind: PolicyKind, ran: Ran): readonly RanTest[] {
  return files.flatMap((found) =>
    found.file.tests.map(({ index, name }) => ({ found, kind, index, name, ran })),
  );
}
