import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  inertJson,
  inertLine,
  inertText,
  terminalLine,
  visibleLine,
} from '../../../src/core/util/inertText.ts';
import { anyCharacter } from './anyCharacter.ts';

/** As the editor finds links in messages and prompts, and icons in labels. */
const linksOfTheEditor = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
const iconsOfTheEditor = /\$\([A-Za-z0-9-]+(?:~[A-Za-z0-9-]+)?\)/g;
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

// prettier-ignore
const pieces = fc.constantFrom(
  '[x](command:a.b)', '](', '$(zap)', '[', ']', '(', ')', '$', 'command:c', 'https://e.example', '##[error]',
  '\u001b[31m', '\u009b2J', '\r', '\n', '\r\n', '\t', '\0', '\u2028', '::error::', ':', '#', '##vso[task]',
  '\u202e', '\u2066', '\u2067', '\u2068', '\u2069', '\u200f', '\u200b', '\ufeff', '\ud800', '\u{e0041}',
  'שלום', 'עולם', 'مرحبا', '٣', ' ', '"', '\\', '`', '<b>', 'a_b*c', 'ci-images', 'é', '日本',
);
const nasty = fc
  .array(fc.oneof(pieces, fc.string({ unit: anyCharacter, maxLength: 4 })), { maxLength: 12 })
  .map((all) => all.join(''));

const runs = { numRuns: 1000 };

test('what a console wrote is no link, no icon and no control', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const line = inertLine(text);
      assert.doesNotMatch(line, linksOfTheEditor);
      assert.doesNotMatch(line, iconsOfTheEditor);
      assert.doesNotMatch(line, controls);
      assert.ok(line.isWellFormed());
    }),
    runs,
  );
});

test('marks of direction stand in pairs around words from right to left and nowhere else', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const rest = inertLine(text).replaceAll(
        /\u2068[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff} \u200c\u200d]+\u2069/gu,
        '',
      );
      assert.doesNotMatch(rest, turning);
      assert.doesNotMatch(rest, /[\u0590-\u05ff\u0620-\u064a]/);
    }),
    runs,
  );
});

test('a text may pass twice, on its own and inside a message', () => {
  fc.assert(
    fc.property(nasty, nasty, (text, other) => {
      assert.equal(inertLine(inertLine(text)), inertLine(text));
      const message = inertLine(`${inertLine(text)} - ${other}`);
      assert.doesNotMatch(message, linksOfTheEditor);
      assert.equal(inertLine(message), message);
    }),
    runs,
  );
});

test('names stay as they are', () => {
  for (const name of [
    'a_b*c',
    'ci-images',
    'Größe <1>',
    '日本 (prod)',
    'x[0]',
    'C:\\temp\\*',
    '50% $5',
    '👩‍💻',
  ]) {
    assert.equal(inertLine(name), name);
    assert.equal(terminalLine(name), name);
  }
});

test('what was taken out can be seen', () => {
  assert.equal(inertLine('[Details](command:x.y?%5B%5D)'), '[Details] (command:x.y?%5B%5D)');
  assert.equal(inertLine('$(zap) boom'), '$ (zap) boom');
  assert.equal(inertLine('a\u202eb'), 'a<U+202E>b');
  assert.equal(inertLine('one\r\ntwo\n'), 'one↵two');
  assert.equal(inertLine('שלום עולם 3 added'), '\u2068שלום עולם\u2069 3 added');
  assert.equal(inertLine('שלום → עולם'), '\u2068שלום\u2069 → \u2068עולם\u2069');
  assert.equal(visibleLine('\u001b[31mred'), '<U+001B>[31mred');
});

test('lines stay lines where there may be some', () => {
  assert.equal(inertText('a\r\n[b](command:c)\n\u001b'), 'a\n[b] (command:c)\n<U+001B>');
});

test('a line of a pipeline is no command of it', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const line = terminalLine(text);
      assert.doesNotMatch(line, /^\s*::/);
      assert.doesNotMatch(line, /##\w*\[/);
      assert.doesNotMatch(line, controls);
      assert.doesNotMatch(line, turning);
    }),
    runs,
  );
  assert.equal(terminalLine('  ::error::x'), '  : :error::x');
  assert.equal(terminalLine('a ##vso[task.setvariable]b'), 'a # #vso[task.setvariable]b');
  assert.equal(terminalLine('\n::error::x'), '↵::error::x');
});

test('JSON stays the same value, on one line without anything hidden', () => {
  fc.assert(
    fc.property(fc.record({ name: nasty, more: fc.array(nasty) }, { noNullPrototype: true }), (value) => {
      const line = inertJson(value);
      assert.deepEqual(JSON.parse(line), value);
      assert.doesNotMatch(line, controls);
      assert.doesNotMatch(line, turning);
      assert.doesNotMatch(line, /##\w*\[/);
    }),
    runs,
  );
});

test('a long text takes no long time', () => {
  for (const long of ['\u200d', 'ש ', '[', '](', '$', '#', ' ', '\r', '\rx', '##a', '\u2068ש']) {
    assert.ok(inertLine(long.repeat(200_000)).length > 0);
    assert.ok(terminalLine(long.repeat(200_000)).length > 0);
  }
});
