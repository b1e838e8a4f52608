import assert from 'node:assert/strict';
import { commands, env, EventEmitter, TabInputTextDiff, UIKind, Uri, window, workspace } from 'vscode';
import { workingText } from '../../../src/vscode/workspace/textFiles.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { consoleId, edit, fileOf, policy, run } from '../mainJob.ts';
import { SafetyWorld } from '../safety/world.ts';

const name = 'vulnerability/images';
const other = 'vulnerability/host';
const wide =
  '  - name: everywhere $(flame)\n    collections:\n      - name: All\n    blockThreshold:\n      enabled: true\n      value: 7\n';

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

/** Stands in for the person: what is typed into the box, and which row of the answer is picked. */
class Person {
  readonly #real = { make: window.createQuickPick, show: window.showQuickPick };
  typed = '';
  wanted: (item: Item) => boolean = () => true;
  offered: readonly Item[] = [];
  answered: readonly Item[] = [];
  title = '';

  constructor() {
    Object.assign(window, {
      createQuickPick: () => this.#box(),
      showQuickPick: async (items: readonly Item[], options: { readonly title?: string }) => {
        this.answered = items;
        this.title = options.title ?? '';
        return items.find((item) => this.wanted(item));
      },
    });
  }

  leave(): void {
    Object.assign(window, { createQuickPick: this.#real.make, showQuickPick: this.#real.show });
  }

  #box(): unknown {
    const [changed, accepted, hidden] = [
      new EventEmitter<string>(),
      new EventEmitter<void>(),
      new EventEmitter<void>(),
    ];
    const box = {
      onDidChangeValue: changed.event,
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      onDidTriggerButton: new EventEmitter<unknown>().event,
      value: '',
      items: [] as readonly Item[],
      activeItems: [] as readonly Item[],
      selectedItems: [] as readonly Item[],
      dispose: () => undefined,
      show: () => {
        this.offered = box.items;
        setImmediate(() => {
          if (this.typed !== '') {
            box.value = this.typed;
            changed.fire(this.typed);
          }
          accepted.fire();
          // Gives up where the text was not taken.
          setImmediate(() => hidden.fire());
        });
      },
    };
    return box;
  }
}

suite('which rule decides', () => {
  let world: SafetyWorld;
  let person: Person;

  before(async () => {
    world = await SafetyWorld.open(name, other);
    await edit(name, (text) => text.replace(/^rules:\n/m, `rules:\n${wide}`));
    person = new Person();
  });

  after(async () => {
    person.leave();
    await commands.executeCommand('workbench.action.files.revert');
    await world.close();
  });

  test('the rule that decides is named beside what base and live decide, and picking it leads to it', async () => {
    person.typed = 'image=registry.example/payments/api:1.4 namespace=dev';
    person.wanted = ({ description }) => description?.startsWith('Policy file') === true;
    const puts = world.puts;
    await run('ordinance.rule.whichRuleApplies', policy(name));
    const [first, base, live] = person.answered.filter(({ label }) => label === name);
    assert.match(
      first?.description ?? '',
      /^Policy file: "everywhere .*flame.*" \(#1\) applies$/,
      JSON.stringify(person.answered),
    );
    assert.match(first?.detail ?? '', /^blocks from high/);
    assert.ok(!first?.description?.includes('$(flame)'), 'the name of a rule is no icon');
    assert.match(base?.description ?? '', /^Base: /);
    assert.match(live?.description ?? '', /^Live: /);
    assert.equal(person.title, `Which rule applies to ${person.typed}?`);
    assert.equal(puts, world.puts);

    const editor = window.activeTextEditor;
    assert.match(editor?.document.lineAt(editor.selection.active.line).text ?? '', /name: everywhere/);
    await waitFor('the row of the rule', async () => {
      // The tree follows no jump right after an edit: it may be of a click on a row that was drawn before.
      await commands.executeCommand('cursorRight');
      await commands.executeCommand('cursorLeft');
      await run('ordinance.rule.copyName', { in: 'tree' });
      return (await env.clipboard.readText()) === 'everywhere $(flame)';
    });
  });

  test('what was asked before and what the clipboard holds is offered; a base that decides otherwise is compared', async () => {
    await env.clipboard.writeText('registry.example/copied:1');
    person.typed = 'registry.example/other:2';
    person.wanted = ({ description }) => description?.startsWith('Base') === true;
    await run('ordinance.rule.whichRuleApplies', policy(name));
    // In a browser, reading it would ask the person.
    const copied = env.uiKind === UIKind.Desktop ? ['registry.example/copied:1'] : [];
    const before = [...copied, 'image=registry.example/payments/api:1.4 namespace=dev'];
    assert.deepEqual(
      person.offered.slice(0, before.length).map(({ label }) => label),
      before,
    );
    await waitFor(
      'a comparison',
      () => window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTextDiff,
    );
  });

  test('a test is added of each policy of the answer that is wanted, of one or of all', async () => {
    await edit(other, (text) => text.replace(/^rules:\n/m, `rules:\n${wide}`));
    const files = [name, other].map((each) =>
      Uri.file(fileOf(each).path.replace(/policy\.yaml$/, 'policy-test.yaml')),
    );
    const written = (): Promise<readonly string[]> =>
      Promise.all(files.map(async (file) => (await workingText(file)) ?? ''));
    try {
      person.typed = 'image=registry.example/payments/api:1.4 host=web-1';
      const wanted = (label: string) => (item: Item) =>
        item.label === (person.answered.some((one) => one.label === 'Add Test…') ? 'Add Test…' : label);
      person.wanted = wanted(other);
      await run('ordinance.rule.whichRuleApplies', { kind: 'console', consoleId: consoleId() });
      const [none, one] = await written();
      assert.equal(none, '', JSON.stringify(person.answered));
      assert.match(one ?? '', /^policy: vulnerability\/host\n[^]*image: registry\.example/);

      person.wanted = wanted('All 2 Policies');
      await run('ordinance.rule.whichRuleApplies', { kind: 'console', consoleId: consoleId() });
      assert.deepEqual(
        (await written()).map((text) => text.match(/ rule: everywhere/g)?.length),
        [1, 2],
        JSON.stringify([person.answered, world.messages.shown]),
      );
    } finally {
      for (const file of files) {
        await workspace.fs.delete(file).then(undefined, () => undefined);
      }
      await commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  test('a row of a table brings its resource along; what is no resource is not taken', async () => {
    person.typed = '';
    person.answered = [];
    await run('ordinance.rule.whichRuleApplies', policy(name), 'image=from/a-row:3');
    assert.equal(person.title, 'Which rule applies to image=from/a-row:3?');
    person.answered = [];
    person.typed = 'color=red';
    await run('ordinance.rule.whichRuleApplies', policy(name));
    assert.deepEqual(person.answered, []);
  });
});
