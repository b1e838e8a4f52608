import * as vscode from 'vscode';
import { placeOfTest } from '../../core/assist/testFile/readTestFile.ts';
import { LineIndex } from '../../core/document/text.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { createTestController, testError, testItem, testMessage, testOutput } from '../platform/testItems.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { FoundTests } from '../workspace/policyTestFiles.ts';
import { rangeIn } from '../workspace/textEdits.ts';
import type { FeatureServices } from '../featureServices.ts';
import { holds, whyNotLines, type RanTest } from './testResults.ts';

/** The tests in the Testing view: a row for each file, its tests below it. */
export class TestRows extends DisposableOwner {
  readonly #services: FeatureServices;
  readonly controller = this.disposables.add(
    createTestController('ordinance.policyTests', vscode.l10n.t('Policy tests')),
  );
  #files: readonly FoundTests[] = [];

  constructor(services: FeatureServices) {
    super();
    this.#services = services;
  }

  /** Rows that stay keep their results. */
  show(files: readonly FoundTests[]): void {
    this.#files = files;
    this.controller.items.replace(files.map((file) => this.#fileRow(file)));
  }

  /** The policies that have tests, or tests of a request. */
  policies(request?: vscode.TestRunRequest): readonly ChosenPolicy[] {
    const policies = new Map<string, ChosenPolicy>();
    for (const { uri, console, file } of this.#files) {
      const rows = Array.from(this.#rowOfFile(uri)?.children ?? [], ([, row]) => row);
      if (file.kind && rows.some((row) => !request || isRequested(row, request))) {
        policies.set(`${console.id} ${file.kind.name}`, { console, kind: file.kind });
      }
    }
    return [...policies.values()];
  }

  /** The rows of the test files of a policy. */
  ofPolicy({ console, kind }: ChosenPolicy): readonly vscode.TestItem[] {
    return this.#files.flatMap(({ uri, console: { id }, file }) =>
      id === console.id && file.kind?.name === kind.name ? (this.#rowOfFile(uri) ?? []) : [],
    );
  }

  ofTest({ testFile: { uri }, name }: RanTest): vscode.TestItem | undefined {
    return this.#rowOfFile(uri)?.children.get(idOf(uri, name));
  }

  /** Shows the result of a test, unless its row is gone. */
  async report(run: vscode.TestRun, test: RanTest): Promise<void> {
    const { testFile, name, ran } = test;
    const row = this.ofTest(test);
    if (!row) {
      return;
    }
    if (holds(test)) {
      run.passed(row);
      testOutput(run, `passed: ${name}`, row);
      return;
    }
    const location = new vscode.Location(testFile.uri, rangeOfTest(testFile, test.index));
    const lines = whyNotLines(ran);
    const message = testMessage(lines, location, await relatedRule(this.#services, test));
    if (ran.kind === 'result') {
      run.failed(row, message);
    } else {
      run.errored(row, message);
    }
    testOutput(run, `failed: ${name}: ${lines.join('; ')}`, row);
  }

  #rowOfFile(uri: vscode.Uri): vscode.TestItem | undefined {
    return this.controller.items.get(uri.toString());
  }

  #fileRow(testFile: FoundTests): vscode.TestItem {
    const { uri, console, file } = testFile;
    const path = uri.path.slice(console.policyFolder.path.length + 1);
    const label = file.kind?.name ?? path;
    const row = testItem(this.controller, uri.toString(), label, uri, `${console.entry.name} · ${path}`);
    row.children.replace(
      file.tests.map(({ name, index }) => {
        const child = testItem(this.controller, idOf(uri, name), name, uri);
        child.range = rangeOfTest(testFile, index);
        // The tests are in the order of the file.
        child.sortText = String(index).padStart(6, '0');
        return child;
      }),
    );
    const faulty = file.written - file.tests.length;
    if (faulty > 0 || file.tests.length === 0) {
      const [first] = file.diagnostics;
      testError(row, `${vscode.l10n.t('These tests cannot run: {0}.', faulty)} ${first?.message ?? ''}`);
    }
    return row;
  }
}

/** True if a request includes the row of a test. Without a list, it includes all rows. */
export function isRequested(row: vscode.TestItem, { include, exclude }: vscode.TestRunRequest): boolean {
  const isIn = (rows: readonly vscode.TestItem[]): boolean =>
    rows.some(({ id }) => id === row.id || id === row.parent?.id);
  return (!include || isIn(include)) && !isIn(exclude ?? []);
}

function idOf(uri: vscode.Uri, name: string): string {
  return `${uri.toString()}#${name}`;
}

/** The range of the name belongs to the text that was read. */
function rangeOfTest({ text, file }: FoundTests, index: number): vscode.Range {
  return rangeIn(
    new LineIndex(text),
    file.root ? placeOfTest(file.root, index, 'name') : { start: 0, end: 0 },
  );
}

/** The rule that a result names, with the start of the rule in its policy file; empty when the rule is gone. */
export async function relatedRule(
  { consoles, documents }: FeatureServices,
  { testFile, kind, ran }: RanTest,
): Promise<readonly { readonly label: string; readonly location: vscode.Location }[]> {
  const named = ran.kind === 'result' ? ran.result.rule : undefined;
  const uri = named && (await consoles.findFile(testFile.console, kind.name));
  const document = uri && (await documents.read(uri));
  const rule = named && document?.array(named.array)?.rules[named.index];
  if (!named || !uri || !document || !rule) {
    return [];
  }
  const { start } = rule.range;
  const range = rangeIn(new LineIndex(document.text), { start, end: start });
  return [{ label: named.name, location: new vscode.Location(uri, range) }];
}
