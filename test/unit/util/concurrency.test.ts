import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SingleFlight } from '../../../src/core/util/concurrency.ts';
import { asOperation, spentOn } from '../../../src/core/util/operation.ts';

test('what is read for several is no part of what the first of them is at', async () => {
  const flight = new SingleFlight<number>();
  const source = {};
  await asOperation(async () => {
    spentOn(source).bytes = 100;
    const found = await flight.run('a', async () => {
      const { bytes } = spentOn(source);
      spentOn(source).bytes += 1000;
      await Promise.resolve();
      return bytes;
    });
    assert.equal(found, 0);
    assert.equal(spentOn(source).bytes, 100);
  });
});

test('callers that arrive while it runs share its result, and its failure', async () => {
  const flight = new SingleFlight<string>();
  let runs = 0;
  const failing = Promise.withResolvers<string>();
  const work = (): Promise<string> => {
    runs++;
    return failing.promise;
  };
  const both = [flight.run('a', work), flight.run('a', work)];
  failing.reject(new Error('down'));
  assert.deepEqual(
    (await Promise.allSettled(both)).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await flight.run('a', () => Promise.resolve('again')), 'again');
  assert.equal(runs, 1);
});
