import assert from 'node:assert/strict';
import { commands, env, Position, Uri, window, workspace, WorkspaceEdit } from 'vscode';
import type { TextDocument } from 'vscode';
import type { CommandId } from '../../../src/vscode/platform/commandIds.ts';
import { switching } from '../../../src/vscode/workspace/ruleActs.ts';
import { World, writePolicy } from '../editor/world.ts';
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

  for (const [spelling, policy, uriOf, text] of spelled) {
    const named = (title: string): unknown => ({
      target: { ...rule(policy, titles.indexOf(title)), name: title },
    });

    test(`each key of the tree moves the rule that was selected on, none is lost (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await commands.executeCommand('ordinance.policies.focus');
      await run('ordinance.rule.moveDown', named('e'));
      assert.equal(orderIn(document), 'a b c d f e g h');
      await times(4, 'ordinance.rule.moveUp', { in: 'tree' });
      assert.equal(orderIn(document), 'a e b c d f g h', JSON.stringify(messages.shown));
      await Promise.all([
        run('ordinance.rule.moveDown', { in: 'tree' }),
        run('ordinance.rule.toggle', { in: 'tree' }),
        run('ordinance.rule.moveDown', { in: 'tree' }),
        run('ordinance.rule.duplicate', { in: 'tree' }),
        run('ordinance.rule.moveUp', { in: 'tree' }),
      ]);
      assert.equal(orderIn(document), 'a b c e (copy) e d f g h');
      assert.equal(document.getText().match(/disabled"?: true/g)?.length, 2);
      await times(2, 'ordinance.rule.delete', { in: 'tree' });
      assert.equal(orderIn(document), 'a b c d f g h', 'what comes next is what the next key is about');
      assert.deepEqual(messages.shown, []);
    });

    /** As a person does: the row above the one that has the focus. */
    const selectAbove = async (): Promise<void> => {
      await commands.executeCommand('list.focusUp');
      await commands.executeCommand('list.select');
    };
    /** Which row is lit up after that is for the tree to say, and is looked at where it can be seen: in a browser. */
    const disableOne = async (document: TextDocument): Promise<void> => {
      await run('ordinance.rule.disable', { in: 'tree' });
      assert.equal(document.getText().match(/disabled"?: true/g)?.length, 1, document.getText());
      assert.deepEqual(messages.shown, []);
    };

    test(`keys mean what was selected when they were pressed, though others are selected then (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await commands.executeCommand('ordinance.policies.focus');
      await run('ordinance.rule.moveUp', named('d'));
      await Promise.all([times(4, 'ordinance.rule.moveDown', { in: 'tree' }), selectAbove()]);
      assert.equal(orderIn(document), 'a b c e f g d h', JSON.stringify(messages.shown));
      await disableOne(document);
    });

    test(`what is selected while an edit is taken back takes nothing from that (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await commands.executeCommand('ordinance.policies.focus');
      await run('ordinance.rule.moveDown', named('d'));
      await Promise.all([run('ordinance.rule.undoEdit', { in: 'tree' }), selectAbove()]);
      assert.equal(document.getText(), text);
      await disableOne(document);
    });

    test(`a rule that the view shows since is what keys are about, whatever was taken back before (${spelling})`, async () => {
      const [, , otherUri, otherText] = spelled[spelling === 'YAML' ? 1 : 0];
      await open(otherUri(), otherText);
      await open(uriOf(), text);
      await commands.executeCommand('ordinance.policies.focus');
      await run('ordinance.rule.moveDown', named('d'));
      await run('ordinance.rule.delete', { in: 'tree' });
      await run('ordinance.rule.undoEdit', { in: 'tree' });
      const editor = await window.showTextDocument(otherUri());
      await putCursor(editor, editor.document.positionAt(otherText.indexOf('about f') + 20));
      await waitFor('the rule at the cursor', async () => {
        // The view follows no jump right after an edit: it may be of a click on a row that was drawn before.
        await commands.executeCommand('workbench.action.focusActiveEditorGroup');
        await commands.executeCommand('cursorRight');
        await commands.executeCommand('cursorLeft');
        // It follows a cursor that rests.
        await new Promise((resolve) => {
          setTimeout(resolve, 300);
        });
        await commands.executeCommand('ordinance.policies.focus');
        await run('ordinance.rule.copyName', { in: 'tree' });
        return (await env.clipboard.readText()) === 'f';
      });
    });

    test(`several rules that were moved together are moved on together (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await run('ordinance.rule.moveDown', named('d'), [named('d'), named('e')]);
      await times(4, 'ordinance.rule.moveUp', { in: 'tree' });
      assert.equal(orderIn(document), 'd e a b c f g h');
      await Promise.all([
        run('ordinance.rule.moveDown', { in: 'tree' }),
        run('ordinance.rule.undoEdit', { in: 'tree' }),
      ]);
      assert.equal(document.getText(), text, 'all moves of the same ones are taken back, the last one too');
      assert.deepEqual(messages.shown, []);
    });

    test(`a rule that was added is what the next key of the tree is about (${spelling})`, async () => {
      const document = await open(uriOf(), text);
      await commands.executeCommand('ordinance.policies.focus');
      await run('ordinance.rule.moveDown', named('d'));
      const inputs = new Inputs();
      inputs.answers.push(['new'], 'All');
      try {
        await run('ordinance.rule.addHere', { in: 'tree' });
      } finally {
        inputs.restore();
      }
      assert.equal(orderIn(document), 'a b c e new All d f g h', JSON.stringify(messages.shown));
      await run('ordinance.rule.delete', { in: 'tree' });
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
      await Promise.all([
        run('ordinance.rule.delete', { target: rule(policy, 3) }),
        run('ordinance.rule.delete', { target: rule(policy, 3) }),
      ]);
      assert.equal(orderIn(document), 'h e a d f g', 'it is gone: none in its place is deleted');
      assert.match(messages.last?.text ?? '', /changed meanwhile/);
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
        const chosen = { uri: document.uri, array: 'rules', indices: [4], names: ['e'] };
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
      assert.equal(messages.last?.text, `${workspace.asRelativePath(document.uri)} could not be edited.`);
      assert.ok(!messages.last.text.startsWith('/'));
      assert.equal(document.getText(), text);
    });
  }
});
