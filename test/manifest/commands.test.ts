import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandIds } from '../../src/generated/manifest.ts';
import { contextKeyDefaults } from '../../src/vscode/platform/contextKeyDefaults.ts';
import { keyArguments, manifest, sources, strings } from './manifest.ts';

const { commands, keybindings, menus, submenus, viewsWelcome, walkthroughs } = manifest.contributes;
const known = new Set<string>(commandIds);
/** Each view has one without being asked. */
const focusCommands = new Set(
  Object.values(manifest.contributes.views).flatMap((list) => list.map(({ id }) => `${id}.focus`)),
);

test('the manifest declares exactly the commands of the code', () => {
  assert.deepEqual(commands.map(({ command }) => command).sort(), [...commandIds].sort());
});

test('every command has the category, a title without it, and an icon', () => {
  for (const { command, title, category, icon } of commands) {
    assert.equal(category, '%category%', command);
    assert.ok(!strings[title.slice(1, -1)]?.includes('Ordinance'), command);
    assert.match(icon ?? '', /^\$\([a-z-]+\)$/, command);
  }
});

test('every command has a function', () => {
  const code = sources('src/vscode');
  for (const id of commandIds) {
    assert.ok(
      code.some(({ text }) => text.includes(`'${id}': `)),
      id,
    );
  }
});

test('menus and keys name commands and submenus that exist', () => {
  for (const [place, items] of Object.entries(menus)) {
    for (const { command, submenu } of items) {
      assert.ok(
        command === undefined ? submenus.some(({ id }) => id === submenu) : known.has(command),
        `${command ?? submenu} in ${place}`,
      );
    }
  }
  for (const key of keybindings) {
    assert.ok(known.has(key.command), key.command);
  }
});

test('every key says whether it comes from the tree or the editor, where a command could take either', () => {
  for (const key of keybindings) {
    const { command, when } = key;
    if (command.startsWith('ordinance.rule.') || command.startsWith('ordinance.policy.')) {
      const place = when?.includes('editorTextFocus') ? 'editor' : 'tree';
      assert.deepEqual(keyArguments(key), { in: place }, `${command} when ${when}`);
    }
  }
});

test('every key of a view has the editor say which row of it has the frame', () => {
  for (const { key, args, when } of keybindings.filter((one) => keyArguments(one)?.in === 'tree')) {
    const [, view] = /focusedView == (ordinance\.\w+)/.exec(when) ?? [];
    assert.deepEqual(args, [{ in: 'tree' }, { $treeViewId: view, $focusedTreeItem: true }], key);
  }
});

test('a row has the buttons of what can be done to it: only an edited policy one to push it', () => {
  const inline = (menus['view/item/context'] ?? []).filter(
    ({ command, group }) => command === 'ordinance.policy.push' && group?.startsWith('inline'),
  );
  assert.deepEqual(
    inline.map(({ when }) => when?.includes('canDiscard')),
    [true],
  );
});

test('every submenu is filled and shown', () => {
  for (const { id } of submenus) {
    assert.ok((menus[id] ?? []).length > 0, id);
    assert.ok(
      Object.values(menus).some((items) => items.some(({ submenu }) => submenu === id)),
      id,
    );
  }
});

test('a command that is hidden from the palette is in another menu, part of a key, or run by the code', () => {
  const code = sources()
    .map(({ text }) => text)
    .join('\n');
  const byKeys = new Set(keybindings.flatMap((key) => keyArguments(key)?.commands ?? []));
  const hidden = (menus['commandPalette'] ?? []).filter(
    ({ command = '', when }) => !byKeys.has(command) && when === 'false',
  );
  for (const { command } of hidden) {
    const elsewhere = Object.entries(menus).some(
      ([place, items]) => place !== 'commandPalette' && items.some((item) => item.command === command),
    );
    assert.ok(elsewhere || code.split(`'${command}'`).length > 2, command);
  }
});

