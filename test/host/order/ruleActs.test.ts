import assert from 'node:assert/strict';
import { commands, Selection, Uri, window, workspace } from 'vscode';
import type { QuickPick, QuickPickItem, TextDocument } from 'vscode';
import type { RulePlace } from '../../../src/core/document/ruleEdits.ts';
import type { CommandId } from '../../../src/vscode/platform/commandIds.ts';
import type { Target } from '../../../src/vscode/workspace/target.ts';
import { rulesAt, World, writePolicy } from '../editor/world.ts';
import { switching } from '../../../src/core/document/ruleActs.ts';
import { typedBox } from '../../mocks/typedBox.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { lensesOf } from '../lensesOf.ts';
import { Inputs } from '../inputs.ts';
import { consoleId, fileOf, Messages, putCursor, rule, run } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const name = 'vulnerability/images';
const inJson = 'vulnerability/ci-images';

const yamlRule = (title: string, more = ''): string =>
  `  # about ${title}\n  - name: ${title} # said of ${title}\n${more}    collections: [{name: All}]\n`;
const yamlHead = 'policyType: containerVulnerability\nrules:\n';
const yaml = yamlHead + yamlRule('a') + yamlRule('b', '    disabled: true\n') + yamlRule('c');
const jsonRule = (title: string, more = ''): string =>
  `    // about ${title}\n    { "name": "${title}",${more} "collections": [{ "name": "All" }] }`;
const jsonOf = (...rules: readonly string[]): string =>
  `{\n  "policyType": "ciImagesVulnerability",\n  "rules": [\n${rules.join(',\n')}\n  ]\n}\n`;
const json = jsonOf(jsonRule('a'), jsonRule('b', ' "disabled": true,'), jsonRule('c'));

interface Spelled {
  readonly spelling: string;
  readonly policy: string;
  readonly uri: () => Uri;
  readonly text: string;
  readonly nameOf: (title: string) => string;
}

const spelled: readonly Spelled[] = [
  {
    spelling: 'YAML',
    policy: name,
    uri: () => fileOf(name),
    text: yaml,
    nameOf: (title) => `name: ${title}`,
  },
  {
    spelling: 'JSON',
    policy: inJson,
    uri: () => Uri.joinPath(surroundings().folder, `policies/sandbox/${inJson}.policy.json`),
    text: json,
    nameOf: (title) => `"name": "${title}"`,
  },
];

