import assert from 'node:assert/strict';
import {
  commands,
  languages,
  Position,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type Diagnostic,
  type QuickPickItem,
  type StatusBarItem,
  type TextDocument,
} from 'vscode';
import type { KnownCollections } from '../../../src/core/policy/collections.ts';
import { policyKinds } from '../../../src/core/policy/families.ts';
import { newRules } from '../../../src/core/policy/newRule.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import { LastPush } from '../../../src/vscode/targets/pushes.ts';
import { RuleEditStatus } from '../../../src/vscode/rules/ruleEditStatus.ts';
import type { ContextKeys } from '../../../src/vscode/platform/contextKeys.ts';
import type { Log } from '../../../src/vscode/platform/log.ts';
import type { Targets } from '../../../src/vscode/targets/targets.ts';
import * as acts from '../../../src/core/document/ruleActs.ts';
import { Boxes } from '../boxes.ts';
import { after, before, suite, test, waitFor } from '../harness.ts';
import { fileOf, Messages, rule, run } from '../mainJob.ts';
import { surroundings } from '../surroundings.ts';
import { rulesAt, World, writePolicy } from '../editor/world.ts';

const { addAt, deletion, duplication, moveTo, movingTo, renaming, switching } = acts;

const name = 'vulnerability/images';
const other = 'vulnerability/host';
const collections: KnownCollections = new Map([
  ['shop', { images: ['registry.example/shop/*'] }],
  ['web', { images: ['registry.example/shop/web*'] }],
  ['hosts', { hosts: ['node-*'] }],
  ['prod', { images: ['registry.example/prod/*'] }],
]);

/** A rule that blocks from high, or does nothing. */
function yamlRule(title: string, collection: string, blocks: boolean): string {
  const block = blocks ? '    blockThreshold:\n      enabled: true\n      value: 7\n' : '';
  return `  # about ${title}\n  - name: ${title}\n    collections:\n      - name: ${collection}\n${block}`;
}

function jsonRules(
  ...rules: readonly (readonly [title: string, collection: string, blocks: boolean])[]
): string {
  const all = rules.map(([title, collection, blocks]) => ({
    name: title,
    collections: [{ name: collection }],
    ...(blocks && { blockThreshold: { enabled: true, value: 7 } }),
  }));
  return `${JSON.stringify({ policyType: 'containerVulnerability', rules: all }, undefined, 2)}\n`;
}

const head = 'policyType: containerVulnerability\nrules:\n';
const yamlText =
  head + yamlRule('shop', 'shop', true) + yamlRule('prod', 'prod', true) + yamlRule('web', 'web', false);

