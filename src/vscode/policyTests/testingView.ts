import * as vscode from 'vscode';
import { defaultSeverity } from '../../core/assist/findings/catalog.ts';
import type { FixData } from '../../core/assist/findings/finding.ts';
import { LineIndex } from '../../core/document/lineIndex.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { isCanceled } from '../../core/util/errors.ts';
import { diagnostic, relatedInformation } from '../platform/languageTexts.ts';
import { createTestController, testError, testItem, testMessage, testOutput } from '../platform/testItems.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { expectNowFixes } from '../workspace/expectNowFixes.ts';
import type { FoundTests } from '../workspace/policyTestFiles.ts';
import type { ShownFinding } from '../workspace/shownFinding.ts';
import type { PolicyTestServices } from './policyTestServices.ts';
import { holds, resultFindings, testAt, whyNotLines, type RanTest } from './ranTest.ts';
import { runOnWorkingCopy } from './runningTests.ts';
import { locationOfRule, rangeIn, rangeOfTest } from './testPlaces.ts';

/** A policy that has tests. */
export interface TestedTarget {
  readonly console: ConsoleHandle;
  readonly kind: PolicyKind;
}

export interface TestingViewActions {
  /** Finds the tests before a run. */
  readonly findTests: () => Promise<void>;
  readonly refresh: () => void;
  /** Gets the results of all tests of a policy. */
  readonly onRan: (ran: readonly RanTest[]) => void;
}