suite('acting on rules where they are', () => {
  let messages: Messages;

  before(async () => {
    messages = new Messages();
  });

  after(async () => {
    messages.restore();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(spelled[1]!.uri());
    await writePolicy(name, yamlHead + yamlRule('one'));
  });

  const open = async (uri: Uri, text: string): Promise<TextDocument> => {
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document);
    await commands.executeCommand('workbench.action.files.revert');
    await waitFor('the text', () => document.getText() === text);
    messages.clear();
    messages.typed = undefined;
    return document;
  };
  const named = (policy: string, index: number, title: string): Target =>
    ({ ...rule(policy, index), name: title }) as Target;

  for (const { spelling, policy, uri, text, nameOf } of spelled) {
    const order = (document: TextDocument, ...titles: readonly string[]): void => {
      const places = titles.map((title) => document.getText().indexOf(nameOf(title)));
      assert.ok(
        places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1)),
        `${titles.join()} in ${document.getText()}`,
      );
    };
    const acts: readonly {
      readonly what: string;
      readonly id: CommandId;
      readonly rules: readonly [index: number, title: string][];
      readonly typed?: string;
      readonly holds: (document: TextDocument) => void;
    }[] = [
      {
        what: 'disabled, but for one that is already',
        id: 'ordinance.rule.disable',
        rules: [
          [0, 'a'],
          [1, 'b'],
        ],
        holds: (document) => {
          assert.equal(document.getText().match(/disabled"?: true/g)?.length, 2);
          assert.match(document.getText(), /about a/);
        },
      },
      {
        what: 'enabled',
        id: 'ordinance.rule.enable',
        rules: [[1, 'b']],
        holds: (document) => assert.doesNotMatch(document.getText(), /disabled/),
      },
      {
        what: 'switched by a key: off while one of them is on',
        id: 'ordinance.rule.toggle',
        rules: [
          [1, 'b'],
          [2, 'c'],
        ],
        holds: (document) => assert.equal(document.getText().match(/disabled"?: true/g)?.length, 2),
      },
      {
        what: 'duplicated',
        id: 'ordinance.rule.duplicate',
        rules: [
          [0, 'a'],
          [2, 'c'],
        ],
        holds: (document) => {
          for (const [title, below] of [
            ['a', 'b'],
            ['c', undefined],
          ] as const) {
            const copy = document.getText().indexOf(`${title} (copy)`);
            assert.ok(copy > document.getText().indexOf(nameOf(title)));
            assert.ok(below === undefined || copy < document.getText().indexOf(nameOf(below)));
          }
          assert.equal(document.getText().match(/about a/g)?.length, 1, 'what stands above is said once');
        },
      },
      {
        what: 'deleted with what is said above them',
        id: 'ordinance.rule.delete',
        rules: [
          [0, 'a'],
          [2, 'c'],
        ],
        holds: (document) => {
          assert.doesNotMatch(document.getText(), /about [ac]/);
          assert.match(document.getText(), /about b/);
        },
      },
      {
        what: 'renamed',
        id: 'ordinance.rule.rename',
        rules: [[1, 'b']],
        typed: 'another',
        holds: (document) => order(document, 'a', 'another', 'c'),
      },
    ];
    for (const { what, id, rules, typed, holds } of acts) {
      test(`rules of the tree are ${what}; one undo takes it back to the byte (${spelling})`, async () => {
        const document = await open(uri(), text);
        messages.typed = typed;
        const rows = rules.map(([index, title]) => ({ target: named(policy, index, title) }));
        await run(id, rows[0], rows);
        assert.notEqual(document.getText(), text, JSON.stringify(messages.last));
        assert.ok(document.isDirty, 'nothing is saved');
        holds(document);
        await window.showTextDocument(document);
        await commands.executeCommand('undo');
        assert.equal(document.getText(), text);
      });

      test(`a row that is older than the file is refused when rules are ${what} (${spelling})`, async () => {
        const document = await open(uri(), text);
        messages.typed = typed;
        const rows = rules.map(([index]) => ({ target: named(policy, index, 'what stood here') }));
        await run(id, rows[0], rows);
        assert.match(messages.last?.text ?? '', /"what stood here" is gone/);
        assert.equal(document.getText(), text);
      });

      test(`a file that is broken is left alone when rules are to be ${what} (${spelling})`, async () => {
        const broken = spelling === 'YAML' ? `${text}  - name: [\n` : text.slice(0, -4);
        const document = await open(uri(), broken);
        messages.typed = typed;
        const rows = rules.map(([index]) => ({ target: rule(policy, index) }));
        await run(id, rows[0], rows);
        assert.match(messages.last?.text ?? '', /not a complete policy/);
        assert.equal(document.getText(), broken);
      });
    }

    test(`the rule at the cursor is meant where nothing is said (${spelling})`, async () => {
      const document = await open(uri(), text);
      const editor = window.activeTextEditor;
      assert.ok(editor);
      await putCursor(editor, document.positionAt(text.indexOf(nameOf('b'))));
      await run('ordinance.rule.delete', { in: 'editor' });
      order(document, 'a', 'c');
      assert.doesNotMatch(document.getText(), /about b/);
      await run('ordinance.rule.undoEdit');
      assert.equal(document.getText(), text, 'the last edit of rules is taken back');
      await run('ordinance.rule.undoEdit');
      assert.match(messages.last?.text ?? '', /There is no edit of rules/);
    });

    test(`a new rule is put above the one it was asked at, for several collections (${spelling})`, async () => {
      const document = await open(uri(), text);
      const inputs = new Inputs();
      inputs.answers.push(['b', 'new'], 'All\nshop');
      try {
        const place = await run<RulePlace>('ordinance.rule.addHere', { target: named(policy, 2, 'c') });
        assert.deepEqual(place, { array: 'rules', index: 2 }, JSON.stringify(messages.last));
      } finally {
        inputs.restore();
      }
      assert.deepEqual(
        inputs.asked.map(({ step }) => step),
        ['1/2', '2/2'],
        'where it goes was said',
      );
      order(document, 'a', 'b', 'new', 'c');
    });

    for (const id of [
      'ordinance.rule.moveUp',
      'ordinance.rule.moveDown',
      'ordinance.rule.moveToTop',
      'ordinance.rule.moveToBottom',
      'ordinance.rule.compare',
      'ordinance.rule.copyName',
      'ordinance.rule.addTest',
    ] as const) {
      test(`a row that is older than the file is refused by ${id} (${spelling})`, async () => {
        const document = await open(uri(), text);
        await run(id, { target: named(policy, 1, 'what stood here') });
        assert.match(messages.last?.text ?? '', /"what stood here" is gone/);
        assert.equal(document.getText(), text);
      });
    }

    test(`a lens that is older than the file moves its own rule, and leads to no other one (${spelling})`, async () => {
      const document = await open(uri(), text);
      const editor = window.activeTextEditor;
      assert.ok(editor);
      await putCursor(editor, document.positionAt(text.indexOf(nameOf('c'))));
      const all = await lensesOf(uri(), 50);
      const ofLast = all.find(({ command }) => command?.title === 'Move Up')?.command;
      assert.ok(ofLast, JSON.stringify(all.map(({ command }) => command?.title)));
      await run('ordinance.rule.delete', { target: named(policy, 0, 'a') });
      await run('ordinance.rule.duplicate', { target: named(policy, 0, 'b') });
      await run('ordinance.rule.duplicate', { target: named(policy, 0, 'b') });
      messages.clear();
      await commands.executeCommand(ofLast.command, ...((ofLast.arguments ?? []) as unknown[]));
      order(document, 'b', 'b (copy 2)', 'c', 'b (copy)');
      await run('ordinance.rule.reveal', { target: named(policy, 0, 'a') });
      assert.match(messages.last?.text ?? '', /"a" is gone/);
    });

    test(`the cursors count as they were when they were asked for, with names (${spelling})`, async () => {
      const world = new World();
      try {
        const document = await open(uri(), text);
        const editor = window.activeTextEditor;
        assert.ok(editor);
        const at = (title: string): Selection => {
          const place = document.positionAt(text.indexOf(nameOf(title)));
          return new Selection(place, place);
        };
        editor.selection = at('b');
        const asked = world.rules.selected(editor);
        editor.selection = at('c');
        assert.deepEqual(await asked, [{ array: 'rules', index: 1, name: 'b' }]);
        const chosen = { ...rulesAt(uri(), 0), version: document.version - 1 };
        await assert.rejects(world.editor.act(chosen, switching(false)), / changed\. /);
        assert.equal(document.getText(), text);
      } finally {
        world.dispose();
      }
    });

    test(`a new rule is put above the one that was chosen, when rules went while it was asked for (${spelling})`, async () => {
      for (const [id, index, answers] of [
        ['ordinance.rule.addHere', 1, ['new', 'All']],
        ['ordinance.rule.add', 1, ['new', 'All', '2']],
      ] as const) {
        const document = await open(uri(), text);
        const inputs = new Inputs();
        inputs.answers.push(...answers);
        const make = window.createQuickPick;
        const slowly = (): QuickPick<QuickPickItem> => {
          const input = make();
          const show = input.show.bind(input);
          const first = { target: named(policy, 0, 'a') };
          input.show = () => void run('ordinance.rule.delete', first).then(() => show());
          return input;
        };
        Object.assign(window, { createQuickPick: slowly });
        try {
          const place = await run<RulePlace>(id, { target: rule(policy, index) });
          assert.deepEqual(place, { array: 'rules', index: 0 });
        } finally {
          inputs.restore();
        }
        order(document, 'new', 'b', 'c');
      }
    });
  }

  test('a rule is found by typing among all policies with a file, those in front first, and shown', async () => {
    await open(spelled[1]!.uri(), json);
    await open(fileOf(name), yaml);
    const real = window.showQuickPick;
    const rows: QuickPickItem[] = [];
    let whileAsked = async (): Promise<unknown> => undefined;
    let wanted = `c · ${inJson}`;
    Object.assign(window, {
      showQuickPick: async (items: readonly QuickPickItem[]) => {
        rows.splice(0, rows.length, ...items);
        await whileAsked();
        return items.find(({ label }) => label === wanted);
      },
    });
    try {
      await run('ordinance.rule.find');
      assert.deepEqual(
        rows.slice(0, 3).map(({ label, description }) => `${label} ${description}`),
        ['a', 'b', 'c'].map((label, at) => `${label} · ${name} rule ${at + 1} · All`),
      );
      const { activeTextEditor: editor } = window;
      assert.equal(editor?.document.uri.toString(), spelled[1]!.uri().toString());
      assert.match(editor.document.lineAt(editor.selection.active.line).text, /"name": "c"/);
      wanted = `c · ${name}`;
      const found = await run<Target>('ordinance.rule.find', { target: rule(name, 0) });
      assert.ok(
        rows.every(({ label }) => label.endsWith(` · ${name}`)),
        'of this policy alone',
      );
      assert.deepEqual(found, named(name, 2, 'c'));
      whileAsked = () => run('ordinance.rule.duplicate', { target: named(name, 0, 'a') });
      await run('ordinance.rule.find', { target: rule(name, 0) });
      const { activeTextEditor: again } = window;
      assert.match(
        again?.document.lineAt(again.selection.active.line).text ?? '',
        /name: c/,
        'though it moved',
      );
    } finally {
      Object.assign(window, { showQuickPick: real });
    }
  });

  test('a click on the row of a policy opens its file and leaves the keyboard where it is', async () => {
    await open(fileOf(name), yaml);
    await commands.executeCommand('workbench.action.closeAllEditors');
    const { target } = { target: { kind: 'policy', consoleId: consoleId(), policy: name } };
    const uri = await run<Uri>('ordinance.policy.open', { target, clicked: true });
    assert.equal(uri?.toString(), fileOf(name).toString());
    assert.ok(window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString()));
  });

  test('no two rules get the same name, and none goes without', async () => {
    const document = await open(fileOf(name), yaml);
    const row = { target: rule(name, 0) };
    const real = window.createInputBox;
    const said: unknown[] = [];
    const answers = ['b', ' '];
    Object.assign(window, {
      createInputBox: () =>
        typedBox(
          ({ value }) => {
            said.push(value);
            return answers.shift();
          },
          (message) => said.push(message),
        ),
    });
    try {
      await run('ordinance.rule.rename', row);
      await run('ordinance.rule.rename', row);
    } finally {
      Object.assign(window, { createInputBox: real });
    }
    assert.deepEqual(said, ['a', 'Another rule of this list is named b.', 'a', 'A rule needs a name.']);
    assert.equal(document.getText(), yaml);
    await run('ordinance.rule.duplicate', row);
    await run('ordinance.rule.duplicate', row);
    assert.match(document.getText(), /name: a # [^]*name: a \(copy 2\) [^]*name: a \(copy\) /);
  });
});
