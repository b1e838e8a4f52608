import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fromPlain, type JsonObject } from '../../../src/core/json/json.ts';
import type { PushPlan } from '../../../src/core/sync/outcomes.ts';
import { ExpectedError } from '../../../src/core/util/errors.ts';
import { FakeConsole, type PutFault } from './fakeConsole.ts';
import { kindOf, later, rule, TestWorkspace, withRules } from './workspace.ts';
import { pushOne } from './planAndPush.ts';
import { recoverPushes } from '../../../src/core/sync/recover.ts';

const waas = kindOf('waas/container');
const refused = Object.assign(new ExpectedError('rejected', 'locked'), { mayHaveArrived: false });
const timeout = new ExpectedError('timeout', 'The console did not answer in time.');

/** Seals what is sent in clear, each time in another way. */
class SealingConsole extends FakeConsole {
  override async read(...args: Parameters<FakeConsole['read']>): Promise<string> {
    const text = await super.read(...args);
    return text.replaceAll(
      /\{"plain":"([^"]+)"\}/g,
      (_, secret: string) => `{"encrypted":"sealed ${secret}"}`,
    );
  }
}

const certificate = (secret: object): [string, ReturnType<typeof fromPlain>] => [
  'applicationsSpec',
  fromPlain([{ appID: 'x', certificate: secret }]),
];

/** A certificate that the console has, and one in clear in its place, with another change beside it. */
async function replacing(
  t: TestContext,
  beside: (rules: JsonObject[]) => JsonObject[],
): Promise<{ live: SealingConsole; work: TestWorkspace; plan: PushPlan }> {
  const live = new SealingConsole();
  const work = await TestWorkspace.make(t, live);
  live.documents.set(
    waas.name,
    new Map([['rules', [new Map([...rule('a'), certificate({ encrypted: 'sealed old' })])]]]),
  );
  await work.pull([waas]);
  await work.edit(
    waas,
    withRules(([first, ...rest]) =>
      beside([new Map([...(first as JsonObject), certificate({ plain: 'new' })]), ...rest]),
    ),
  );
  return { live, work, plan: await work.plan(waas) };
}

const alone = (rules: JsonObject[]): JsonObject[] => rules;

for (const [what, fault, verdict, atLast] of [
  ['is applied', undefined, 'applied', 'applied'],
  ['is refused', { when: 'before', error: refused }, 'not-applied', 'not-applied'],
  ['is answered with success and forgotten', 'silent', 'unknown', 'not-applied'],
  ['is lost', { when: 'before', error: timeout }, 'unknown', 'not-applied'],
  ['is applied without an answer', { when: 'after', error: timeout }, 'applied', 'applied'],
] as [string, PutFault | undefined, string, string][]) {
  test(`a secret in the place of an old one that ${what}: ${verdict}`, async (t) => {
    const { live, work, plan } = await replacing(t, alone);
    live.putFault = fault;
    assert.equal((await pushOne(work.sync, plan)).verdict, verdict);
    await recoverPushes(work.restarted({ clock: later }));
    assert.equal((await work.sync.journal.all())[0]?.verdict, atLast);
  });
}

for (const [what, error, first] of [
  ['refused', refused, 'not-applied'],
  ['not answered', timeout, 'unknown'],
] as const) {
  test(`a secret that was ${what}, and arrives later, is known again when it is sealed`, async (t) => {
    const { live, work, plan } = await replacing(t, (rules) => [...rules, rule('b')]);
    live.putFault = { when: 'late', error };
    assert.equal((await pushOne(work.sync, plan)).verdict, first);
    live.arrive();
    const [settled] = await recoverPushes(work.restarted());
    assert.equal(settled?.verdict, 'applied');
    assert.doesNotMatch(JSON.stringify(await work.sync.journal.all()), /"new"/);
  });
}

test('a console that took the other change and kept the old secret did not apply what was sent', async (t) => {
  const { live, work, plan } = await replacing(t, (rules) => [...rules, rule('b')]);
  live.replace = async (kind) => {
    await Promise.resolve();
    live.documents.set(
      kind.name,
      new Map([['rules', [new Map([...rule('a'), certificate({ encrypted: 'sealed old' })]), rule('b')]]]),
    );
  };
  const { verdict, difference } = await pushOne(work.sync, plan);
  assert.equal(verdict, 'foreign-change');
  assert.equal(difference?.length, 1);
});