/** The tests in the Testing view: a row for each file, its tests below it. Failed and unknown tests are problems, too. */
export class TestingView extends DisposableOwner {
  readonly #services: PolicyTestServices;
  readonly #controller = this.disposables.add(
    createTestController('ordinance.policyTests', vscode.l10n.t('Policy tests')),
  );
  readonly #problems = this.disposables.add(
    vscode.languages.createDiagnosticCollection('ordinance.policyTests'),
  );
  readonly #onRan: TestingViewActions['onRan'];
  #found: readonly FoundTests[] = [];

  constructor(services: PolicyTestServices, { findTests, refresh, onRan }: TestingViewActions) {
    super();
    this.#services = services;
    this.#onRan = onRan;
    this.#controller.createRunProfile(
      vscode.l10n.t('Run'),
      vscode.TestRunProfileKind.Run,
      async (request, token) => {
        const controller = new AbortController();
        token.onCancellationRequested(() => controller.abort());
        await findTests();
        await this.#run(request, controller.signal);
      },
      true,
    );
    this.#controller.refreshHandler = refresh;
  }

  /** All policies that have tests. */
  get policies(): readonly TestedTarget[] {
    return this.#chosen(undefined).policies;
  }

  /** The rows that stay keep their results; the problems of all other files are removed. */
  show(found: readonly FoundTests[]): void {
    this.#found = found;
    this.#controller.items.replace(found.map((one) => this.#fileItem(one)));
    const kept = new Set(found.map(({ uri }) => uri.toString()));
    const gone: vscode.Uri[] = [];
    this.#problems.forEach((uri) => {
      if (!kept.has(uri.toString())) {
        gone.push(uri);
      }
    });
    gone.forEach((uri) => this.#problems.delete(uri));
  }

  /** Shows the problems of the files that have these tests; `ran` has all tests of each file. */
  async showProblems(ran: readonly RanTest[]): Promise<void> {
    for (const [found, ofFile] of Map.groupBy(ran, (one) => one.found)) {
      const problems = await Promise.all(ofFile.map((one) => this.#problemsOf(one)));
      this.#problems.set(found.uri, problems.flat());
    }
  }

  /** The rows of a policy lose their results, which belong to an older text. */
  withdraw(target: TestedTarget): void {
    const rows = this.#rowsOf(target);
    if (rows.length > 0) {
      this.#controller.invalidateTestResults(rows);
    }
  }

  /** Runs all tests of a policy. */
  async runAll(target: TestedTarget): Promise<readonly RanTest[]> {
    const rows = this.#rowsOf(target);
    return rows.length === 0 ? [] : this.#run(new vscode.TestRunRequest(rows), new AbortController().signal);
  }

  #item(uri: vscode.Uri, name: string): vscode.TestItem | undefined {
    return this.#controller.items.get(uri.toString())?.children.get(idOf(uri, name));
  }

  #rowsOf({ console, kind }: TestedTarget): vscode.TestItem[] {
    return this.#found
      .filter((one) => one.console.id === console.id && one.file.kind?.name === kind.name)
      .map(({ uri }) => this.#controller.items.get(uri.toString()))
      .filter((item) => item !== undefined);
  }

  /** The policies that rows, or all of them, are about, and the rows of tests among them. */
  #chosen(items: readonly vscode.TestItem[] | undefined): {
    readonly policies: readonly TestedTarget[];
    readonly ids: ReadonlySet<string>;
  } {
    const ids = new Set<string>();
    const policies = new Map<string, TestedTarget>();
    for (const found of this.#found) {
      const { console, file, uri } = found;
      const row = this.#controller.items.get(uri.toString());
      const own = file.tests.map(({ name }) => idOf(uri, name));
      const some = items
        ? own.filter((id) => items.some((item) => item.id === id || item.id === row?.id))
        : own;
      some.forEach((id) => ids.add(id));
      if (file.kind && some.length > 0) {
        policies.set(`${console.id} ${file.kind.name}`, { console, kind: file.kind });
      }
    }
    return { policies: [...policies.values()], ids };
  }

  #fileItem(found: FoundTests): vscode.TestItem {
    const { uri, console, file } = found;
    const way = uri.path.slice(console.policyFolder.path.length + 1);
    const label = file.kind?.name ?? way;
    const item = testItem(this.#controller, uri.toString(), label, uri, `${console.entry.name} · ${way}`);
    item.children.replace(
      file.tests.map(({ name, index }) => {
        const child = testItem(this.#controller, idOf(uri, name), name, uri);
        child.range = rangeOfTest(found, index);
        // The tests are in the order of the file.
        child.sortText = String(index).padStart(6, '0');
        return child;
      }),
    );
    const left = file.written - file.tests.length;
    if (left > 0 || file.tests.length === 0) {
      const [first] = file.diagnostics;
      testError(item, `${vscode.l10n.t('These tests cannot run: {0}.', left)} ${first?.message ?? ''}`);
    }
    return item;
  }

  /** The person requested these rows, or all of them. */
  async #run(request: vscode.TestRunRequest, signal: AbortSignal): Promise<readonly RanTest[]> {
    const { policies, ids } = this.#chosen(request.include);
    const excluded = new Set(request.exclude?.map(({ id }) => id));
    const run = this.#controller.createTestRun(request);
    const all: RanTest[] = [];
    try {
      for (const { console, kind } of policies) {
        const ran = await runOnWorkingCopy(this.#services, console, kind, signal);
        this.#onRan(ran);
        for (const one of ran) {
          const id = idOf(one.found.uri, one.name);
          if (ids.has(id) && !excluded.has(id)) {
            all.push(one);
            await this.#reportTest(run, one);
          }
        }
      }
    } catch (error) {
      if (!isCanceled(error)) {
        throw error;
      }
    } finally {
      run.end();
    }
    return all;
  }

  /** These results come from an automatic run. */
  async showRun(ran: readonly RanTest[]): Promise<void> {
    const items = ran
      .map(({ found, name }) => this.#item(found.uri, name))
      .filter((item) => item !== undefined);
    if (items.length === 0) {
      return;
    }
    const request = new vscode.TestRunRequest(items, undefined, undefined, false, true);
    const run = this.#controller.createTestRun(request, undefined, false);
    try {
      for (const one of ran) {
        await this.#reportTest(run, one);
      }
    } finally {
      run.end();
    }
  }

  async #reportTest(run: vscode.TestRun, one: RanTest): Promise<void> {
    const { found, kind, index, name, ran } = one;
    const item = this.#item(found.uri, name);
    if (!item) {
      return;
    }
    if (holds(one)) {
      run.passed(item);
      testOutput(run, `passed: ${name}`, item);
      return;
    }
    const result = ran.kind === 'result' ? ran.result : undefined;
    const rule = result?.rule && (await locationOfRule(this.#services, found.console, kind, result.rule));
    const location = new vscode.Location(found.uri, rangeOfTest(found, index));
    const why = whyNotLines(ran);
    const message = testMessage(
      why,
      location,
      rule && result?.rule ? [{ label: result.rule.name, location: rule }] : [],
    );
    if (ran.kind !== 'result') {
      run.errored(item, message);
    } else {
      run.failed(item, message);
    }
    testOutput(run, `failed: ${name}: ${why.join('; ')}`, item);
  }

  async #problemsOf(one: RanTest): Promise<readonly vscode.Diagnostic[]> {
    const { found, kind, ran } = one;
    const rule = ran.kind === 'result' ? ran.result.rule : undefined;
    const location = rule && (await locationOfRule(this.#services, found.console, kind, rule));
    const lines = new LineIndex(found.text);
    return resultFindings(one).flatMap(({ code, message, range, name }): readonly ShownFinding[] => {
      const severity = this.#services.settings.severities(found.uri)[code] ?? defaultSeverity(code);
      if (severity === 'off') {
        return [];
      }
      const made = diagnostic(rangeIn(lines, range), message, severity, code);
      if (rule && location) {
        made.relatedInformation = [relatedInformation(location, rule.name)];
      }
      const finding = { code, message, range, severity };
      return [
        Object.assign(made, {
          finding,
          isOf: (document: vscode.TextDocument) => document.getText() === found.text,
          fixes: async (signal: AbortSignal) => name?.fixes ?? this.#fixesOf(one, signal),
        }),
      ];
    });
  }

  #fixesOf(one: RanTest, signal: AbortSignal): Promise<readonly FixData[]> {
    const { found, kind, index } = one;
    const test = { test: testAt(one), index, isNew: false };
    return expectNowFixes(this.#services, { console: found.console, kind }, test, signal);
  }
}

function idOf(uri: vscode.Uri, name: string): string {
  return `${uri.toString()}#${name}`;
}
