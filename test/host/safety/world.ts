import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import type { PolicyName } from '../../../src/core/policy/families.ts';
import type { JsonObject } from '../../../src/core/json/json.ts';
import { stringAt } from '../../../src/core/json/json.ts';
import type { TestConsole } from '../../sandbox/testConsole.ts';
import type { PullReport } from '../../../src/core/sync/outcomes.ts';
import { edit, fileOf, Messages, policy, run, sliceRules, startSandbox } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';
import { lensesOf } from '../lensesOf.ts';
import { editRules } from '../../sandbox/editRules.ts';

/** A sandbox console, and the person before the editor: answers to questions, picks from lists, typed words. */
export class SafetyWorld {
  readonly sandbox: TestConsole;
  readonly messages = new Messages();
  readonly #realPick = window.showQuickPick;
  readonly #pulled = new Set<PolicyName>();
  /** The label that is picked from a list. */
  picked: RegExp | undefined;

  private constructor(sandbox: TestConsole) {
    this.sandbox = sandbox;
    Object.assign(window, {
      showQuickPick: async (items: readonly { label: string }[]) =>
        items.find(({ label }) => this.picked?.test(label)),
    });
  }

  /** With these policies pulled. */
  static async open(...names: readonly PolicyName[]): Promise<SafetyWorld> {
    const world = new SafetyWorld(await startSandbox());
    await world.pull(...names);
    return world;
  }

  get puts(): number {
    return this.sandbox.requests.of('PUT').length;
  }

  /**
   * Presses one of these whenever it is offered. A push before may have ended without an answer, and is asked about for a
   * quarter of an hour: that is no subject of these tests.
   */
  say(...verbs: readonly string[]): void {
    const pressed = [...verbs, 'Push Anyway', 'Weaken and Push'];
    this.messages.answer = ({ actions }) => actions.find((action) => pressed.includes(action));
  }

  async pull(...names: readonly PolicyName[]): Promise<void> {
    this.say('Overwrite');
    for (const each of names) {
      this.#pulled.add(each);
      const [report] = (await run<PullReport[]>('ordinance.policy.pull', policy(each))) ?? [];
      assert.equal(report?.failed.length, 0, JSON.stringify(this.messages.last));
    }
    this.messages.clear();
  }

  /** What a colleague does on the console: a note of a rule. */
  colleague(each: PolicyName, place: number, notes: string): void {
    editRules(this.sandbox.state, each, (rules) =>
      rules.map((rule, at) => (at === place ? new Map(rule).set('notes', notes) : rule)),
    );
  }

  /** What a document offers to do, or the one in front. */
  async lenses(uri = window.activeTextEditor?.document.uri): Promise<string[]> {
    const all = await lensesOf(uri);
    return all.map(({ command }) => command?.title ?? '');
  }

  liveNotes(each: PolicyName): string[] {
    const rules = this.sandbox.state.policies.get(each).get('rules');
    return Array.isArray(rules) ? rules.map((rule) => stringAt(rule as JsonObject, 'notes') ?? '') : [];
  }

  /** What I do in the file: a note of a rule. */
  async annotate(each: PolicyName, place: number, notes: string): Promise<void> {
    await edit(each, (text) => {
      const { head, rules, tail } = sliceRules(text);
      const changed = rules.map((rule, at) =>
        at === place
          ? rule
              .replace(/^ *notes: .*\n/m, '')
              .replace(/^( *)- name: (.*?)(?: # mine)*\n/, `$1- name: $2 # mine\n$1  notes: ${notes}\n`)
          : rule,
      );
      return head + changed.join('') + tail;
    });
  }

  async textOf(each: PolicyName): Promise<string> {
    return (await workspace.openTextDocument(fileOf(each))).getText();
  }

  /** Its files go, too: edits of theirs would be in a push of all edited policies. */
  async close(): Promise<void> {
    await commands.executeCommand('workbench.action.closeAllEditors');
    for (const each of this.#pulled) {
      await workspace.fs.delete(fileOf(each));
    }
    Object.assign(window, { showQuickPick: this.#realPick });
    this.messages.restore();
    await this.sandbox.close();
  }
}

/** Acts while `ordinance.yaml` says something else, and the editor knows: by itself it learns of that in its own time. */
export async function withConsoleFile(
  change: (text: string) => string,
  act: () => Promise<void>,
): Promise<void> {
  const file = Uri.joinPath(surroundings().folder, 'ordinance.yaml');
  const original = Buffer.from(await workspace.fs.readFile(file));
  const changed = change(original.toString());
  assert.notEqual(changed, original.toString());
  await workspace.fs.writeFile(file, Buffer.from(changed));
  try {
    await run('ordinance.policies.refresh');
    await act();
  } finally {
    await workspace.fs.writeFile(file, original);
    await run('ordinance.policies.refresh');
  }
}
