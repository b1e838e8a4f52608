import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { Commands } from '../targets/commands.ts';
import { choosePolicy } from '../targets/choosePolicies.ts';
import type { Targets } from '../targets/targets.ts';
import { addTestOfResource, addTestOfRule, type AddingServices } from './addTest.ts';
import { PolicyTesting } from './policyTesting.ts';
import { runPolicyTests } from './runPolicyTests.ts';
import { TestFixes, testFiles } from './testFixes.ts';
import { TestLenses, testedFiles } from './testLenses.ts';

/** What policies are meant to decide: tests in the Testing view, as problems, over policies and in the tree. */
export function registerPolicyTests(
  services: AddingServices & { readonly commands: Commands; readonly targets: Targets },
): Disposable {
  const store = new DisposableStore();
  const testing = store.add(new PolicyTesting(services));
  const lenses = store.add(new TestLenses({ ...services, testing }));
  store.add(vscode.languages.registerCodeLensProvider(testedFiles, lenses));
  store.add(
    vscode.languages.registerCodeActionsProvider(testFiles, new TestFixes(services, testing), {
      providedCodeActionKinds: TestFixes.kinds,
    }),
  );
  services.commands.onRules(services, { 'ordinance.rule.addTest': addTestOfRule });
  services.commands.onRow(services, {
    'ordinance.policy.addTest': async (adding, row, typed) =>
      addTestOfResource(adding, await choosePolicy(services.targets, row, undefined), typed),
  });
  services.commands.onPolicy(testing, { 'ordinance.policy.runTests': runPolicyTests });
  return store;
}
