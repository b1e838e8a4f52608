import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import type { Uri } from 'vscode';
import { ExpectedError } from '../../../../src/core/util/errors.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import type { PolicyOrdersDeps } from '../../../../src/vscode/workspace/policyOrders.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const never = (): { dispose(): void } => ({ dispose: () => undefined });
useEditor({ workspace: { textDocuments: [], onDidCloseTextDocument: never } });
const { PolicyOrders } = await import('../../../../src/vscode/workspace/policyOrders.ts');

test('a file that cannot be read is no fault of ours, however often it is looked at', async () => {
  const uri = { path: '/a', toString: () => '/a' } as Uri;
  const errors: unknown[] = [];
  const reads = { count: 0 };
  const orders = new PolicyOrders({
    documents: {
      onDidChange: never,
      current: () => undefined,
      read: async () => {
        reads.count++;
        throw new ExpectedError('too-large', 'It is too large.');
      },
    },
    scopes: { of: () => new Map(), onDidChange: never },
    log: { ...silentLogger, error: (error: unknown) => errors.push(error) },
  } as unknown as PolicyOrdersDeps);
  orders.look(uri);
  while (reads.count < 1) {
    await delay(1);
  }
  orders.look(uri);
  // A rejection that nobody took would end the test here.
  await delay(1);
  assert.equal(reads.count, 2);
  assert.deepEqual(errors, []);
  orders.dispose();
});
