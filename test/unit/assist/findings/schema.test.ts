import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkText, checkTwins, vulnerabilityPolicy, vulnerabilityRule } from './twin.ts';

const images = 'vulnerability/images';

function one(changes: Record<string, unknown>): { code: string; message: string; text: unknown } {
  const found = checkTwins(images, vulnerabilityPolicy(vulnerabilityRule(changes))).filter(
    ({ severity }) => severity === 'error',
  );
  assert.equal(found.length, 1, JSON.stringify(found));
  const { code, message, text } = found[0]!;
  return { code, message, text };
}

test('a value of the wrong type is marked itself', () => {
  assert.deepEqual(one({ graceDays: '30' }), {
    code: 'schema-type',
    message: '`graceDays` must be a whole number, not text',
    text: '30',
  });
  assert.deepEqual(one({ graceDays: 1.5 }), {
    code: 'schema-type',
    message: '`graceDays` must be a whole number',
    text: 1.5,
  });
  assert.deepEqual(one({ onlyFixed: 'yes' }).message, '`onlyFixed` must be true or false, not text');
  assert.deepEqual(one({ alertThreshold: 4 }).message, '`alertThreshold` must be an object, not a number');
  assert.deepEqual(one({ cveRules: {} }).message, '`cveRules` must be a list, not an object');
  assert.deepEqual(one({ action: [1] }), {
    code: 'schema-type',
    message: 'An entry of `action` must be text, not a number',
    text: 1,
  });
});

test('a value outside its enum names the nearest one', () => {
  assert.deepEqual(one({ cveRules: [{ id: 'CVE-2031-0001', effect: 'Ignore' }] }), {
    code: 'schema-enum',
    message: '`effect` must be one of `ignore`, `alert`, `block`; did you mean `ignore`?',
    text: 'Ignore',
  });
});

test('dates have the form of the console, with up to nine digits of a second', () => {
  const expiration = (date: string): Record<string, unknown> => ({
    tags: [{ name: 'accepted', effect: 'ignore', expiration: { enabled: true, date } }],
  });
  for (const date of [
    '2099-01-01T00:00:00Z',
    '2099-01-01T00:00:00.1Z',
    '2099-01-01T00:00:00.123456789+02:00',
    '0001-01-01T00:00:00Z',
  ]) {
    const found = checkTwins(images, vulnerabilityPolicy(vulnerabilityRule(expiration(date))));
    assert.deepEqual(
      found.filter(({ code }) => code.startsWith('schema-')),
      [],
      date,
    );
  }
  assert.deepEqual(one(expiration('2099-01-01')), {
    code: 'schema-format',
    message: '`date` must be a date and time such as `2031-06-30T00:00:00Z`',
    text: '2099-01-01',
  });
});

test('a rule that is no object is reported, and the others are still looked at', () => {
  const found = checkTwins(images, vulnerabilityPolicy('text', null, vulnerabilityRule({ graceDays: true })));
  assert.deepEqual(
    found.map(({ code, text }) => [code, text]),
    [
      ['rule-not-an-object', 'text'],
      ['rule-not-an-object', null],
      ['schema-type', true],
    ],
  );
});

test('numbers too large for the console are reported', () => {
  const json = `{"policyType":"containerVulnerability","rules":[{"name":"a","collections":[{"name":"All"}],"graceDays":1e400}]}`;
  const found = checkText(images, json, 'json');
  assert.deepEqual(
    found.map(({ code, message }) => [code, message]),
    [['number-out-of-range', 'This number is too large for most programs']],
  );
});

test('keys that mean something to JavaScript are ordinary', () => {
  const json = `{"policyType":"containerVulnerability","rules":[{"__proto__":{"name":1},"constructor":"x","name":"a","collections":[{"name":"All"}]}]}`;
  const found = checkText(images, json, 'json');
  assert.deepEqual(
    found.filter(({ severity }) => severity !== 'hint'),
    [],
  );
});

test('the head of the document is checked beside the rules', () => {
  const found = checkTwins('runtime/container', {
    _id: 'containerRuntime',
    learningDisabled: 'no',
    rules: [{ name: 'r', collections: [{ name: 'All' }] }],
  });
  assert.deepEqual(
    found.map(({ code, text }) => [code, text]),
    [['schema-type', 'no']],
  );
});
