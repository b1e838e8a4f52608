import * as vscode from 'vscode';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { Emitter, type Event } from '../../core/util/emitter.ts';
import { isCanceled } from '../../core/util/errors.ts';
import type { PolicyTestServices } from './policyTestServices.ts';
import { holds, newsOf, type RanTest } from './ranTest.ts';
import { runOnWorkingCopy } from './runningTests.ts';
import { TestingView, type TestedTarget } from './testingView.ts';

/** Typing has to pause for this time before files are read and tests run (milliseconds). */
const restMs = 300;

/**
 * Tests of policies appear in the Testing view and as problems. They run on request, and when a test file, a policy or
 * the knowledge of its console changes. Nothing runs in an untrusted workspace.
 */
export class PolicyTesting extends DisposableOwner {
  readonly #services: PolicyTestServices;
  readonly #view: TestingView;
  readonly #changed = this.disposables.add(new Emitter<void>());
  /**
   * The event fires when tests of a policy appear, disappear or change their result. A listener then refreshes all
   * lenses of the file.
   */
  readonly onDidChange: Event<void> = this.#changed.event;
  /** Keys are console and policy; values are the last results of the policy's tests. */
  readonly #ran = new Map<string, readonly RanTest[]>();
  /** Keys are console and policy; values count edits of the policy or its tests since the last run. */
  readonly #edits = new Map<string, number>();
  readonly #due = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(services: PolicyTestServices) {
    super();
    this.#services = services;
    const all = (): void => this.#soon('');
    this.#view = this.disposables.add(
      new TestingView(services, {
        findTests: () => this.#look(),
        refresh: all,
        onRan: (ran) => void this.#keep(ran),
      }),
    );
    this.disposables.addAll(
      { dispose: () => clearTimeout(this.#timer) },
      services.policyTests.onDidChange(() => {
        [...this.#ran.keys()].forEach((key) => this.#edited(key));
        all();
      }),
      services.scopes.onDidChange(all),
      services.consoles.onDidChange(all),
      services.settings.onDidChange((id) => {
        if (id === 'ordinance.diagnostics.severity') {
          all();
        }
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(all),
      services.files.onDidChange(({ consoleId, policy, typedIn }) => {
        const key = `${consoleId} ${policy}`;
        if (typedIn && this.#ran.has(key)) {
          this.#edited(key);
        }
        this.#soon(key);
      }),
    );
    all();
  }

  /** The results are undefined when the policy has no tests or none has run yet. */
  lastOf({ console, kind }: TestedTarget): readonly RanTest[] | undefined {
    return this.#ran.get(keyOf({ console, kind }));
  }

  /**
   * The result is true when the policy or its tests changed since the last run. The tests run again after a pause in
   * typing.
   */
  isOutdated({ console, kind }: TestedTarget): boolean {
    return this.#edits.has(keyOf({ console, kind }));
  }

  /** Runs all tests of a policy, and shows the run. */
  async runAll(target: TestedTarget): Promise<readonly RanTest[]> {
    await this.#look();
    return this.#view.runAll(target);
  }

  #edited(key: string): void {
    const edits = this.#edits.get(key) ?? 0;
    this.#edits.set(key, edits + 1);
    if (edits === 0) {
      this.#agedOrNew(key);
    }
  }

  /** The lens and the Testing view agree: both lose the results of an older text. */
  #agedOrNew(key: string): void {
    const [first] = this.#ran.get(key) ?? [];
    if (first && this.#edits.has(key)) {
      this.#view.withdraw({ console: first.found.console, kind: first.kind });
    }
    this.#changed.fire();
  }

  /** An empty key means every policy with tests. */
  #soon(key: string): void {
    this.#due.add(key);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const due = new Set(this.#due);
      this.#due.clear();
      this.#working = this.#working
        .then(() => this.#work(due))
        .catch((error: unknown) => {
          if (!isCanceled(error)) {
            this.#services.report('policy tests', error);
          }
        });
    }, restMs);
  }

  async #look(): Promise<void> {
    const found = vscode.workspace.isTrusted ? await this.#services.policyTests.all() : [];
    this.#view.show(found);
    const policies = new Set(this.#view.policies.map(keyOf));
    const gone = [...this.#ran.keys()].filter((key) => !policies.has(key) && this.#ran.delete(key));
    gone.forEach((key) => this.#edits.delete(key));
    if (gone.length > 0) {
      this.#changed.fire();
    }
  }

  async #work(due: ReadonlySet<string>): Promise<void> {
    const isAll = due.has('');
    if (isAll) {
      await this.#look();
    }
    const news: RanTest[] = [];
    for (const target of this.#view.policies) {
      const key = keyOf(target);
      if (isAll || due.has(key)) {
        const before = this.#ran.get(key) ?? [];
        const edits = this.#edits.get(key);
        const ran = await runOnWorkingCopy(this.#services, target.console, target.kind);
        await this.#keep(ran);
        if (edits !== undefined && this.#edits.get(key) === edits) {
          this.#edits.delete(key);
          this.#agedOrNew(key);
        }
        news.push(...newsOf(before, ran, edits !== undefined));
      }
    }
    await this.#view.showRun(news);
  }

  /** The method keeps the results of all tests of a policy. */
  async #keep(ran: readonly RanTest[]): Promise<void> {
    const [first] = ran;
    if (!first) {
      return;
    }
    const key = keyOf({ console: first.found.console, kind: first.kind });
    const before = this.#ran.get(key);
    this.#ran.set(key, ran);
    await this.#view.showProblems(ran);
    if (String(before?.map(holds)) !== String(ran.map(holds))) {
      this.#changed.fire();
    }
  }
}

function keyOf({ console, kind }: TestedTarget): string {
  return `${console.id} ${kind.name}`;
}
