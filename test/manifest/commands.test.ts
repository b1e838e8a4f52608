import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandIds } from '../../src/generated/manifest.ts';
import { manifest, manifestText, sources, strings } from './manifest.ts';

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

test('menus and keys name commands and submenus that exist', () => {
  for (const [place, items] of Object.entries(menus)) {
    for (const { command, submenu } of items) {
      assert.ok(
        command === undefined ? submenus.some(({ id }) => id === submenu) : known.has(command),
        `${command ?? submenu} in ${place}`,
      );
    }
  }
  for (const { command } of keybindings) {
    assert.ok(known.has(command), command);
  }
});

test('every key says whether it comes from the tree or the editor, where a command could take either', () => {
  for (const { command, args, when } of keybindings) {
    if (command.startsWith('ordinance.rule.') || command.startsWith('ordinance.policy.')) {
      const place = when?.includes('editorTextFocus') ? 'editor' : 'tree';
      assert.deepEqual(args, { in: place }, `${command} when ${when}`);
    }
  }
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

test('a command that is hidden from the palette is in another menu or run by the code', () => {
  const code = sources()
    .map(({ text }) => text)
    .join('\n');
  for (const { command } of menus['commandPalette'] ?? []) {
    const elsewhere = Object.entries(menus).some(
      ([place, items]) => place !== 'commandPalette' && items.some((item) => item.command === command),
    );
    assert.ok(elsewhere || code.split(`'${command}'`).length > 2, command);
  }
});

test('nothing that sends has a key', () => {
  for (const { command } of keybindings) {
    assert.doesNotMatch(command, /push|pull|sign/i);
  }
});

test('every key is bound to a place of ours', () => {
  for (const { key, when } of keybindings) {
    assert.match(when, /focusedView == ordinance\.|editorLangId =~ \/\^ordinance-/, key);
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

test('steps of the walkthrough are completed by commands that exist', () => {
  for (const event of walkthroughs.flatMap(({ steps }) => steps.flatMap((step) => step.completionEvents))) {
    const [, kind, id = ''] = /^(onCommand|onContext):(.+)$/.exec(event) ?? [];
    assert.ok(kind === 'onContext' ? manifestText.includes(id) : known.has(id), event);
  }
});

test('code names commands of ours only as they are', () => {
  for (const { path, text } of sources()) {
    for (const [, id = ''] of text.matchAll(/executeCommand\(\s*'(ordinance\.[\w.]+)'/g)) {
      assert.ok(known.has(id) || focusCommands.has(id), `${id} in ${path}`);
    }
  }
});
