import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stringAt } from '../../../src/core/json/json.ts';
import { KnownLive } from '../../../src/core/sync/readLive.ts';
import type { LivePolicies } from '../../../src/core/sync/ports.ts';
import { Emitter } from '../../../src/core/util/disposable.ts';
import { images } from './workspace.ts';
import { testDestination } from './testDestination.ts';

/** Answers when it is told to. */
function slowConsole(): { live: LivePolicies; asked: PromiseWithResolvers<string>[] } {
  const asked: PromiseWithResolvers<string>[] = [];
  const unused = (): never => assert.fail('not asked for here');
  return {
    asked,
    live: {
      readPolicy: async () => {
        const one = Promise.withResolvers<string>();
        asked.push(one);
        return { text: await one.promise, replace: unused };
      },
      destination: testDestination,
      collectionNames: unused,
    },
  };
}

const answer = (note: string): string => `{"note":"${note}","rules":[]}`;

test('an answer that was asked for earlier and comes later does not stand for what is so', async () => {
  const { live, asked } = slowConsole();
  const kept: string[] = [];
  const known = new KnownLive({ now: () => new Date(0) }, new Emitter(), {
    keep: (_, { hash }) => void kept.push(hash),
    recall: () => undefined,
  });
  const background = known.read({ live, isQuiet: true }, images);
  const pushed = known.read({ live }, images);
  asked[1]?.resolve(answer('after'));
  const { hash } = await pushed;
  asked[0]?.resolve(answer('before'));
  assert.equal(stringAt((await background).document, 'note'), 'before', 'who asked gets what was answered');
  assert.equal(known.answer(images.name)?.hash, hash);
  assert.deepEqual(kept, [hash]);
});

test('a reading that was begun earlier and fails later takes back nothing', async () => {
  const { live, asked } = slowConsole();
  const known = new KnownLive({ now: () => new Date(0) }, new Emitter());
  const [glance, read] = [known.read({ live, isQuiet: true }, images), known.read({ live }, images)];
  const last = known.read({ live }, images);
  asked[2]?.resolve(answer('now'));
  await last;
  asked[0]?.reject(new Error('reset'));
  asked[1]?.reject(new Error('reset'));
  await assert.rejects(glance);
  await assert.rejects(read);
  assert.equal(known.of(images.name).failure, undefined);
  assert.equal(known.of(images.name).missed, undefined);
});

test('an answer counts although a reading that was begun later failed before it came', async () => {
  const { live, asked } = slowConsole();
  const known = new KnownLive({ now: () => new Date(0) }, new Emitter());
  const [first, second] = [known.read({ live }, images), known.read({ live }, images)];
  asked[1]?.reject(new Error('reset'));
  await assert.rejects(second);
  asked[0]?.resolve(answer('now'));
  await first;
  assert.equal(stringAt(known.answer(images.name)?.document ?? new Map(), 'note'), 'now');
  assert.equal(known.of(images.name).failure, undefined);
});
