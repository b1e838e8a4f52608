import * as vscode from 'vscode';
import { policyKind } from '../../core/policy/families.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { codeLens } from '../platform/languageTexts.ts';
import { policyLanguages } from '../workspace/policyDocuments.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { PolicyTestServices } from './policyTestServices.ts';
import type { PolicyTesting } from './policyTesting.ts';
import { holds } from './ranTest.ts';

export const testedFiles: vscode.DocumentSelector = policyLanguages.map((language) => ({ language }));

/** The lens shows the results over a policy with tests, and its command runs the tests. */
export class TestLenses extends DisposableOwner implements vscode.CodeLensProvider {
  readonly #services: PolicyTestServices;
  readonly #testing: PolicyTesting;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(services: PolicyTestServices, testing: PolicyTesting) {
    super();
    this.#services = services;
    this.#testing = testing;
    this.disposables.add(testing.onDidChange(() => this.#changed.fire()));
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const { consoles, settings } = this.#services;
    const testing = this.#testing;
    const place = consoles.policyAt(document.uri);
    const kind = place && policyKind(place.ref.policy);
    const ran = kind && testing.lastOf({ console: place.console, kind });
    if (!place || !ran || !settings.flag('ordinance.editor.codeLens', document.uri)) {
      return [];
    }
    const isOutdated = testing.isOutdated({ console: place.console, kind });
    const failing = ran.filter((one) => !holds(one)).length;
    const target: PolicyTarget = { kind: 'policy', consoleId: place.console.id, policy: place.ref.policy };
    return [
      codeLens(new vscode.Range(0, 0, 0, 0), {
        command: 'ordinance.policy.runTests',
        title: isOutdated ? vscode.l10n.t('Tests are being run') : wordsOf(ran.length, failing),
        tooltip: vscode.l10n.t('Run Tests of This Policy'),
        arguments: [target],
      }),
    ];
  }
}

function wordsOf(count: number, failing: number): string {
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
