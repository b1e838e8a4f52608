import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FreshFlight, Gate, SingleFlight } from '../../../src/core/util/concurrency.ts';
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

test('a fresh run began after the call: who comes while one is under way shares the next', async () => {
  const flight = new FreshFlight<number>();
  const gates = [0, 1, 2].map(() => Promise.withResolvers<void>());
  let begun = 0;
  const work = async (): Promise<number> => {
    const own = begun++;
    await gates[own]?.promise;
    return own;
  };
  const first = [flight.run('a', work), flight.run('a', work)];
  await new Promise(setImmediate);
  assert.equal(begun, 1);
  const second = [flight.run('a', work), flight.run('a', work)];
  await new Promise(setImmediate);
  assert.equal(begun, 1, 'one at a time');
  gates[0]?.reject(new Error('down'));
  gates[1]?.resolve();
  assert.deepEqual(
    (await Promise.allSettled(first)).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(await Promise.all(second), [1, 1], 'what failed is no part of it');
  gates[2]?.resolve();
  assert.equal(await flight.run('a', work), 2);
});

test('a gate lets the next one in when work ends, also with an error', async () => {
  const gate = new Gate(1);
  const first = Promise.withResolvers<void>();
  const failing = gate.pass(() => first.promise);
  let isIn = false;
  const second = gate.pass(() => Promise.resolve((isIn = true)));
  await new Promise(setImmediate);
  assert.ok(!isIn);
  first.reject(new Error('down'));
  await assert.rejects(failing);
  assert.ok(await second);
});
