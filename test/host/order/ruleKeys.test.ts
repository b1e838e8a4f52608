import assert from 'node:assert/strict';
import { commands, env, Position, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import type { QuickPickItem, TextDocument } from 'vscode';
import type { CommandId } from '../../../src/vscode/platform/commandIds.ts';
import { switching } from '../../../src/core/document/ruleActs.ts';
import { rulesAt, World, writePolicy } from '../editor/world.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { Inputs } from '../inputs.ts';
import { fileOf, Messages, putCursor, rule, run } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';

const name = 'vulnerability/images';
const inJson = 'vulnerability/ci-images';
const titles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const yaml = `policyType: containerVulnerability\nrules:\n${titles
  .map((title) => `  # about ${title}\n  - name: ${title}\n    collections: [{name: All}]\n`)
  .join('')}`;
const json = `{\n  "policyType": "ciImagesVulnerability",\n  "rules": [\n${titles
  .map((title) => `    // about ${title}\n    { "name": "${title}", "collections": [{ "name": "All" }] }`)
  .join(',\n')}\n  ]\n}\n`;

suite('keys that are pressed faster than the file is edited', () => {
  let messages: Messages;
  const jsonFile = Uri.joinPath(surroundings().folder, `policies/sandbox/${inJson}.policy.json`);
  const spelled = [
    ['YAML', name, () => fileOf(name), yaml],
    ['JSON', inJson, () => jsonFile, json],
  ] as const;

  before(async () => {
    messages = new Messages();
  });

  after(async () => {
    messages.restore();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await workspace.fs.delete(jsonFile);
    await writePolicy(name, yaml);
  });

  const open = async (uri: Uri, text: string): Promise<TextDocument> => {
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document);
    await commands.executeCommand('workbench.action.files.revert');
    await waitFor('the text', () => document.getText() === text);
    messages.clear();
    return document;
  };
  const orderIn = (document: TextDocument): string =>
    [...document.getText().matchAll(/"?name"?: "?(\w+(?: \(copy[ \d]*\))?)"?(?:\n|,)/g)]
      .map(([, title]) => title)
      .join(' ');
  const times = (count: number, id: CommandId, ...args: readonly unknown[]): Promise<unknown> =>
    Promise.all(Array.from({ length: count }, () => run(id, ...args)));

  /** Keys as the editor runs them: with the row that has the focus. */
  const key = (id: CommandId): Thenable<unknown> => {
    const args = [[{ in: 'tree' }, { $treeViewId: 'ordinance.policies', $focusedTreeItem: true }]];
    return commands.executeCommand('runCommands', { commands: [{ command: id, args }] });
  };
  const keys = (...ids: readonly CommandId[]): Promise<unknown> => Promise.all(ids.map(key));
  const four = (id: CommandId): readonly CommandId[] => [id, id, id, id];
  /** Gives the row of a rule the focus and the selection. */
  const focusRow = async (policy: string, title: string): Promise<void> => {
    const real = window.showQuickPick;
    Object.assign(window, {
      showQuickPick: async (items: readonly QuickPickItem[]) =>
        items.find(({ label }) => label === `${title} · ${policy}`),
    });
    try {
      // The view is still drawn for the text before, which can take the focus from the row. A person sees that, and finds the rule again.
      await waitFor(`the focus at ${title}`, async () => {
        await run('ordinance.rule.find');
        await commands.executeCommand('ordinance.policies.focus');
        await key('ordinance.rule.copyName');
        return (await env.clipboard.readText()) === title;
      });
    } finally {
      Object.assign(window, { showQuickPick: real });
    }
  };

  test('the editor knows the commands: it takes longer to run each for the first time', async () => {
    const document = await open(fileOf(name), yaml);
    await focusRow(name, 'e');
    for (const id of [
      'ordinance.rule.moveDown',
      'ordinance.rule.moveUp',
      'ordinance.rule.toggle',
      'ordinance.rule.toggle',
      'ordinance.rule.duplicate',
    ] as const) {
      await key(id);
    }
    assert.equal(orderIn(document), 'a b c d e e (copy) f g h');
  });

  for (const [spelling, policy, uriOf, text] of spelled) {
    const named = (title: string): unknown => ({
      target: { ...rule(policy, titles.indexOf(title)), name: title },
    });

    test(`each key of the tree acts on the rule it was pressed for, none is lost (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await focusRow(policy, 'e');
      await key('ordinance.rule.moveDown');
      assert.equal(orderIn(document), 'a b c d f e g h');
      await keys(...four('ordinance.rule.moveUp'));
      assert.equal(orderIn(document), 'a e b c d f g h', JSON.stringify(messages.shown));
      await keys(
        'ordinance.rule.moveDown',
        'ordinance.rule.toggle',
        'ordinance.rule.moveDown',
        'ordinance.rule.duplicate',
        'ordinance.rule.moveUp',
      );
      assert.equal(orderIn(document), 'a b e c e (copy) d f g h');
      assert.equal(document.getText().match(/disabled"?: true/g)?.length, 2);
      assert.deepEqual(messages.shown, []);
    });

    test(`what a deletion leaves is selected, and a key for a rule that is gone deletes no other (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await focusRow(policy, 'c');
      await keys('ordinance.rule.delete', 'ordinance.rule.delete');
      assert.equal(orderIn(document), 'a b d e f g h');
      assert.match(messages.last?.text ?? '', /"c" is gone/);
      await key('ordinance.rule.delete');
      assert.equal(orderIn(document), 'a b e f g h', JSON.stringify(messages.shown));
    });

    /** As a person does: the row above the one that has the focus. */
    const selectAbove = async (): Promise<void> => {
      await commands.executeCommand('list.focusUp');
      await commands.executeCommand('list.select');
    };
    /** The view says which row is selected after that, and a test in a browser sees it. */
    const disableOne = async (document: TextDocument): Promise<void> => {
      await key('ordinance.rule.disable');
      assert.equal(document.getText().match(/disabled"?: true/g)?.length, 1, document.getText());
      assert.deepEqual(messages.shown, []);
    };

    test(`what is selected while an edit is taken back takes nothing from that (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await focusRow(policy, 'd');
      await key('ordinance.rule.moveDown');
      await Promise.all([key('ordinance.rule.undoEdit'), selectAbove()]);
      assert.equal(document.getText(), text);
      await disableOne(document);
    });

    test(`a key acts on the row with the focus, though another one is selected (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await focusRow(policy, 'd');
      await commands.executeCommand('list.focusDown');
      await key('ordinance.rule.delete');
      assert.equal(orderIn(document), 'a b c d f g h', JSON.stringify(messages.shown));
    });

    test(`an arrow key that is pressed while rows are drawn counts for the next key (${spelling})`, async () => {
      await open(uriOf(), text);
      await focusRow(policy, 'b');
      for (let round = 0; round < 12; round++) {
        await key('ordinance.rule.toggle');
        // The view is drawn at once, and again when the keys rest: each round looks at another moment.
        await new Promise((resolve) => {
          setTimeout(resolve, round * 30);
        });
        await commands.executeCommand(round % 2 === 0 ? 'list.focusDown' : 'list.focusUp');
        await key('ordinance.rule.copyName');
        assert.equal(await env.clipboard.readText(), round % 2 === 0 ? 'c' : 'b', `round ${round}`);
      }
      assert.deepEqual(messages.shown, []);
    });

    test(`a key acts on all selected rows when the focused row is one of them (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await focusRow(policy, 'd');
      await commands.executeCommand('list.expandSelectionDown');
      await keys(...four('ordinance.rule.moveUp'));
      assert.equal(orderIn(document), 'd e a b c f g h', JSON.stringify(messages.shown));
      await key('ordinance.rule.moveDown');
      assert.equal(orderIn(document), 'a d e b c f g h', JSON.stringify(messages.shown));
      await key('ordinance.rule.undoEdit');
      assert.equal(document.getText(), text, 'all moves of the same ones are taken back, the last one too');
      await key('ordinance.rule.moveDown');
      assert.equal(orderIn(document), 'a b c f d e g h', 'they are selected still');
      assert.deepEqual(messages.shown, []);
    });

    test(`the cursor of a file takes neither focus nor selection from the view (${spelling})`, async () => {
      const [, , otherUri, otherText] = spelled[spelling === 'YAML' ? 1 : 0];
      await open(otherUri(), otherText);
      const document = await open(uriOf(), text);
      await focusRow(policy, 'd');
      const editor = await window.showTextDocument(otherUri());
      await putCursor(editor, editor.document.positionAt(otherText.indexOf('about f') + 20));
      await new Promise((resolve) => {
        setTimeout(resolve, 400);
      });
      await commands.executeCommand('ordinance.policies.focus');
      await key('ordinance.rule.copyName');
      assert.equal(await env.clipboard.readText(), 'd', JSON.stringify(messages.shown));
      assert.equal(document.getText(), text);
    });

    test(`a rule that was added is what the next key of the tree is about (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await focusRow(policy, 'd');
      await key('ordinance.rule.moveDown');
      const inputs = new Inputs();
      inputs.answers.push(['new'], 'All');
      try {
        await key('ordinance.rule.addHere');
      } finally {
        inputs.restore();
      }
      assert.equal(orderIn(document), 'a b c e new All d f g h', JSON.stringify(messages.shown));
      await commands.executeCommand('ordinance.policies.focus');
      await key('ordinance.rule.delete');
      assert.equal(orderIn(document), 'a b c e d f g h', JSON.stringify(messages.shown));
    });

    test(`keys at the cursor likewise (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      const editor = window.activeTextEditor;
      assert.ok(editor);
      await putCursor(editor, document.positionAt(text.indexOf('about f') + 20));
      await times(5, 'ordinance.rule.moveUp', { in: 'editor' });
      assert.equal(orderIn(document), 'f a b c d e g h');
      await times(3, 'ordinance.rule.moveDown', { in: 'editor' });
      assert.equal(orderIn(document), 'a b c f d e g h');
      assert.deepEqual(messages.shown, []);
    });

    test(`a switch above the cursor leaves the cursor at its text (${spelling})`, async () => {
      const off =
        spelling === 'YAML'
          ? text.replace('- name: c\n', '- name: c\n    disabled: true\n')
          : text.replace('"name": "c",', '"name": "c", "disabled": true,');
      const document = await open(uriOf(), off);
      const editor = window.activeTextEditor;
      assert.ok(editor);
      await putCursor(editor, document.positionAt(off.indexOf('[', off.indexOf('disabled'))));
      for (const isOff of [false, true]) {
        await run('ordinance.rule.toggle', { in: 'editor' });
        assert.equal(/about c[^/#]*disabled"?: true/.test(document.getText()), isOff, document.getText());
        assert.equal(document.getText().charAt(document.offsetAt(editor.selection.active)), '[');
      }
      assert.deepEqual(messages.shown, []);
    });

    test(`a row that was clicked stands for its rule, whatever was asked for before (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await Promise.all([
        run('ordinance.rule.moveToTop', named('h')),
        run('ordinance.rule.moveUp', named('e')),
        run('ordinance.rule.delete', named('b')),
        run('ordinance.rule.moveUp', named('e')),
        run('ordinance.rule.disable', named('a')),
        run('ordinance.rule.moveUp', named('e')),
      ]);
      assert.equal(orderIn(document), 'h e a c d f g');
      assert.match(document.getText(), /about a[^/#]*disabled"?: true/);
      assert.deepEqual(messages.shown, []);
      await Promise.all([run('ordinance.rule.delete', named('c')), run('ordinance.rule.delete', named('c'))]);
      assert.equal(orderIn(document), 'h e a d f g', 'it is gone: none in its place is deleted');
      assert.match(messages.last?.text ?? '', /"c" is gone/);
    });

    test(`an edit that the editor refuses as somebody typed is made on what the file says then (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      const world = new World();
      const real = workspace.applyEdit;
      const typed = spelling === 'JSON' ? ' ' : '# typed\n';
      let refused = 0;
      const refusing: typeof real = async (edit, ...more) => {
        if (refused++ > 0) {
          return real.call(workspace, edit, ...more);
        }
        const typing = new WorkspaceEdit();
        typing.insert(document.uri, new Position(0, 0), typed);
        await real.call(workspace, typing);
        return false;
      };
      Object.assign(workspace, { applyEdit: refusing });
      try {
        const chosen = rulesAt(document.uri, 4);
        await world.editor.act(chosen, switching(false));
      } finally {
        Object.assign(workspace, { applyEdit: real });
        world.dispose();
      }
      assert.equal(refused, 2);
      assert.ok(document.getText().startsWith(typed));
      assert.equal(document.getText().match(/disabled"?: true/g)?.length, 1);
      assert.match(document.getText(), /about e[^/#]*disabled/);
    });

    test(`an edit that the editor refuses for good is told by the path in the workspace (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      const real = workspace.applyEdit;
      Object.assign(workspace, { applyEdit: async () => false });
      try {
        await run('ordinance.rule.moveUp', named('e'));
      } finally {
        Object.assign(workspace, { applyEdit: real });
      }
      assert.equal(messages.last?.text, `Could not edit ${workspace.asRelativePath(document.uri)}.`);
      assert.ok(!messages.last.text.startsWith('/'));
      assert.equal(document.getText(), text);
    });
  }
});
