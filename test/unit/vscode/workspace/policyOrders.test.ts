import assert from 'node:assert/strict';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import type { TextDocument, Uri } from 'vscode';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../../../src/core/document/reading/rereadPolicy.ts';
import { ruleIds } from '../../../../src/core/document/ruleRef.ts';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { ExpectedError } from '../../../../src/core/util/errors.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const never = (): { dispose(): void } => ({ dispose: () => undefined });
const shown: TextDocument[] = [];
useEditor({ workspace: { textDocuments: shown, onDidCloseTextDocument: never } });
const { PolicyOrders } = await import('../../../../src/vscode/workspace/policyOrders.ts');

test('a file that cannot be read is no fault of ours, however often it is looked at', async () => {
  const uri = { path: '/a', toString: () => '/a' } as Uri;
  const errors: unknown[] = [];
  const reads = { count: 0 };
  const orders = new PolicyOrders(
    {
      documents: {
        current: () => undefined,
        read: async () => {
          reads.count++;
          throw new ExpectedError('too-large', 'It is too large.');
        },
      },
      lookups: { collectionsAt: () => new Map(), onDidChange: never },
      log: { ...silentLogger, error: (error: unknown) => errors.push(error) },
    },
    () => undefined,
  );
  void orders.look(uri);
  while (reads.count < 1) {
    await delay(1);
  }
  void orders.look(uri);
  const document = { uri, isClosed: false } as TextDocument;
  await assert.rejects(orders.whenCurrent(document, new AbortController().signal), { name: 'CanceledError' });
  // A rejection that nobody took would end the test here.
  await delay(1);
  assert.equal(reads.count, 2);
  assert.deepEqual(errors, []);
  orders.dispose();
});

test('what was found of a rule holds while it is edited, and while a word is being typed', async (context) => {
  const rule = (name: string): string => `{"name":"${name}","effect":"alert","collections":[{"name":"All"}]}`;
  const kind = policyKind('vulnerability/images');
  let policy = readPolicyText(`{"rules":[${['a', 'b', 'c'].map(rule).join(',')}]}`, 'json', kind);
  const uri = { path: '/images.policy.json', toString: () => '/images.policy.json' } as Uri;
  const document = { uri, languageId: 'ordinance-json', isClosed: false } as TextDocument;
  shown.push(document);
  context.after(() => shown.pop());
  const known = new Map();
  const told: boolean[] = [];
  const orders = new PolicyOrders(
    {
      documents: { current: () => policy, read: async () => policy },
      lookups: { collectionsAt: () => known, onDidChange: never },
      log: silentLogger,
    },
    (_, hasOtherFindings) => told.push(hasOtherFindings),
  );
  context.after(() => orders.dispose());
  const rested = async (times: number): Promise<void> => {
    orders.analyze(uri);
    while (told.length < times) {
      await turn();
    }
  };
  const found = (): number[] =>
    policy.arrays().flatMap(({ key, rules }) => {
      const all = orders.found(uri, key);
      return ruleIds(rules).map((id) => all.get(id)?.findings.length ?? 0);
    });
  const type = (before: string, text: string, length = 0): void => {
    const start = policy.text.indexOf(before) + before.length;
    policy = rereadPolicy(policy, [{ start, end: start + length, text }]);
  };

  await rested(1);
  assert.deepEqual([told, found()], [[true], [1, 1, 1]]);
  type('"b","effect":"alert"', 'x');
  assert.deepEqual(found(), [1, 1, 1], 'no single meaning');
  orders.analyze(uri);
  assert.equal(orders.current(document), undefined);
  type('"b","effect":"alert"', '', 1);
  assert.deepEqual(found(), [1, 1, 1]);
  await rested(2);
  assert.deepEqual(
    [told, found()],
    [
      [true, false],
      [1, 1, 1],
    ],
    'nobody has to draw what is as it was',
  );
  type('"name":"b', 'b');
  assert.deepEqual(found(), [1, 0, 1], 'it may be another rule');
  await rested(3);
  assert.deepEqual(
    [told, found()],
    [
      [true, false, true],
      [1, 1, 1],
    ],
  );
  type('"bb"', 'x');
  orders.analyze(uri);
  assert.deepEqual([orders.current(document), found()], [undefined, [1, 1, 1]], 'it is left broken');
  const asked = orders.whenCurrent(document, new AbortController().signal);
  await rested(4);
  assert.deepEqual(await asked, [], 'but who asks is told');
});
