import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { note } from '../platform/dialogs.ts';
import { choosePolicy } from '../targets/choosePolicies.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { PolicyTestServices } from './policyTestServices.ts';
import { addTestOfResource, addTestOfRule } from './addTest.ts';
import { PolicyTesting } from './policyTesting.ts';
import { holds } from './testResults.ts';
import { testLenses, testedFiles } from './testLenses.ts';

/** Tests of policies appear in the Testing view, as problems, over policies and in the tree. */
export function registerPolicyTests(services: PolicyTestServices): Disposable {
  const store = new DisposableStore();
  const testing = store.add(new PolicyTesting(services));
  store.add(vscode.languages.registerCodeLensProvider(testedFiles, testLenses(services, testing)));
  services.commands.onRules(services, { 'ordinance.rule.addTest': addTestOfRule });
  services.commands.onRow(services, {
    'ordinance.policy.addTest': async (adding, row, typed) =>
      addTestOfResource(adding, await choosePolicy(services.targets, row, undefined), typed),
  });
  services.commands.onPolicy(testing, { 'ordinance.policy.runTests': runPolicyTests });
  return store;
}

/** Runs the tests of a policy on its file; the Testing view shows the run. */
async function runPolicyTests(testing: PolicyTesting, policy: ChosenPolicy): Promise<void> {
  const tests = await testing.runAll(policy);
  if (tests.length === 0) {
    throw new ExpectedError(
      'no-tests',
      vscode.l10n.t('There are no tests of {0} that can be run.', policy.kind.name),
      {
        advice: vscode.l10n.t('Tests are in files called *.policy-test.yaml in the folder of the console.'),
      },
    );
  }
  const failing = tests.filter((test) => !holds(test));
  if (failing.length === 0) {
    note(
      tests.length === 1
        ? vscode.l10n.t('The test of {0} passes.', policy.kind.name)
        : vscode.l10n.t('All {0} tests of {1} pass.', tests.length, policy.kind.name),
    );
  } else {
    note(
      failing.length === 1
        ? vscode.l10n.t('1 of {0} tests of {1} fails.', tests.length, policy.kind.name)
        : vscode.l10n.t('{0} of {1} tests of {2} fail.', failing.length, tests.length, policy.kind.name),
    );
  }
}