test('nothing that sends has a key, but the plan that is looked at; the key of an undo makes one to look at', () => {
  for (const { command, when } of keybindings.filter((one) =>
    /push|pull|sign|plan\.undo/i.test(one.command),
  )) {
    assert.ok(['ordinance.plan.push', 'ordinance.plan.undo'].includes(command), command);
    const context = command === 'ordinance.plan.push' ? 'canPushPlan' : 'canUndoPlan';
    assert.ok(
      when.startsWith(`editorTextFocus && resourceScheme == ordinance-plan && ordinance.${context}`),
      when,
    );
  }
});

test('a command with a key of an editor only is in no menu of a view, which would show that key', () => {
  const rows = new Set((menus['view/item/context'] ?? []).map(({ command }) => command));
  const inViews = new Set(
    keybindings.filter(({ when }) => when.includes('focusedView')).map(({ command }) => command),
  );
  const inEditors = keybindings.map(({ command }) => command).filter((command) => !inViews.has(command));
  assert.deepEqual(
    inEditors.filter((command) => rows.has(command)),
    [],
  );
});

test('Escape closes a plan in every state, and the result of a push', () => {
  const [close] = keybindings.filter(({ command }) => command === 'ordinance.plan.close');
  assert.equal(close?.key, 'escape');
  assert.doesNotMatch(close.when, /can(?:Push|Refresh|Undo)Plan/);
});

test('a plan has buttons with icons in the title bar to push, to refresh and to undo it', () => {
  const inBar = (menus['editor/title'] ?? []).filter(
    ({ when, group }) => when?.includes('ordinance-plan') && group?.startsWith('navigation'),
  );
  for (const id of ['ordinance.plan.push', 'ordinance.plan.refresh', 'ordinance.plan.undo']) {
    assert.ok(
      inBar.some(({ command }) => command === id),
      id,
    );
    assert.ok(commands.find(({ command }) => command === id)?.icon, id);
  }
});

test('every key is bound to a place of ours', () => {
  for (const { key, when } of keybindings) {
    assert.match(
      when,
      /focusedView == ordinance\.|editorLangId =~ \/\^ordinance-|resourceScheme == ordinance-(plan|merge)/,
      key,
    );
  }
});

test('moves have a key in the tree and in the editor', () => {
  for (const command of ['moveUp', 'moveDown', 'moveToTop', 'moveToBottom']) {
    assert.equal(
      keybindings.filter((binding) => binding.command === `ordinance.rule.${command}`).length,
      2,
      command,
    );
  }
});

test('links in welcome contents and walkthrough lead to commands that exist', () => {
  const contents = [
    ...viewsWelcome.map((welcome) => welcome.contents),
    ...walkthroughs.flatMap(({ steps }) => steps.map(({ description }) => description)),
  ].map((key) => strings[key.slice(1, -1)] ?? '');
  for (const text of contents) {
    for (const [, command = ''] of text.matchAll(/\(command:([\w.]+)\)/g)) {
      assert.ok(
        known.has(command) || /^(vscode|workbench)\./.test(command) || focusCommands.has(command),
        command,
      );
    }
  }
  assert.ok(contents.every((text) => text.includes('](command:')));
});

test('code names commands of ours only as they are', () => {
  for (const { path, text } of sources()) {
    for (const [, id = ''] of text.matchAll(/executeCommand\(\s*'(ordinance\.[\w.]+)'/g)) {
      assert.ok(known.has(id) || focusCommands.has(id), `${id} in ${path}`);
    }
  }
});

test('the context menu of a policy file has one entry of Ordinance', () => {
  assert.deepEqual(
    (menus['editor/context'] ?? []).map(({ submenu }) => submenu),
    ['ordinance.editor'],
  );
});

test('the posture view is shown only where a console names an SSPM service', () => {
  const posture = Object.values(manifest.contributes.views)
    .flat()
    .find(({ id }) => id === 'ordinance.posture');
  assert.equal(posture?.when, 'ordinance.hasPosture');
  assert.ok(viewsWelcome.every(({ view }) => view !== 'ordinance.posture'));
});

test('a step of the walkthrough is complete when its result is there, not when a command was run', () => {
  for (const event of walkthroughs.flatMap(({ steps }) => steps.flatMap((step) => step.completionEvents))) {
    const key = /^onContext:(.+)$/.exec(event)?.[1] ?? '';
    assert.ok(Object.hasOwn(contextKeyDefaults, key), event);
  }
});
