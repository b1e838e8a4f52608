import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentOrder } from '../../../../src/core/assist/order/documentOrder.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import type { KnownCollections } from '../../../../src/core/policy/collections.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { isExpected } from '../../../../src/core/util/errors.ts';
import { runToEnd } from '../../../../src/core/util/inSlices.ts';
import type { pictureTable } from '../../../../src/vscode/order/picture/pictureTable.ts';
import type { ChosenPolicy } from '../../../../src/vscode/workspace/consoleHandle.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const kind = policyKind('vulnerability/images');
type Services = Parameters<typeof pictureTable>[0];

const known: KnownCollections = new Map([
  ['web', { images: ['web/*'] }],
  ['dev', { namespaces: ['dev'] }],
]);

/**
 * The table of a file whose analysis is still running when the table is asked for. The console was not read in this
 * session.
 */
async function rowsInTable(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const uri = { path: '/images.policy.yaml', toString: () => '/images.policy.yaml' };
  useEditor({ workspace: { openTextDocument: async () => ({ uri, isClosed: false }) } });
  const table = await import('../../../../src/vscode/order/picture/pictureTable.ts');
  const doc = readPolicyText(text, 'yaml', kind);
  let loaded: KnownCollections = new Map();
  const services = {
    consoles: { findFile: async () => uri },
    documents: { current: () => doc },
    lookups: {
      loadCollections: async () => (loaded = known),
      sourceOf: async () => ({ kind: 'nothing' }),
    },
    models: {
      orders: {
        look: async () => undefined,
        current: () => undefined,
        whenCurrent: async () => runToEnd(new DocumentOrder(kind, loaded).update(doc)),
      },
    },
  } as unknown as Services;
  const policy = { console: { id: 'c', entry: { name: 'c' } }, kind } as unknown as ChosenPolicy;
  const { rows } = await table.pictureTable(services, policy, 'rules');
  const all: Readonly<Record<string, unknown>>[] = [];
  assert.ok(typeof rows === 'function');
  for await (const page of rows(new AbortController().signal)) {
    all.push(...page.rows);
  }
  return all;
}

test('a table asked for right after an edit has the rules of the edited file', async () => {
  const rows = await rowsInTable('rules:\n  - name: one\n    collections:\n      - name: All\n');
  assert.equal(rows[0]?.['rule'], 'one');
  assert.equal(rows.length, 2);
});

test('an overlap in theory is named as one, whatever the map shows', async () => {
  const rule = (name: string): string => `  - name: ${name}\n    collections:\n      - name: ${name}\n`;
  const [web, dev] = await rowsInTable(`rules:\n${rule('web')}${rule('dev')}`);
  assert.deepEqual([web?.['applies'], web?.['shadowed']], ['web, dev (in theory)', undefined]);
  assert.deepEqual([dev?.['applies'], dev?.['shadowed']], ['dev (part)', 'web (in theory)']);
});

test('a table that is restored after a reload knows the collections of the console', async () => {
  const [web] = await rowsInTable('rules:\n  - name: one\n    collections:\n      - name: web\n');
  assert.deepEqual([web?.['applies'], web?.['unknown']], ['web', undefined]);
});

test('a broken file has no table', async () => {
  await assert.rejects(rowsInTable('rules: [\n'), (error) => isExpected(error) && error.code === 'no-order');
});
