import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrayAt } from '../../../src/core/json/json.ts';
import { asObject } from '../policy/policyArbitraries.ts';
import type { FakeConsole } from './fakeConsole.ts';
import { images, pulled, rule, withRules } from './workspace.ts';
import { pushOne } from './planAndPush.ts';

test('a rule that is missing for a collection nobody knows is named at once; without that reason it is waited for', async (t) => {
  let waited = 0;
  const pause = (): Promise<void> => Promise.resolve(void waited++);
  const added = [rule('c', { collections: [{ name: 'dev' }] }), rule('d')];
  for (const [what, count, verdict, arrange] of [
    ['everything left out', 1, 'not-applied', (live) => live.collections.delete('dev')],
    ['one of two left out', 2, 'foreign-change', (live) => live.collections.delete('dev')],
    ['all known', 1, 'unknown', (live) => (live.putFault = 'silent')],
    [
      'not more than that is explained',
      2,
      'unknown',
      (live) => {
        live.putFault = 'silent';
        live.collections.delete('dev');
      },
    ],
    [
      'the list cannot be read',
      1,
      'unknown',
      (live) => {
        live.collections.delete('dev');
        live.collectionNames = () => Promise.reject(new Error('down'));
      },
    ],
  ] as const satisfies readonly (readonly [string, number, string, (live: FakeConsole) => unknown])[]) {
    const { live, work } = await pulled(t, { pause });
    await work.edit(
      images,
      withRules((rules) => [...rules, ...added.slice(0, count)]),
    );
    const plan = await work.plan(images);
    live.beforeWrite = () => arrange(live);
    waited = 0;
    const outcome = await pushOne(work.sync, plan);
    assert.equal(outcome.verdict, verdict, what);
    assert.equal(waited === 0, verdict !== 'unknown', what);
  }
});

test('a rule that is left as it was, or taken away, for a collection nobody knows is explained, too', async (t) => {
  for (const kept of ['as it was', 'gone']) {
    const { live, work } = await pulled(t);
    await work.edit(
      images,
      withRules(([first = new Map(), ...rest]) => [
        rule('a', { collections: [{ name: 'dev' }] }),
        ...rest,
        rule(`${first.size}`),
      ]),
    );
    const plan = await work.plan(images);
    const replace = live.replace.bind(live);
    live.replace = async (kind, body) => {
      await replace(kind, body);
      live.collections.delete('dev');
      const old = asObject(arrayAt(plan.live, 'rules')[0] ?? null);
      const now = live.documents.get(images.name) ?? new Map();
      live.documents.set(
        images.name,
        withRules(([, ...rest]) => (kept === 'gone' ? rest : [old, ...rest]))(now),
      );
    };
    const outcome = await pushOne(work.sync, plan);
    assert.equal(outcome.verdict, 'foreign-change');
    assert.match(outcome.reason ?? '', /dropped.*rule "a" \(collection "dev"\)/);
  }
});
