import * as vscode from 'vscode';
import { isCanceled } from '../../core/util/errors.ts';
import { testMessage, testOutput } from '../platform/testItems.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import { whyNotLines } from './resultWords.ts';
import { holds, runOnWorkingCopy, type RanTest, type RunningServices } from './runningTests.ts';
import { locationOfRule, rangeOfTest } from './testPlaces.ts';
import { idOf, type TestTree } from './testTree.ts';

export interface RunnerServices extends RunningServices {
  readonly files: PolicyFiles;
  readonly documents: PolicyDocuments;
}

/** The runner runs tests and reports to the Testing view. */
export class TestRunner {
  readonly #services: RunnerServices;
  readonly #controller: vscode.TestController;
  readonly #tree: TestTree;
  readonly #onRan: (ran: readonly RanTest[]) => void;

  /** `onRan` gets the results of all tests of a policy. */
  constructor(
    services: RunnerServices,
    controller: vscode.TestController,
    tree: TestTree,
    onRan: (ran: readonly RanTest[]) => void,
  ) {
    this.#services = services;
    this.#controller = controller;
    this.#tree = tree;
    this.#onRan = onRan;
  }

  /** The person requested these rows, or all of them. */
  async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<readonly RanTest[]> {
    const { policies, ids } = this.#tree.meant(request.include);
    const excluded = new Set(request.exclude?.map(({ id }) => id));
    const run = this.#controller.createTestRun(request);
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const all: RanTest[] = [];
    try {
      for (const { console, kind } of policies) {
        const ran = await runOnWorkingCopy(this.#services, console, kind, controller.signal);
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
  async show(ran: readonly RanTest[]): Promise<void> {
    const items = ran
      .map(({ found, name }) => this.#tree.item(found.uri, name))
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
    const item = this.#tree.item(found.uri, name);
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
}
