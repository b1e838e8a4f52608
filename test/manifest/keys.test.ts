import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keysIn } from '../../src/core/util/keyLabels.ts';
import { keyArguments, manifest } from './manifest.ts';

/** What is called otherwise on macOS because its own word for it is another. */
const macOnly: Readonly<Record<string, string>> = { 'ordinance.rule.delete': 'cmd+backspace' };

const { keybindings } = manifest.contributes;
/** As texts write it: `ctrl+k alt+up` is `Ctrl+K Alt+Up`. */
const written = (key: string): string => key.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

test('on macOS every key is what texts say that it is there', () => {
  for (const { command, key, mac = key } of keybindings) {
    const letter = /^alt\+[a-z]$/.test(key) ? `cmd+k ${key}` : undefined;
    const expected = macOnly[command] ?? letter ?? key.replaceAll('ctrl+', 'cmd+');
    assert.equal(mac, expected, `${command}: ${key}`);
    if (!(command in macOnly)) {
      assert.equal(keysIn(written(key), true), written(mac).replaceAll('Alt+', 'Option+'));
    }
  }
});

test('the keys that a merge names are those of its commands', () => {
  const named = {
    'ordinance.conflict.useMine': 'alt+m',
    'ordinance.conflict.useLive': 'alt+l',
    'ordinance.conflict.useBase': 'alt+b',
    'ordinance.conflict.edit': 'f2',
    'ordinance.merge.apply': 'alt+enter',
  };
  for (const [command, key] of Object.entries(named)) {
    const own = keybindings.filter((binding) => binding.command === command);
    // Each says where it was pressed: a merge may be in front while the view has the focus.
    assert.deepEqual(
      own.map((binding) => [binding.key, keyArguments(binding)?.in, binding.when]),
      [
        [key, 'tree', 'focusedView == ordinance.conflicts && !inputFocus'],
        [key, 'editor', 'editorTextFocus && resourceScheme == ordinance-merge'],
      ],
      command,
    );
  }
});

test('a key of a view passes the focused row, leaves boxes alone, and is none of the editor or of a menu', () => {
  const ofViews = keybindings.filter(({ when }) => /focusedView/.test(when ?? ''));
  assert.ok(ofViews.length > 10);
  for (const binding of ofViews) {
    const [, view] = /^focusedView == (\S+) && !inputFocus$/.exec(binding.when ?? '') ?? [];
    assert.deepEqual(
      binding.args,
      [{ in: 'tree' }, { $treeViewId: view, $focusedTreeItem: true }],
      binding.command,
    );
    assert.doesNotMatch(
      binding.key,
      /^(up|down|left|right|home|end|pageup|pagedown|ctrl\+alt\+f|alt\+[ef])$/,
    );
  }
});
