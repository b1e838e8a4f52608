import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { Commands } from '../targets/commands.ts';
import { PolicyTesting, type TestingServices } from './policyTesting.ts';
import { runPolicyTests } from './runPolicyTests.ts';
import { TestLenses, testedFiles } from './testLenses.ts';

/** What policies are meant to decide: tests in the Testing view, as problems, over policies and in the tree. */
export function registerPolicyTests(services: TestingServices & { readonly commands: Commands }): Disposable {
  const store = new DisposableStore();
  const testing = store.add(new PolicyTesting(services));
  const lenses = store.add(new TestLenses({ ...services, testing }));
  store.add(vscode.languages.registerCodeLensProvider(testedFiles, lenses));
  services.commands.onPolicy(testing, { 'ordinance.policy.runTests': runPolicyTests });
  return store;
}
