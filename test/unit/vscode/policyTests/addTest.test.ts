import assert from 'node:assert/strict';
import { test } from 'node:test';
import { l10n } from '../../../../src/core/util/l10n.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({ l10n });
const { writtenTestWords } = await import('../../../../src/vscode/policyTests/addTest.ts');

test('a test that may be written is told in words', () => {
  const told = [
    { name: 'a', every: { collections: ['payments', 'api'] }, expect: { rule: 'identity baseline' } },
    { name: 'b', every: { collections: ['payments'] }, expect: { blocks: 'never' } },
    {
      name: 'c',
      resource: { host: '', image: 'registry.example/identity/app', label: ['a:b', 'c:d'] },
      expect: { rule: 'x', blocks: 'high' },
    },
    { name: 'd', resource: { image: 'app' }, expect: 'no rule applies' },
    { name: 'e', order: ['identity baseline', 'notifications baseline'] },
  ].map((each) => writtenTestWords(each));
  assert.deepEqual(told, [
    '"payments", "api" · "identity baseline" applies',
    '"payments" · blocks nothing',
    'image=registry.example/identity/app label=a:b label=c:d · "x" applies · blocks from high',
    'image=app · no rule applies',
    '"identity baseline" > "notifications baseline"',
  ]);
});