suite('moving with foresight', () => {
  let world: World;
  let status: RuleEditStatus;
  const lastPush = new LastPush({ set: () => undefined });
  let messages: Messages;
  let item: StatusBarItem;
  let isShown = false;
  /** What the palette goes by. */
  let isKnown = false;

  const said = (): string | undefined => (isShown ? item.accessibilityInformation?.label : undefined);
  const saying = async (text: string): Promise<void> => {
    await waitFor(`"${text}"`, () => said()?.includes(text));
  };

  before(async () => {
    await writePolicy(name, yamlText);
    await writePolicy(other, 'policyType: hostVulnerability\nrules: []\n');
    world = new World();
    await world.ready();
    world.collections = collections;
    const real = window.createStatusBarItem;
    item = real('test');
    const seen = {
      show: () => void (isShown = true),
      hide: () => void (isShown = false),
      dispose: () => undefined,
    };
    Object.assign(window, { createStatusBarItem: () => Object.assign(item, seen) });
    status = new RuleEditStatus({
      consoles: world.consoles,
      documents: world.documents,
      ruleEditor: world.editor,
      targets: { rows: {} } as unknown as Targets,
      models: world.models,
      contextKeys: { set: (_: string, value: boolean) => void (isKnown = value) } as unknown as ContextKeys,
      lastPush,
      log: silentLogger as Log,
    });
    Object.assign(window, { createStatusBarItem: real });
    messages = new Messages();
  });

  after(async () => {
    status.dispose();
    world.dispose();
    messages.restore();
    await writePolicy(name, head + yamlRule('one', 'All', true));
  });

  const json = Uri.joinPath(surroundings().folder, 'policies/sandbox/vulnerability/ci-images.policy.json');
  const open = async (uri: Uri, text: string): Promise<TextDocument> => {
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document);
    // What an earlier test left unsaved goes, and how its lines ended with it.
    await commands.executeCommand('workbench.action.files.revert');
    await waitFor('the text', () => document.getText() === text);
    return document;
  };
  const texts: readonly (readonly [spelling: string, uri: () => Uri, text: string])[] = [
    ['YAML', () => fileOf(name), yamlText],
    ['YAML with CRLF', () => fileOf(name), yamlText.replaceAll('\n', '\r\n')],
    ['JSON', () => json, jsonRules(['shop', 'shop', true], ['prod', 'prod', true], ['web', 'web', false])],
  ];

  for (const [spelling, uriOf, text] of texts) {
    test(`what a rule took since its move began is said until something else is edited (${spelling})`, async () => {
      const uri = uriOf();
      const document = await open(uri, text);
      await world.editor.act(rulesAt(uri, 2), movingTo('up'));
      await saying('"web" moved from 3 to 2: no changed decisions');
      await world.editor.act(rulesAt(uri, 1), movingTo('up'));
      assert.match(said() ?? '', /from 3 to 1: finding|from 3 to 1: 1 changed/, 'never what was true before');
      await saying(
        '"web" moved from 3 to 1: 1 changed decision, 1 becomes weaker. Example: image registry.example/shop/web',
      );
      assert.equal(item.text, '$(warning) 3 → 1: 1 changed decision, 1 becomes weaker');
      assert.ok(typeof item.tooltip === 'string');
      assert.match(item.tooltip, /"shop" → "web" \(weaker\): blocks from high/);

      // In the file of another policy it says of which it is.
      await window.showTextDocument(await workspace.openTextDocument(fileOf(other)));
      assert.ok(isKnown, 'the palette offers to show it');
      await waitFor('its name', () => /^vulnerability\/(ci-)?images: "web" moved/.test(said() ?? ''));
      await window.showTextDocument(document);
      await saying('1 becomes weaker');

      const moved = document.getText();
      const edit = new WorkspaceEdit();
      edit.insert(uri, new Position(0, 0), spelling === 'JSON' ? ' ' : '# seen\n');
      await workspace.applyEdit(edit);
      await waitFor('nothing after another edit', () => said() === undefined);
      assert.ok(!isKnown, 'the palette does not offer it any more');
      assert.ok(document.getText().endsWith(moved));
    });

    test(`a move is taken back to the byte, and not over an edit (${spelling})`, async () => {
      const uri = uriOf();
      const document = await open(uri, text);
      await world.editor.act(rulesAt(uri, 2), movingTo('top'));
      await world.editor.act(rulesAt(uri, 0), movingTo('down'));
      await saying('from 3 to 2');
      const real = window.showQuickPick;
      const shown: string[] = [];
      Object.assign(window, {
        showQuickPick: async (items: readonly QuickPickItem[]) => {
          shown.push(...items.map(({ label }) => label));
          return items.at(-1);
        },
      });
      try {
        await status.show();
        assert.deepEqual(shown, ['Undo']);
        assert.equal(document.getText(), text);
        await waitFor('nothing of a move that was taken back', () => said() === undefined);
        await assert.rejects(status.show(), /There is no edit of rules/);
      } finally {
        Object.assign(window, { showQuickPick: real });
      }
    });

    test(`edits of rules are taken back one after another, and nothing is said of them after a push (${spelling})`, async () => {
      const uri = uriOf();
      const document = await open(uri, text);
      await world.editor.act(rulesAt(uri, 1), renaming('other'));
      const renamed = document.getText();
      await world.editor.act(rulesAt(uri, 2), movingTo('up'));
      await world.editor.act(rulesAt(uri, 0), switching(false));
      await saying('"shop" disabled');
      await status.undo();
      await saying('"web" moved from 3 to 2');
      await status.undo();
      assert.equal(document.getText(), renamed);
      await saying('"prod" renamed');
      await status.undo();
      assert.equal(document.getText(), text);
      await assert.rejects(status.undo(), /There is no edit of rules/);

      await world.editor.act(rulesAt(uri, 2), movingTo('up'));
      await saying('"web" moved from 3 to 2');
      const at = world.consoles.policyAt(uri);
      assert.ok(at);
      const pushed = { consoleId: at.console.id, snapshot: 'a', pushId: 'b', at: new Date() };
      lastPush.remember({ ...pushed, policy: other });
      assert.ok(said()?.includes('"web"'), 'of another policy nothing was pushed');
      lastPush.remember({ ...pushed, policy: at.kind.name });
      assert.equal(said(), undefined);
    });
  }

  const acts: readonly {
    readonly done: string;
    readonly act: (uri: Uri) => Promise<unknown>;
    readonly hands: string;
  }[] = [
    {
      done: '"shop" deleted',
      act: async (uri) => world.editor.act(rulesAt(uri, 0), deletion),
      hands: '2 changed decisions, 2 become weaker. Example: image registry.example/shop/',
    },
    {
      done: '2 rules deleted',
      act: async (uri) => world.editor.act(rulesAt(uri, 1, 2), deletion),
      hands: '1 changed decision, 1 becomes weaker. Example: image registry.example/prod/',
    },
    {
      done: '"shop" disabled',
      act: async (uri) => world.editor.act(rulesAt(uri, 0), switching(false)),
      hands: '2 changed decisions, 2 become weaker. Example: image registry.example/shop/',
    },
    {
      done: '"web" duplicated',
      act: async (uri) => world.editor.act(rulesAt(uri, 2), duplication),
      hands: 'no changed decisions',
    },
    {
      done: '"new" added at 1',
      act: async (uri) => {
        const [added] = newRules(policyKinds[0]!, { name: 'new', collections: [{ name: 'web' }] });
        assert.ok(added);
        return world.editor.act(rulesAt(uri), addAt(0, added.rule));
      },
      hands: '1 changed decision, 1 becomes weaker. Example: image registry.example/shop/web',
    },
  ];
  for (const [spelling, uriOf, text] of texts) {
    for (const { done, act, hands } of acts) {
      test(`what changes hands is said when ${done}, and Undo takes it back (${spelling})`, async () => {
        const uri = uriOf();
        const document = await open(uri, text);
        messages.clear();
        messages.answer = () => undefined;
        await act(uri);
        await saying(`${done}: ${hands}`);
        const isTold = messages.shown.some(({ text: shown }) => shown.startsWith(`${done}: `));
        assert.equal(isTold, !hands.startsWith('no changed'), 'a message, when something changes hands');
        await status.undo();
        assert.equal(document.getText(), text);
        await waitFor('nothing of what was taken back', () => said() === undefined);
        messages.clear();
      });
    }
  }

  test('after a drop it is said with the way back at hand; a drop that changes nothing is only noted', async () => {
    const uri = fileOf(name);
    const document = await open(uri, yamlText);
    messages.clear();
    await world.editor.act(rulesAt(uri, 1), moveTo(0));
    await saying('"prod" moved from 2 to 1: no changed decisions');
    assert.deepEqual(messages.shown, []);
    messages.answer = ({ actions }) => actions.find((action) => action === 'Undo');
    await world.editor.act(rulesAt(uri, 2), moveTo(0));
    await waitFor(
      'the move to be taken back',
      () => messages.last && said()?.startsWith('"prod" moved from 2 to 1'),
    );
    assert.match(messages.last?.text ?? '', /^"web" moved from 3 to 1: 1 changed decision, 1 becomes weaker/);
    assert.match(document.getText(), /name: prod[^]*name: shop[^]*name: web/);
    messages.clear();
  });

  test('rules of the network are followed, too', async () => {
    const uri = Uri.joinPath(surroundings().folder, 'policies/sandbox/cnns/network.policy.yaml');
    const entity = (id: number, title: string, cidr: string): string =>
      `  - _id: ${id}\n    name: ${title}\n    type: subnet\n    subnets:\n      - name: ${title}\n        cidr: ${cidr}\n`;
    const text =
      'containerEnabled: true\nhostEnabled: false\nnetworkEntities:\n' +
      '  - _id: 1\n    name: shop\n    type: container\n    collections:\n      - name: All\n' +
      entity(2, 'wide', '10.0.0.0/8') +
      entity(3, 'narrow', '10.1.0.0/16') +
      'containerRules:\n' +
      [
        [1, 'stop', 2, 'prevent'],
        [2, 'let', 3, 'allow'],
      ]
        .map(
          ([id, title, dst, effect]) =>
            `  - id: ${id}\n    name: ${title}\n    src: 1\n    dst: ${dst}\n    ports:\n      - start: 80\n        end: 80\n    effect: ${effect}\n`,
        )
        .join('') +
      'hostRules: []\n';
    await open(uri, text);
    await world.editor.act({ ...rulesAt(uri, 1), array: 'containerRules' }, movingTo('up'));
    await saying('"let" moved from 2 to 1: 1 changed decision, 1 becomes weaker. Example: ');
    await workspace.fs.delete(uri);
  });

  test('a list of places says below each what would change hands', async () => {
    const uri = fileOf(name);
    await open(
      uri,
      head + yamlRule('one', 'All', true) + yamlRule('two', 'All', false) + yamlRule('three', 'All', false),
    );
    // The list has a way to where it takes effect when it is known that it decides for nothing.
    await waitFor('a dead rule', () =>
      languages.getDiagnostics(uri).some(({ code }) => isCode(code, 'shadowed-rule')),
    );
    const boxes = new Boxes();
    try {
      const moving = run('ordinance.rule.move', rule(name, 1));
      const box = await waitFor('the list', () => boxes.last);
      const details = (): Record<string, string | undefined> =>
        Object.fromEntries(box.items.map(({ label, detail }) => [label, detail]));
      await waitFor(
        'what would change',
        () => !Object.values(details()).includes('finding changed decisions'),
      );
      assert.deepEqual(details(), {
        Up: '1 changed decision, 1 becomes weaker. Example: anything',
        Down: 'no changed decisions',
        'To the Top': '1 changed decision, 1 becomes weaker. Example: anything',
        'To the Bottom': 'no changed decisions',
        'To a Position…': 'Each position shows its changed decisions.',
        'To Where It Applies':
          'It is shadowed: move it just above the rules that match everything it covers.',
      });
      box.pick('To a Position…');
      const asked = await waitFor('the box', () => (boxes.last === box ? undefined : boxes.last));
      await waitFor('what stays', () => asked.said === 'no changed decisions');
      asked.type('1');
      await waitFor('what would change', () => asked.said?.startsWith('1 changed decision'));
      asked.type('9');
      assert.equal(asked.said, 'Type a position from 1 to 3.');
      asked.type('3');
      asked.accept();
      await moving;
      const document = await workspace.openTextDocument(uri);
      assert.match(document.getText(), /name: one[^]*name: three[^]*name: two/);
    } finally {
      boxes.restore();
    }
  });

  test('a list of places ends when the file is edited meanwhile', async () => {
    const uri = fileOf(name);
    const text = head + yamlRule('one', 'All', true) + yamlRule('two', 'All', false);
    const document = await open(uri, text);
    const boxes = new Boxes();
    messages.clear();
    try {
      const moving = run('ordinance.rule.move', rule(name, 1));
      await waitFor('the list', () => boxes.last);
      const edit = new WorkspaceEdit();
      edit.insert(uri, new Position(0, 0), '# seen\n');
      await workspace.applyEdit(edit);
      await moving;
      assert.match(messages.last?.text ?? '', / changed\. /);
      assert.equal(document.getText(), `# seen\n${text}`);
    } finally {
      boxes.restore();
    }
  });

  test('a rule that decides for nothing goes just above what takes everything, by a command', async () => {
    const uri = fileOf(name);
    const text =
      head +
      yamlRule('shop', 'shop', true) +
      yamlRule('all', 'All', false) +
      yamlRule('late', 'Unheard of', true);
    const document = await open(uri, text);
    messages.clear();
    await run('ordinance.rule.moveToEffect', rule(name, 2));
    assert.deepEqual(messages.shown, []);
    assert.equal(
      document.getText(),
      head +
        yamlRule('shop', 'shop', true) +
        yamlRule('late', 'Unheard of', true) +
        yamlRule('all', 'All', false),
    );
    // It takes effect now.
    await run('ordinance.rule.moveToEffect', rule(name, 1));
    assert.match(messages.last?.text ?? '', /no rule that shadows "late"/);
  });

  test('the command says what decides for nothing instead, and what it cannot help', async () => {
    const uri = fileOf(name);
    const document = await open(uri, head + yamlRule('one', 'All', true) + yamlRule('two', 'All', false));
    messages.clear();
    await run('ordinance.rule.moveToEffect', rule(name, 1));
    assert.match(document.getText(), /name: two[^]*name: one/);
    assert.equal(messages.last?.text, '"two" now applies. "one" no longer applies.');

    await open(uri, head + yamlRule('one', 'All', true) + yamlRule('two', 'All', true));
    messages.clear();
    await run('ordinance.rule.moveToEffect', rule(name, 1));
    assert.match(
      messages.last?.text ?? '',
      /^"two" is redundant: "one" above does the same\. You can delete it/,
    );

    const off = yamlRule('off', 'All', false).replace('collections:', 'disabled: true\n    collections:');
    await open(uri, head + yamlRule('one', 'All', true) + off);
    messages.clear();
    await run('ordinance.rule.moveToEffect', rule(name, 1));
    assert.match(messages.last?.text ?? '', /"off" is disabled/);
    await open(uri, `${head}  - name: [\n`);
    await run('ordinance.rule.moveToEffect', rule(name, 0));
    assert.match(messages.last?.text ?? '', /Could not analyze the order/);
  });
});

function isCode(code: Diagnostic['code'], wanted: string): boolean {
  return (typeof code === 'object' ? code.value : code) === wanted;
}
