import * as vscode from 'vscode';
import { codeLens } from '../platform/languageTexts.ts';
import { policyLanguages } from '../workspace/policyDocuments.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { PolicyTesting } from './policyTesting.ts';
import { holds, type RanTest } from './testResults.ts';

export const testedFiles: vscode.DocumentSelector = policyLanguages.map((language) => ({ language }));

/** The lens shows the results over a policy with tests, and its command runs the tests. */
export function testLenses(
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
      const { console, kind } = target;
      const policy: PolicyTarget = { kind: 'policy', consoleId: console.id, policy: kind.name };
      return [
        codeLens(new vscode.Range(0, 0, 0, 0), {
          command: 'ordinance.policy.runTests',
          title: isOutdated ? vscode.l10n.t('Tests are being run') : resultWords(tests),
          tooltip: vscode.l10n.t('Run Tests of This Policy'),
          arguments: [policy],
        }),
      ];
    },
  };
}

/** The number of tests that pass or fail. */
export function resultWords(tests: readonly RanTest[]): string {
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
