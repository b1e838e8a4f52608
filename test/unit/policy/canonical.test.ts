import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { canonicalHash, sameForm } from '../../../src/core/policy/canonical.ts';
import { canonicalPolicy, canonicalRule } from './canonicalForm.ts';
import { documentFormOf, momentOf } from '../../../src/core/policy/comparisonForm.ts';
import {
  exactNumber,
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../../src/core/json/json.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { diffPolicies } from '../../../src/core/policy/ruleDiff.ts';
import { Dice, withNoise } from './consoleNoise.ts';
import { anyKind, documentOf } from './policyArbitraries.ts';

const compliance = policyKind('compliance/host');
const vulnerability = policyKind('vulnerability/ci-images');
const runtime = policyKind('runtime/container');
const network = policyKind('cnns/network');
assert.ok(compliance && vulnerability && runtime && network);

const form = (kind: typeof runtime, text: string): string =>
  writeJson(canonicalPolicy(kind, parseJson(text)));

test('numbers compare by their exact decimal value', () => {
  for (const [a, b] of [
    ['1', '1.0'],
    ['1', '1e0'],
    ['1', '10e-1'],
    ['100', '1E2'],
    ['0.10', '1e-1'],
    ['-0', '0.000e9'],
    ['9007199254740993', '9007199254740993.0'],
    ['1e400', '10e399'],
    ['123456789012345678901234567890', '12345678901234567890123456789e1'],
    ['-1.50', '-15e-1'],
  ] as const) {
    assert.equal(exactNumber(a), exactNumber(b), `${a} = ${b}`);
    assert.equal(exactNumber(exactNumber(a)), exactNumber(a));
  }
  for (const [a, b] of [
    ['9007199254740993', '9007199254740992'],
    ['1e400', '1e401'],
    ['1', '-1'],
    ['0.1', '0.10000000000000000001'],
    ['1e9999999999999999999', '1e9999999999999999998'],
    [`1e${'9'.repeat(200)}`, `1e-${'9'.repeat(200)}`],
  ] as const) {
    assert.notEqual(exactNumber(a), exactNumber(b), `${a} ≠ ${b}`);
  }
});

test('exact numbers agree with exact fractions', () => {
  const lexeme = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.bigInt({ min: 0n, max: 10n ** 25n }),
      fc.string({ unit: fc.constantFrom('0', '5', '1'), maxLength: 4 }),
      fc.integer({ min: -9, max: 9 }),
    )
    .map(([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction && `.${fraction}`}e${exponent}`);
  const scaled = (text: string): bigint => {
    const match = /^(-?)(\d+)(?:\.(\d+))?(?:e(-?\d+))?$/.exec(text);
    assert.ok(match, text);
    const fraction = match[3] ?? '';
    const value =
      BigInt(`${match[2]}${fraction}`) * 10n ** BigInt(60 + Number(match[4] ?? 0) - fraction.length);
    return match[1] ? -value : value;
  };
  fc.assert(
    fc.property(lexeme, lexeme, (a, b) => {
      assert.equal(scaled(exactNumber(a)), scaled(a));
      assert.equal(exactNumber(a) === exactNumber(b), scaled(a) === scaled(b));
      assert.doesNotThrow(() => parseJson(exactNumber(a)));
    }),
  );
});

test('the form is idempotent', () => {
  fc.assert(
    fc.property(
      anyKind.chain((kind) => fc.tuple(fc.constant(kind), documentOf(kind))),
      ([kind, document]) => {
        const once = canonicalPolicy(kind, document);
        assert.equal(writeJson(canonicalPolicy(kind, once)), writeJson(once));
      },
    ),
  );
});

test('what the console fills in never differs', () => {
  fc.assert(
    fc.property(
      anyKind.chain((kind) => fc.tuple(fc.constant(kind), documentOf(kind), fc.integer())),
      ([kind, document, seed]) => {
        const answered = withNoise(kind, document, new Dice(seed));
        assert.equal(form(kind, writeJson(answered)), form(kind, writeJson(document)));
        assert.equal(canonicalHash(kind, answered), canonicalHash(kind, document));
        assert.ok(sameForm(answered, document, documentFormOf(kind)));
      },
    ),
    { numRuns: 1000 },
  );
});

test('two documents are the same exactly when their forms are equal', () => {
  fc.assert(
    fc.property(
      anyKind.chain((kind) =>
        fc.tuple(
          fc.constant(kind),
          documentOf(kind, { maxRules: 2 }),
          documentOf(kind, { maxRules: 2 }),
          fc.nat(),
          fc.integer(),
        ),
      ),
      ([kind, one, other, at, seed]) => {
        const mutated = mutate(withNoise(kind, one, new Dice(seed)), at);
        for (const [a, b] of [
          [one, other],
          [one, mutated],
          [mutated, one],
        ] as const) {
          assert.equal(
            sameForm(a, b, documentFormOf(kind)),
            form(kind, writeJson(a)) === form(kind, writeJson(b)),
          );
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('a real change of any one value is seen', () => {
  fc.assert(
    fc.property(
      anyKind.chain((kind) => fc.tuple(fc.constant(kind), documentOf(kind), fc.nat())),
      ([kind, document, at]) => {
        const changed = mutate(document, at);
        fc.pre(changed !== document);
        assert.notEqual(canonicalHash(kind, changed), canonicalHash(kind, document));
      },
    ),
    { numRuns: 1000 },
  );
});

test('a change in the order of rules alone is seen', () => {
  for (const kind of [compliance, runtime]) {
    const rules = (order: string): string =>
      `{"rules":[${order
        .split('')
        .map((name) => `{"name":"${name}","collections":[{"name":"All"}]}`)
        .join(',')}]}`;
    assert.notEqual(form(kind, rules('abc')), form(kind, rules('acb')));
  }
  assert.notEqual(
    form(network, '{"hostRules":[{"id":1},{"id":2}]}'),
    form(network, '{"hostRules":[{"id":2},{"id":1}]}'),
  );
  assert.notEqual(form(network, '{"hostRules":[{"id":1}]}'), form(network, '{"containerRules":[{"id":1}]}'));
});

test('the effect of a rule counts where no console works it out; that of an exception always does', () => {
  const rule = (members: string): string => `{"rules":[{"name":"r",${members}}]}`;
  const [alert, block] = ['"effect":"alert"', '"effect":"alert, block"'];
  for (const kind of [compliance, vulnerability]) {
    assert.equal(form(kind, rule(alert)), form(kind, rule(block)));
    assert.equal(form(kind, rule(alert)), form(kind, '{"rules":[{"name":"r"}]}'));
  }
  assert.notEqual(form(runtime, rule(alert)), form(runtime, rule(block)));
  assert.notEqual(form(network, `{"hostRules":[{${alert}}]}`), form(network, `{"hostRules":[{${block}}]}`));
  assert.notEqual(
    form(vulnerability, rule(`"tags":[{"name":"a",${alert}}]`)),
    form(vulnerability, rule(`"tags":[{"name":"a",${block}}]`)),
  );
});

test('fields of the file alone do not count outside the rules', () => {
  assert.equal(
    form(compliance, '{"x-common":{"a":1},"rules":[{"name":"r"}]}'),
    form(compliance, '{"rules":[{"name":"r"}]}'),
  );
  assert.notEqual(
    form(compliance, '{"rules":[{"name":"r","x-note":1}]}'),
    form(compliance, '{"rules":[{"name":"r"}]}'),
  );
});

test('the order of collections, of checks and of exceptions does not count', () => {
  const rule = (members: string): string => `{"rules":[{"name":"r",${members}}]}`;
  for (const same of ['[{"name":"b"},{"name":"a"}]', '[{"name":"a"},{"name":"b"},{"name":"a"}]']) {
    assert.equal(
      form(compliance, rule('"collections":[{"name":"a"},{"name":"b"}]')),
      form(compliance, rule(`"collections":${same}`)),
    );
  }
  assert.equal(
    form(compliance, rule('"condition":{"vulnerabilities":[{"id":41,"block":true},{"id":51}]}')),
    form(
      compliance,
      rule('"condition":{"vulnerabilities":[{"id":51,"block":false},{"id":41.0,"block":true}]}'),
    ),
  );
  assert.equal(
    form(vulnerability, rule('"tags":[{"name":"b"},{"name":"a"}]')),
    form(vulnerability, rule('"tags":[{"name":"a"},{"name":"b"}]')),
  );
});

test('an empty item of a list holds its place', () => {
  assert.notEqual(form(runtime, '{"rules":[{}]}'), form(runtime, '{"rules":[]}'));
  assert.notEqual(form(runtime, '{"rules":[{"x":[0]}]}'), form(runtime, '{"rules":[{"x":[false]}]}'));
  assert.equal(form(runtime, '{"rules":null}'), form(runtime, '{}'));
});

test('instants may be written in several ways', () => {
  const until = (date: string): string =>
    `{"rules":[{"cveRules":[{"id":"x","expiration":{"date":"${date}"}}]}]}`;
  assert.equal(
    form(vulnerability, until('2099-01-01T00:00:00Z')),
    form(vulnerability, until('2099-01-01T01:00:00.000+01:00')),
  );
  assert.equal(
    form(vulnerability, until('2099-01-01T00:00:00.12Z')),
    form(vulnerability, until('2099-01-01T00:00:00.120000000Z')),
  );
  assert.notEqual(
    form(vulnerability, until('2099-01-01T00:00:00.12Z')),
    form(vulnerability, until('2099-01-01T00:00:00.13Z')),
  );
  assert.notEqual(
    form(vulnerability, until('2099-13-01T00:00:00Z')),
    form(vulnerability, until('2099-13-01T00:00:00.0Z')),
  );
  assert.equal(
    form(vulnerability, until('0001-01-01T00:00:00.000Z')),
    form(vulnerability, '{"rules":[{"cveRules":[{"id":"x"}]}]}'),
  );
  // No calendar has the day: it is a text like others, and no other name of a day in March.
  for (const [no, day] of [
    ['2024-02-30T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['2023-02-29T12:00:00+01:00', '2023-03-01T11:00:00Z'],
    ['2024-04-31T00:00:00.5Z', '2024-05-01T00:00:00.5Z'],
  ] as const) {
    assert.notEqual(form(vulnerability, until(no)), form(vulnerability, until(day)));
    assert.equal(momentOf(no), undefined);
    assert.ok(momentOf(day));
  }
});

test('the zero date is nothing where the console fills in a date, and a text like others elsewhere', () => {
  const zero = '0001-01-01T00:00:00Z';
  assert.equal(
    form(
      vulnerability,
      `{"rules":[{"tags":[{"name":"x","expiration":{"enabled":false,"date":"${zero}"}}]}]}`,
    ),
    form(vulnerability, '{"rules":[{"tags":[{"name":"x"}]}]}'),
  );
  for (const member of ['notes', 'name', 'unheard of']) {
    assert.notEqual(
      form(vulnerability, `{"rules":[{"${member}":"${zero}"}]}`),
      form(vulnerability, '{"rules":[{}]}'),
      member,
    );
  }
  const [unnamed, named] = ['', zero].map((name) => parseJson(`{"rules":[{"name":"${name}","notes":"x"}]}`));
  assert.ok(isJsonObject(unnamed) && isJsonObject(named));
  assert.deepEqual(
    diffPolicies(vulnerability, unnamed, named).steps.map(({ kind }) => kind),
    ['rename'],
  );
});

test('a member of another policy is not taken for this one', () => {
  assert.notEqual(
    form(compliance, '{"policyType":"containerCompliance"}'),
    form(compliance, '{"policyType":"hostCompliance"}'),
  );
  assert.equal(
    form(compliance, '{"policyType":"hostCompliance","_id":"hostCompliance"}'),
    form(compliance, '{}'),
  );
  assert.notEqual(canonicalHash(compliance, new Map()), canonicalHash(runtime, new Map()));
});

test('unknown members count, wherever they are', () => {
  assert.notEqual(
    form(runtime, '{"rules":[{"name":"a","nobodyKnows":1}]}'),
    form(runtime, '{"rules":[{"name":"a"}]}'),
  );
  assert.notEqual(
    writeJson(canonicalRule(runtime, parseJson('{"processes":{"owner":"x"}}'))),
    writeJson(canonicalRule(runtime, parseJson('{"processes":{"owner":"y"}}'))),
  );
});

/** Changes one counting scalar, or swaps two different neighbors of an ordered list; the same document when there is none. */
function mutate(document: JsonObject, at: number): JsonObject {
  let leaves = 0;
  const count = (value: JsonValue): void => {
    if (isJsonArray(value)) {
      value.forEach(count);
    } else if (isJsonObject(value)) {
      for (const [key, member] of value) {
        if (!ignored.has(key)) {
          count(member);
        }
      }
    } else {
      leaves++;
    }
  };
  count(document);
  if (leaves === 0) {
    return document;
  }
  let left = at % leaves;
  const change = (value: JsonValue): JsonValue => {
    if (isJsonArray(value)) {
      return value.map(change);
    }
    if (isJsonObject(value)) {
      return new Map([...value].map(([key, member]) => [key, ignored.has(key) ? member : change(member)]));
    }
    return left-- === 0 ? other(value) : value;
  };
  return change(document) as JsonObject;
}

const ignored = new Set([
  'effect',
  'modified',
  'owner',
  'previousName',
  'minSeverity',
  'action',
  'group',
  'policyType',
  '_id',
]);

function other(value: JsonValue): JsonValue {
  if (typeof value === 'boolean') {
    return !value;
  }
  if (value instanceof JsonNumber) {
    return new JsonNumber('77');
  }
  return typeof value === 'string' ? `${value}!` : 'was null';
}
