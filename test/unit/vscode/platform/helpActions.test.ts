import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { needKinds } from '../../../../src/core/sync/pushNeeds.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { helpByCode } = await import('../../../../src/vscode/platform/helpActions.ts');

const root = join(import.meta.dirname, '../../../../src');

/** Codes of every expected failure that the editor may show. */
function codesInSource(): Set<string> {
  const codes = new Set<string>(needKinds);
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !path.endsWith('.ts') || path.startsWith(join(root, 'cli'))) {
      continue;
    }
    const text = readFileSync(path, 'utf8');
    for (const [, code = ''] of text.matchAll(/(?:new ExpectedError\(|super\()\s*'([\w-]+)'/g)) {
      codes.add(code);
    }
    const union = path.endsWith('httpError.ts') ? (/HttpErrorCode =([^;]+);/.exec(text)?.[1] ?? '') : '';
    const known = path.endsWith('util/errors.ts') ? text : '';
    for (const [, code = ''] of [
      ...union.matchAll(/'([\w-]+)'/g),
      ...known.matchAll(/(?:\[|\[\n *)'([\w-]+)'/g),
    ]) {
      codes.add(code);
    }
  }
  return codes;
}

/** Failures whose message is enough. */
const withoutHelp: readonly string[] = [
  // The advice of a need names every way to confirm it.
  ...needKinds,
  'collections-file',
  'secret-in-answer',
  'not-provisioned',
  'part-missing',
  'not-free',
  'colleague-refused',
  'not-on-disk',
  'not-utf-8',
  'has-file',
  'several-files',
  'outside-workspace',
  'newer-lock-file',
  'invalid-json',
  'busy',
  'machine-key',
  'no-program',
  'symbolic-link',
  'merge-over',
  'unsaved-rule',
  'no-snapshot',
  'no-push',
  'not-reopened',
  'partly-written',
  'nothing-left',
  'no-merge',
  'unknown-collections',
  'plan-closed',
  'only-moved',
  'no-policy',
  'unknown-policy',
  'no-rule',
  'entry-there',
  'rule-gone',
  'several-lists',
  'several-rules',
  'no-edit',
  'not-last',
  'not-undone',
  'takes-effect',
  'no-place-helps',
  'redundant-rule',
  'no-place',
  'unsafe-edit',
  'no-new-rule',
  'no-name',
  'not-one-rule',
  'unreadable-part',
  'order-conflict',
  'no-conflict',
  'two-pushes',
  'nothing-selected',
  'no-table',
  'no-comparison',
  'not-a-snapshot',
  'no-address',
  'not-waas',
  'no-endpoints',
  'changed-meanwhile',
  'not-lossless',
  'built-in',
  'not-listed',
  'no-tests',
  'no-test',
  'broken-test-file',
  'no-file',
  'too-many',
];

test('every expected failure says what helps, or that nothing but its advice does', () => {
  const codes = codesInSource();
  assert.ok(codes.size > 40, 'the codes were found');
  assert.deepEqual(
    [...codes].filter((code) => !(code in helpByCode || withoutHelp.includes(code))),
    [],
  );
});

test('no line is left of a failure there is not any more', () => {
  const codes = codesInSource();
  assert.deepEqual(
    [...Object.keys(helpByCode), ...withoutHelp].filter((code) => !codes.has(code)),
    [],
  );
});
