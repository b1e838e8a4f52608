import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import { note } from '../platform/dialogs.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { PolicyTesting } from './policyTesting.ts';
import { holds } from './runningTests.ts';

/** Runs the tests of a policy on its file; the Testing view shows the run. */
export async function runPolicyTests(testing: PolicyTesting, policy: ChosenPolicy): Promise<void> {
  const ran = await testing.runAll(policy);
  if (ran.length === 0) {
    throw new ExpectedError(
      'no-tests',
      vscode.l10n.t('There are no tests of {0} that can be run.', policy.kind.name),
      {
        advice: vscode.l10n.t('Tests are in files called *.policy-test.yaml in the folder of the console.'),
      },
    );
  }
  const failing = ran.filter((one) => !holds(one));
  if (failing.length === 0) {
    note(
      ran.length === 1
        ? vscode.l10n.t('The test of {0} passes.', policy.kind.name)
        : vscode.l10n.t('All {0} tests of {1} pass.', ran.length, policy.kind.name),
    );
  } else {
    note(vscode.l10n.t('{0} of {1} tests of {2} fail.', failing.length, ran.length, policy.kind.name));
  }
}
