import * as vscode from 'vscode';
import { ExpectedError } from '../../core/util/errors.ts';
import { note } from '../platform/dialogs.ts';
import { invocationOf } from '../targets/commands.ts';
import { choosePolicy } from '../targets/targets.ts';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import type { FeatureServices } from '../featureServices.ts';
import { addTestOfResource, addTestOfRule } from './addTest.ts';
import { PolicyTesting } from './policyTesting.ts';
import { codeLens } from '../platform/languageTexts.ts';
import { policyLanguages } from '../workspace/policyDocuments.ts';
import { policyTarget } from '../workspace/target.ts';
import { holds, type RanTest } from './testResults.ts';

/** Tests of policies appear in the Testing view, as problems, over policies and in the tree. */
export function registerPolicyTests(services: FeatureServices): void {
  const { disposables } = services;
  const testing = disposables.add(new PolicyTesting(services));
  disposables.add(vscode.languages.registerCodeLensProvider(testedFiles, testLenses(services, testing)));
  services.commands.onRules(services, { 'ordinance.rule.addTest': addTestOfRule });
  services.commands.onRow(services, {
    'ordinance.policy.addTest': async (adding, row, typed) =>
      addTestOfResource(adding, await choosePolicy(services.targets, invocationOf(row, undefined)), typed),
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

const testedFiles: vscode.DocumentSelector = policyLanguages.map((language) => ({ language }));

/** The lens shows the results over a policy with tests, and its command runs the tests. */
function testLenses(
  { consoles, settings }: FeatureServices,
  testing: PolicyTesting,
): vscode.CodeLensProvider {
  return {
    onDidChangeCodeLenses: testing.onDidChange,

    provideCodeLenses({ uri }) {
      const target = consoles.policyAt(uri);
      const last = target && testing.lastRun(target);
      if (!last || !settings.flag('ordinance.editor.codeLens', uri)) {
        return [];
      }
      const { tests, isOutdated } = last;
      return [
        codeLens(new vscode.Range(0, 0, 0, 0), {
          command: 'ordinance.policy.runTests',
          title: isOutdated ? vscode.l10n.t('Tests are being run') : resultWords(tests),
          tooltip: vscode.l10n.t('Run Tests of This Policy'),
          arguments: [policyTarget(target)],
        }),
      ];
    },
  };
}

/** The number of tests that pass or fail. */
function resultWords(tests: readonly RanTest[]): string {
  const count = tests.length;
  const failing = tests.filter((test) => !holds(test)).length;
  if (count === 1) {
    return failing === 1 ? vscode.l10n.t('1 test fails') : vscode.l10n.t('1 test passes');
  }
  if (failing === 1) {
    return vscode.l10n.t('1 of {0} tests fails', count);
  }
  return failing > 0
    ? vscode.l10n.t('{0} of {1} tests fail', failing, count)
    : vscode.l10n.t('{0} tests pass', count);
}
