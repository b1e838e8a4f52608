import * as vscode from 'vscode';
import type { FixData, FixValue } from '../../core/assist/findings/finding.ts';
import { expectNowFix } from '../../core/assist/testFile/editTests.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { defaultExpectation, expectNow } from '../../core/policyTest/expectNow.ts';
import { testedPolicy, type TestedPolicy } from '../../core/policyTest/policyTest.ts';
import { passOnUnexpected } from '../../core/util/errors.ts';
import type { ConsoleHandle } from './consoleHandle.ts';
import type { ConsoleLookups } from './consoleLookups.ts';
import { readWorkingPolicy, type WorkingServices } from './workingCopies.ts';
import { isPlain } from '../../core/util/plainRecord.ts';

interface TestedServices extends WorkingServices {
  readonly lookups: Pick<ConsoleLookups, 'collectionsOf'>;
}

/**
 * The current policy file, unsaved edits included, with the collections for its tests. Undefined without a
 * file.
 */
export async function testedNow(
  services: TestedServices,
  console: ConsoleHandle,
  kind: PolicyKind,
): Promise<TestedPolicy | undefined> {
  const document = await readWorkingPolicy(services, console, kind);
  return document && testedPolicy(kind, document, await services.lookups.collectionsOf(console));
}

/**
 * The fix makes a test expect the current decision, like *Add Test…* for a new test. Empty when the decision
 * is unknown. Throws CanceledError.
 */
export async function expectNowFixes(
  services: TestedServices,
  { console, kind }: { readonly console: ConsoleHandle; readonly kind: PolicyKind },
  { test, index, isNew }: { readonly test: unknown; readonly index: number; readonly isNew: boolean },
  signal: AbortSignal,
): Promise<readonly FixData[]> {
  try {
    const policy = await testedNow(services, console, kind);
    if (!policy || !isPlain(test)) {
      return [];
    }
    const asked = isNew ? { ...test, name: String(index), expect: defaultExpectation(policy) } : test;
    const now = await expectNow(policy, asked, signal);
    const title = isNew
      ? vscode.l10n.t('Expect the current decision')
      : vscode.l10n.t('Expect the current decision (changes what the test requires)');
    const fix = now && expectNowFix(test, index, now as FixValue, title);
    return fix ? [fix] : [];
  } catch (error) {
    // The policy file itself shows the problem of an unreadable policy.
    passOnUnexpected(error);
    return [];
  }
}
