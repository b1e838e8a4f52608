import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf, runOne } from './runOne.ts';

const rule = (name: string, collection: string, more: object = {}): object => ({
  name,
  collections: [{ name: collection }],
  ...more,
});
const strict = { blockThreshold: { enabled: true, value: 7 } };
const document = {
  rules: [
    rule('off', 'legacy', { disabled: true, ...strict }),
    rule('pay', 'payments', strict),
    rule('dev', 'development'),
    rule('rest', 'All'),
  ],
};
const collections = new Map([
  ['payments', { images: ['registry.example/payments/*'] }],
  ['development', { namespaces: ['dev'] }],
  ['legacy', { images: ['registry.example/legacy/*'] }],
  ['both', { images: ['registry.example/payments/a*'], namespaces: ['dev'] }],
]);
const images = 'vulnerability/images';
const payments = 'registry.example/payments/api:1';

test('a failure says what is decided instead, by which rule, and an example', () => {
  const result = runOne(
    images,
    document,
    { every: { images: ['registry.example/*'] }, expect: { blocks: 'at least high' } },
    collections,
  );
  assert.equal(result.outcome, 'failed');
  assert.equal(result.expected, 'blocks from high or stricter');
  assert.match(
    result.actual,
    /^"dev" \(#3\) applies: alerts on everything. For example: image registry\.example\//,
  );
  assert.deepEqual(result.rule, { array: 'rules', index: 2, name: 'dev' });
});

test('of one resource what is not said is not known, and every rule that may decide has to do what is expected', () => {
  const one = (resource: object, expect: object | string, more: object = {}) =>
    runOne(images, document, { resource, expect, ...more }, collections);
  assert.equal(one({ image: payments }, { rule: 'pay', blocks: 'high' }).outcome, 'passed');
  const other = one({ image: 'other' }, { rule: 'rest' });
  assert.equal(other.outcome, 'unknown');
  assert.equal(other.holds, false);
  assert.equal(other.actual, 'one of these applies: "dev" (#3) or "rest" (#4)');
  assert.equal(one({ image: 'other' }, { rule: ['dev', 'rest'] }).outcome, 'passed');
  assert.equal(one({ image: 'other' }, { blocks: 'never' }).outcome, 'passed');
  assert.equal(one({ image: 'other' }, { blocks: 'high' }).outcome, 'failed');
  assert.equal(one({ image: 'other' }, { rule: 'rest' }, { allowUnknown: true }).holds, true);
  assert.equal(one({ image: 'other', namespace: '' }, { rule: 'rest' }).outcome, 'passed');
  assert.equal(one({ image: 'other', namespace: 'DEV' }, { rule: 'rest' }).outcome, 'failed');
});

test('a test of what is not there fails, however little it asks', () => {
  const every = (more: object, expect: object) =>
    runOne(images, document, { every: more, expect }, collections);
  assert.equal(every({ collections: ['gone'] }, { blocks: 'never' }).actual, 'there is no collection "gone"');
  assert.equal(every({ images: ['*'] }, { notRule: 'gone' }).actual, 'there is no rule "gone"');
  assert.match(every({ images: ['a', '-a*'] }, { blocks: 'never' }).actual, /the subject is empty/);
  assert.match(
    every({ images: ['registry.example/legacy/*'], collections: ['payments'] }, { rule: 'pay' }).actual,
    /the subject is empty/,
  );
});

test('without collections their names are enough where the order says it all', () => {
  const named = (collection: string, expect: object) =>
    runOne(images, document, { every: { collections: [collection] }, expect });
  assert.equal(named('payments', { rule: 'pay' }).outcome, 'passed');
  assert.equal(named('payments', { blocks: 'at least high' }).outcome, 'passed');
  assert.equal(named('development', { rule: ['pay', 'dev'] }).outcome, 'passed');
  assert.equal(named('development', { rule: 'dev' }).outcome, 'unknown');
  assert.equal(named('anything', { notRule: 'off' }).outcome, 'passed');
  const twice = { rules: [rule('a', 'x'), rule('b', 'x', strict), rule('c', 'All')] };
  const never = { every: { images: ['x*'] }, expect: { blocks: 'never' } };
  assert.equal(runOne(images, twice, never).outcome, 'passed', 'what x names never gets to b');
  const patterns = runOne(images, document, { every: { images: ['x*'] }, expect: { blocks: 'never' } });
  assert.equal(patterns.outcome, 'unknown');
  assert.match(patterns.actual, /^"pay" \(#2\) may apply to some of it: /);
});

test('an order is kept for what rules share', () => {
  const order = (...rules: readonly string[]) => runOne(images, document, { order: rules }, collections);
  assert.equal(order('pay', 'dev', 'rest').outcome, 'passed');
  const turned = order('rest', 'pay');
  assert.equal(turned.outcome, 'failed');
  assert.match(
    turned.actual,
    /^"pay" \(#2\) is above "rest" \(#4\), and both match image registry\.example\/payments\//,
  );
  assert.match(order('pay', 'off').actual, /"off" is disabled/);
  assert.match(order('pay', 'gone').actual, /there is no rule "gone"/);
  const apart = { rules: [rule('a', 'payments'), rule('b', 'legacy')] };
  assert.equal(runOne(images, apart, { order: ['b', 'a'] }, collections).outcome, 'passed');
  assert.equal(runOne(images, apart, { order: ['b', 'a'] }).outcome, 'unknown');
  const wide = { rules: [rule('b', 'All'), rule('a', 'x')] };
  assert.match(
    runOne(images, wide, { order: ['a', 'b'] }).actual,
    /both match resources of the collection "x"/,
  );
  const same = { rules: [rule('a', 'x'), rule('b', 'x'), rule('b', 'y')] };
  assert.match(
    runOne(images, { rules: same.rules.slice(0, 2) }, { order: ['b', 'a'] }).actual,
    /the collection "x"/,
  );
  assert.match(runOne(images, same, { order: ['b', 'a'] }).actual, /more than one rule "b"/);
});

test('rules of WAAS that look at other ports leave open who decides', () => {
  const waas = (effect: string) => ({
    rules: [
      rule('a', 'All', {
        applicationsSpec: [{ appID: 'a', sqli: { effect: 'ban' }, apiSpec: { endpoints: [{ port: 1 }] } }],
      }),
      rule('b', 'All', {
        applicationsSpec: [{ appID: 'a', sqli: { effect }, apiSpec: { endpoints: [{ port: 2 }] } }],
      }),
    ],
  });
  const every = (effect: string, expect: object) =>
    runOne('waas/container', waas(effect), { every: { collections: ['All'] }, expect }).outcome;
  assert.equal(every('alert', { effects: { sqli: 'ban' } }), 'unknown');
});

test('what is no test is said where it is wrong', () => {
  const said = (one: object, policy = images): string => problemsOf(policy, one).join('; ');
  const expect = { blocks: 'never' };
  assert.match(said({ expect }), /: The test has no subject/);
  assert.match(said({ every: { images: ['*'] } }), /: The test has no `expect`/);
  assert.match(said({ every: { images: ['*'] }, resource: { image: 'a' }, expect }), /one subject/);
  assert.match(said({ every: {}, expect }), /^every: .*`collections`/);
  assert.match(said({ every: { images: [] }, expect }), /^every\.images: .*empty/);
  assert.match(said({ every: { images: ['-a'] }, expect }), /^every\.images: .*begin with/);
  assert.match(said({ every: { images: ['a*b'] }, expect }), /^every\.images: .*`\*` only/);
  assert.match(said({ every: { labels: ['*', '-a'] }, expect }), /^every\.labels: /);
  assert.match(said({ every: { functions: ['a'] }, expect }), /^every\.functions: .* does not use functions/);
  assert.match(said({ resource: { image: 'a*' }, expect }), /^resource\.image: .*`every`/);
  assert.match(said({ resource: { image: ['a', 'b'] }, expect }), /^resource\.image: .*not a list/);
  assert.match(said({ resource: {}, expect }), /^resource: /);
  assert.match(said({ order: ['a'] }), /^order: .*at least 2/);
  const many = Array.from({ length: 101 }, (_, index) => `r${index}`);
  assert.match(said({ order: many }), /^order: .*at most 100/);
  assert.match(said({ every: { collections: many }, expect }), /^every\.collections: .*at most 100/);
  assert.match(said({ every: { images: ['*'] }, expect: { rule: many } }), /^expect\.rule: /);
  assert.match(said({ order: ['a', 'b', 'a'] }), /^order\.2: /);
  assert.match(said({ order: ['a', 'b'], expect }), /^expect: /);
  assert.match(said({ connection: {}, expect }), /^connection: .*`resource`/);
  assert.match(said({ resource: { image: 'a' }, expect: { allowed: true } }, 'cnns/network'), /`connection`/);
});
