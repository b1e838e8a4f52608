import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeConsole } from './fakeConsole.ts';
import { addRule, images, rule, TestWorkspace, withRules } from './workspace.ts';

class HeldConsole extends FakeConsole {
  /** Requests, and when the session was held and released. */
  readonly events: string[] = [];

  hold(): { dispose(): void } {
    this.events.push('held');
    return { dispose: () => this.events.push('released') };
  }

  override read(...args: Parameters<FakeConsole['read']>): Promise<string> {
    this.events.push('GET');
    return super.read(...args);
  }

  override replace(...args: Parameters<FakeConsole['replace']>): Promise<void> {
    this.events.push('PUT');
    return super.replace(...args);
  }
}

test('a push holds the session from its first request to its verdict, and lets go when it fails', async (t) => {
  const live = new HeldConsole();
  const work = await TestWorkspace.make(t, live);
  await work.pull([images]);
  await work.edit(images, addRule);
  const plan = await work.plan(images);
  live.events.length = 0;
  assert.equal((await work.sync.push(plan, {})).verdict, 'applied');
  assert.deepEqual(live.events, ['held', 'GET', 'PUT', 'GET', 'released']);

  await work.edit(
    images,
    withRules((rules) => [...rules, rule('more')]),
  );
  const second = await work.plan(images);
  live.readFault = () => new Error('down');
  live.events.length = 0;
  await assert.rejects(work.sync.push(second, {}), /down/);
  assert.deepEqual(live.events, ['held', 'GET', 'released']);
});
