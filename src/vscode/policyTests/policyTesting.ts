import * as vscode from 'vscode';
import { defaultSeverity } from '../../core/assist/findings/catalog.ts';
import { LineIndex } from '../../core/document/text.ts';
import { Gate } from '../../core/util/concurrency.ts';
import { DisposableOwner, Emitter, type Event } from '../../core/util/disposable.ts';
import { isCanceled } from '../../core/util/errors.ts';
import { diagnostic, relatedInformation } from '../platform/languageTexts.ts';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import { expectNowFixes } from '../workspace/expectNowFixes.ts';
import type { ShownFinding } from '../workspace/shownFinding.ts';
import { rangeIn } from '../workspace/textFiles.ts';
import type { FeatureServices } from '../featureServices.ts';
import {
  isNewRun,
  resultFindings,
  runTests,
  writtenTest,
  type LastRun,
  type RanTest,
  isRequested,
  relatedRule,
  TestRows,
} from './testResults.ts';

/** Typing has to pause for this time before files are read and tests run (milliseconds). */
const restMs = 300;

/**
 * Tests of policies appear in the Testing view and as problems. They run on request, and when a test file, a policy or
 * the knowledge of its console changes. Nothing runs in an untrusted workspace.
 */
export class PolicyTesting extends DisposableOwner {
  readonly #services: FeatureServices;
  readonly #rows: TestRows;
  readonly #problems = this.disposables.add(
    vscode.languages.createDiagnosticCollection('ordinance.policyTests'),
  );
  readonly #changed = this.disposables.add(new Emitter<void>());
  /** Fires when a policy gets or loses tests, or when their results change or become outdated. */
  readonly onDidChange: Event<void> = this.#changed.event;
  /** The last runs by console and policy. Each edit during a run replaces the entry. */
  readonly #last = new Map<string, LastRun>();
  /** Policies whose tests run after the pause; an empty key means all. */
  readonly #due = new Set<string>();
  readonly #turns = new Gate(1);
  #timer: NodeJS.Timeout | undefined;

  constructor(services: FeatureServices) {
    super();
    this.#services = services;
    this.#rows = this.disposables.add(new TestRows(services));
    const { controller } = this.#rows;
    const all = (): void => this.#soon('');
    controller.refreshHandler = all;
    controller.createRunProfile(
      vscode.l10n.t('Run'),
      vscode.TestRunProfileKind.Run,
      async (request, token) => {
        const stop = new AbortController();
        token.onCancellationRequested(() => stop.abort());
        await this.#runRequested(() => request, stop.signal);
      },
      true,
    );
    this.disposables.addAll(
      { dispose: () => clearTimeout(this.#timer) },
      services.policyTests.onDidChange(() => {
        [...this.#last.keys()].forEach((key) => this.#onEdit(key));
        all();
      }),
      services.lookups.onDidChange(all),
      services.consoles.onDidChange(all),
      services.settings.onDidChange((id) => {
        if (id === 'ordinance.diagnostics.severity') {
          all();
        }
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(all),
      services.consoles.onDidChangePolicy(({ consoleId, policy, typedIn }) => {
        const key = `${consoleId} ${policy}`;
        if (typedIn) {
          this.#onEdit(key);
        }
        this.#soon(key);
      }),
    );
    all();
  }

  /** Undefined when the policy has no tests or none has run yet. An outdated run is repeated after a pause in typing. */
  lastRun(policy: ChosenPolicy): LastRun | undefined {
    return this.#last.get(keyOf(policy));
  }

  /** Runs all tests of a policy, and shows the run. */
  runAll(policy: ChosenPolicy): Promise<readonly RanTest[]> {
    return this.#runRequested(() => new vscode.TestRunRequest([...this.#rows.ofPolicy(policy)]));
  }

  /** The lens and the Testing view agree: both lose the results of an older text. */
  #onEdit(key: string): void {
    const last = this.#last.get(key);
    if (last) {
      this.#last.set(key, { ...last, isOutdated: true });
    }
    if (last?.isOutdated === false) {
      this.#rows.controller.invalidateTestResults([...this.#rows.ofPolicy(last.policy)]);
      this.#changed.fire();
    }
  }

  #soon(key: string): void {
    this.#due.add(key);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const due = new Set(this.#due);
      this.#due.clear();
      this.#turns
        .pass(() => this.#runDue(due))
        .catch((error: unknown) => {
          if (!isCanceled(error)) {
            this.#services.report('policy tests', error);
          }
        });
    }, restMs);
  }

  /** Runs tests by itself, and shows the results that are new. */
  async #runDue(due: ReadonlySet<string>): Promise<void> {
    if (due.has('')) {
      await this.#findTests();
    }
    const shown: RanTest[] = [];
    for (const policy of this.#rows.policies()) {
      if (due.has('') || due.has(keyOf(policy))) {
        const { tests, isNew } = await this.#run(policy);
        shown.push(...(isNew ? tests : []));
      }
    }
    const rows = shown.flatMap((test) => this.#rows.ofTest(test) ?? []);
    if (rows.length > 0) {
      const request = new vscode.TestRunRequest(rows, undefined, undefined, false, true);
      const run = this.#rows.controller.createTestRun(request, undefined, false);
      try {
        for (const test of shown) {
          await this.#rows.report(run, test);
        }
      } finally {
        run.end();
      }
    }
  }

  /** Runs the tests that a person requested. `requestOf` is called when the rows are up to date. */
  #runRequested(requestOf: () => vscode.TestRunRequest, signal?: AbortSignal): Promise<readonly RanTest[]> {
    return this.#turns.pass(async () => {
      await this.#findTests();
      const request = requestOf();
      const policies = this.#rows.policies(request);
      const requested: RanTest[] = [];
      if (policies.length === 0) {
        return requested;
      }
      const run = this.#rows.controller.createTestRun(request);
      try {
        for (const policy of policies) {
          const { tests } = await this.#run(policy, signal);
          for (const test of tests) {
            const row = this.#rows.ofTest(test);
            if (row && isRequested(row, request)) {
              requested.push(test);
              await this.#rows.report(run, test);
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
      return requested;
    });
  }

  async #findTests(): Promise<void> {
    const files = vscode.workspace.isTrusted ? await this.#services.policyTests.all() : [];
    this.#rows.show(files);
    const uris = new Set(files.map(({ uri }) => uri.toString()));
    this.#problems.forEach((uri) => {
      if (!uris.has(uri.toString())) {
        this.#problems.delete(uri);
      }
    });
    const policies = new Set(this.#rows.policies().map(keyOf));
    const gone = [...this.#last.keys()].filter((key) => !policies.has(key) && this.#last.delete(key));
    if (gone.length > 0) {
      this.#changed.fire();
    }
  }

  /** Runs the tests of a policy, keeps their results and shows their problems. */
  async #run(
    policy: ChosenPolicy,
    signal?: AbortSignal,
  ): Promise<{ readonly tests: readonly RanTest[]; readonly isNew: boolean }> {
    const key = keyOf(policy);
    const last = this.#last.get(key);
    const tests = await runTests(this.#services, policy, signal);
    const isNew = isNewRun(last, tests);
    if (tests.length > 0) {
      this.#last.set(key, { policy, tests, isOutdated: this.#last.get(key) !== last });
      for (const [{ uri }, ofFile] of Map.groupBy(tests, ({ testFile }) => testFile)) {
        this.#problems.set(uri, (await Promise.all(ofFile.map((test) => this.#problemsOf(test)))).flat());
      }
      if (isNew) {
        this.#changed.fire();
      }
    }
    return { tests, isNew };
  }

  /** A failed or unknown test is a problem of its file. */
  async #problemsOf(test: RanTest): Promise<readonly ShownFinding[]> {
    const findings = resultFindings(test);
    if (findings.length === 0) {
      return [];
    }
    const { testFile, kind, index } = test;
    const { uri, text, console } = testFile;
    const related = (await relatedRule(this.#services, test)).map(({ label, location }) =>
      relatedInformation(location, label),
    );
    return findings.flatMap(({ code, message, range, name }): readonly ShownFinding[] => {
      const severity = this.#services.settings.severities(uri)[code] ?? defaultSeverity(code);
      if (severity === 'off') {
        return [];
      }
      const shown = diagnostic(rangeIn(new LineIndex(text), range), message, severity, code);
      shown.relatedInformation = related;
      const asked = { test: writtenTest(test), index, isNew: false };
      return [
        Object.assign(shown, {
          finding: { code, message, range, severity },
          isOf: (document: vscode.TextDocument) => document.getText() === text,
          fixes: async (signal: AbortSignal) =>
            name?.fixes ?? expectNowFixes(this.#services, { console, kind }, asked, signal),
        }),
      ];
    });
  }
}

function keyOf({ console, kind }: ChosenPolicy): string {
  return `${console.id} ${kind.name}`;
}
