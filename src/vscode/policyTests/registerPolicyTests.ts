import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import { note } from '../platform/dialogs.ts';
import { choosePolicy } from '../targets/choosePolicies.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { FeatureServices } from '../featureServices.ts';
import { addTestOfResource, addTestOfRule } from './addTest.ts';
import { PolicyTesting } from './policyTesting.ts';
import { resultWords, testLenses, testedFiles } from './testLenses.ts';

/** Tests of policies appear in the Testing view, as problems, over policies and in the tree. */
export function registerPolicyTests(services: FeatureServices): void {
  const { disposables } = services;
  const testing = disposables.add(new PolicyTesting(services));
  disposables.add(vscode.languages.registerCodeLensProvider(testedFiles, testLenses(services, testing)));
  services.commands.onRules(services, { 'ordinance.rule.addTest': addTestOfRule });
  services.commands.onRow(services, {
    'ordinance.policy.addTest': async (adding, row, typed) =>
      addTestOfResource(adding, await choosePolicy(services.targets, row, undefined), typed),
  });
  services.commands.onPolicy(testing, { 'ordinance.policy.runTests': runPolicyTests });
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
  note(vscode.l10n.t('{0}: {1}', policy.kind.name, resultWords(tests)));
}
