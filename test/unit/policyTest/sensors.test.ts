import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { arrayAt, isJsonArray, isJsonObject, type JsonValue } from '../../../src/core/json/json.ts';
import { policyKinds, type PolicyKind } from '../../../src/core/policy/families.ts';
import { ruleFieldsOf } from '../../../src/core/policy/ruleFields.ts';
import { familyWords } from '../../../src/core/policyTest/expect/expectation.ts';
import { memberPart } from '../../../src/core/policyTest/expect/sensors.ts';
import { must } from '../order/truth.ts';
import { runOne } from './runOne.ts';
import { dear } from '../dear.ts';
import type { RuleField } from '../../../src/core/policy/fieldTypes.ts';
import { sampleState } from '../../../src/sandbox/sandboxState.ts';

function does(policy: string, rule: object, expect: object): string {
  const document = { rules: [{ name: 'r', collections: [{ name: 'All' }], ...rule }] };
  return runOne(policy, document, { every: { collections: ['All'] }, expect }).outcome;
}

const app = (spec: object): object => ({ applicationsSpec: [{ appID: 'a', ...spec }] });

test('what bans, prevents or alerts otherwise than by a word does so', () => {
  const rates = { average: 10, burst: 10 };
  const subnets = (more: object): object =>
    app({ networkControls: { subnets: { enabled: true, allowMode: false, ...more } } });
  const countries = (more: object): object =>
    app({ networkControls: { countries: { enabled: true, ...more } } });
  const cases: readonly (readonly [string, object, object, string])[] = [
    ['waas/container', app({ dosConfig: { enabled: true, ban: rates } }), { bans: 'never' }, 'failed'],
    ['waas/container', app({ dosConfig: { enabled: true, ban: rates } }), { prevents: 'never' }, 'passed'],
    ['waas/container', app({ dosConfig: { enabled: true, alert: rates } }), { alerts: 'never' }, 'failed'],
    ['waas/container', app({ dosConfig: { enabled: false, ban: rates } }), { bans: 'never' }, 'passed'],
    ['waas/container', app({ dosConfig: { ban: rates } }), { bans: 'never' }, 'unknown'],
    ['waas/container', app({ sessionCookieBan: true }), { bans: 'never' }, 'failed'],
    ['waas/container', subnets({ prevent: ['office'] }), { prevents: 'never' }, 'failed'],
    ['waas/container', subnets({ alert: ['office'] }), { alerts: 'never' }, 'failed'],
    ['waas/container', countries({ prevent: ['AQ'] }), { prevents: 'never' }, 'failed'],
    ['waas/container', countries({ alert: ['AQ'] }), { alerts: 'never' }, 'failed'],
    ['waas/container', subnets({ fallbackEffect: 'alert' }), { alerts: 'never' }, 'failed'],
    [
      'waas/container',
      app({ networkControls: { subnets: { enabled: false, fallbackEffect: 'alert', alert: ['office'] } } }),
      { alerts: 'never' },
      'passed',
    ],
    ['waas/container', app({ sqli: { effect: 'reCAPTCHA' } }), { prevents: 'never' }, 'unknown'],
    ['waas/container', app({ sqli: { effect: 'constructor' } }), { prevents: 'never' }, 'unknown'],
    ['waas/container', app({ sqli: { effect: 'allow' } }), { prevents: 'never' }, 'passed'],
    ['runtime/serverless', { advancedProtection: true }, { alerts: 'never' }, 'unknown'],
    ['runtime/serverless', { kubernetesEnforcement: true }, { alerts: 'never' }, 'unknown'],
    ['runtime/serverless', { cloudMetadataEnforcement: true }, { alerts: 'never' }, 'unknown'],
    ['runtime/app-embedded', { advancedProtection: true }, { prevents: 'never' }, 'unknown'],
    [
      'runtime/app-embedded',
      { processes: { effect: 'alert', blockAllBinaries: true } },
      { blocks: 'never' },
      'unknown',
    ],
    [
      'runtime/app-embedded',
      { processes: { effect: 'alert', checkCryptoMiners: true } },
      { prevents: 'never' },
      'passed',
    ],
    ['runtime/app-embedded', { processes: { checkCryptoMiners: true } }, { prevents: 'never' }, 'unknown'],
    ['runtime/host', { fileIntegrityRules: [{ path: '/etc', write: true }] }, { alerts: 'never' }, 'failed'],
    ['runtime/host', { fileIntegrityRules: [{ path: '/etc', write: true }] }, { blocks: 'never' }, 'passed'],
    ['runtime/host', { logInspectionRules: [{ path: '/l', regex: ['a'] }] }, { alerts: 'never' }, 'failed'],
    ['runtime/container', { advancedProtectionEffect: 'Block' }, { blocks: 'never' }, 'unknown'],
    ['runtime/container', { advancedProtectionEffect: true }, { blocks: 'never' }, 'unknown'],
    ['runtime/container', { customRules: [{ _id: 1 }] }, { blocks: 'never' }, 'unknown'],
    [
      'runtime/container',
      { processes: { disabled: true, defaultEffect: 'block' } },
      { blocks: 'never' },
      'passed',
    ],
    [
      'runtime/container',
      { processes: { disabled: 'yes', defaultEffect: 'alert' } },
      { blocks: 'never' },
      'unknown',
    ],
  ];
  for (const [policy, rule, expect, outcome] of cases) {
    assert.equal(does(policy, rule, expect), outcome, JSON.stringify([policy, rule, expect]));
  }
});

test('a place does nothing where its part is off, and is not known where something may make it void', () => {
  const at = (rule: object, place: string, bound: string): string =>
    does('waas/container', rule, { effects: { [place]: bound } });
  const subnets = (more: object): object => app({ networkControls: { subnets: more } });
  const fallback = 'networkControls.subnets.fallbackEffect';
  const off = subnets({ enabled: false, allowMode: true, fallbackEffect: 'prevent' });
  assert.equal(at(off, fallback, 'at least prevent'), 'failed');
  assert.equal(at(off, fallback, 'disable'), 'passed');
  const on = { enabled: true, allowMode: true, fallbackEffect: 'prevent' };
  assert.equal(at(subnets(on), fallback, 'at least prevent'), 'passed');
  assert.equal(at(subnets({ ...on, allowMode: false }), fallback, 'at least prevent'), 'unknown');
  assert.equal(at(subnets({ ...on, enabled: undefined }), fallback, 'at least prevent'), 'unknown');
  assert.equal(at(subnets({ ...on, onlyWeekdays: true }), fallback, 'at least prevent'), 'unknown');
  const script = (enabled: boolean): object =>
    app({ botProtectionSpec: { jsInjectionSpec: { enabled, timeoutEffect: 'prevent' } } });
  const timeout = 'botProtectionSpec.jsInjectionSpec.timeoutEffect';
  assert.equal(at(script(true), timeout, 'at least prevent'), 'passed');
  assert.equal(at(script(false), timeout, 'at least prevent'), 'failed');
  const body = (skip: boolean): object => app({ body: { skip, inspectionLimitExceededEffect: 'prevent' } });
  assert.equal(at(body(false), 'body.inspectionLimitExceededEffect', 'at least prevent'), 'passed');
  assert.equal(at(body(true), 'body.inspectionLimitExceededEffect', 'at least prevent'), 'failed');
  const planted = { ...app({ sqli: { effect: 'ban' } }), schedule: 'never' };
  assert.equal(at(planted, 'sqli', 'at least prevent'), 'unknown');
  assert.equal(at(app({ constructor: { effect: 'ban' } }), 'constructor', 'ban'), 'unknown');
  const mixed = { applicationsSpec: [{ sqli: { effect: 'ban' } }, 'b'] };
  assert.equal(at(mixed, 'sqli', 'at least prevent'), 'unknown');
});

const sensorKinds = policyKinds.filter(({ family }) => family === 'runtime' || family === 'waas');

/** A rule in which each described member is there and each sensor says the word. */
function filled(field: RuleField, word: string): unknown {
  const { compares, acts, isAside, members, items, off } = field;
  if (acts !== undefined || isAside) {
    return undefined;
  }
  if (members) {
    const inner = [...members.keys()].flatMap((key) => {
      const member = memberPart(field, key);
      return member ? [[key, filled(member, word)] as const] : [];
    });
    return { ...Object.fromEntries(inner), ...(off && { [off.member]: !off.when }) };
  }
  return items ? [filled(items, word)] : compares === 'word' ? word : 'x';
}

/** Every object of a rule that the table looks into. */
function objectsIn(value: unknown): readonly Record<string, unknown>[] {
  if (Array.isArray(value)) {
    return value.flatMap(objectsIn);
  }
  return typeof value === 'object' && value !== null
    ? [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
    : [];
}

function ruleOf(kind: PolicyKind, word: string): Record<string, unknown> {
  const rule = filled(ruleFieldsOf(kind), word) as object;
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined));
}

const verbsOf = ({ family }: PolicyKind): readonly string[] => [
  'alerts',
  'prevents',
  family === 'waas' ? 'bans' : 'blocks',
];

test('a rule in which all sensors are off does nothing', () => {
  for (const kind of sensorKinds) {
    for (const verb of verbsOf(kind)) {
      assert.equal(does(kind.name, ruleOf(kind, 'disable'), { [verb]: 'never' }), 'passed', kind.name);
    }
  }
});

test('one member, or one word, that is not known is never a pass', () => {
  const unknownValue = fc.oneof(
    fc.constantFrom<unknown>(true, 1, 'x', 'block', 'ban', 'prevent', 'alert', 'disable', 'allow'),
    fc.constantFrom<unknown>(['x'], { effect: 'prevent' }, { deep: [{ enabled: true }] }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...sensorKinds),
      fc.nat(),
      fc.constantFrom('wonder', 'Effect', 'defaulteffect', 'constructor', 'toString', 'schedule'),
      unknownValue,
      (kind, at, name, value) => {
        const rule = ruleOf(kind, 'disable');
        const objects = objectsIn(rule);
        must(objects[at % objects.length])[name] = value;
        for (const verb of verbsOf(kind)) {
          assert.notEqual(does(kind.name, rule, { [verb]: 'never' }), 'passed');
        }
      },
    ),
    { numRuns: dear(400) },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...sensorKinds),
      fc.nat(),
      fc.constantFrom<unknown>('Block', 'deny', 'reCAPTCHA', 'constructor', true, 2, ['alert'], {
        a: 'x',
      }),
      (kind, at, value) => {
        const rule = ruleOf(kind, 'disable');
        const words = wordsOf(rule, 'disable');
        must(words[at % words.length])(value);
        for (const verb of verbsOf(kind)) {
          assert.equal(does(kind.name, rule, { [verb]: 'never' }), 'unknown');
        }
      },
    ),
    { numRuns: dear(300) },
  );
});

/** For each place that says the word, what writes another there. */
function wordsOf(rule: object, word: string): readonly ((value: unknown) => void)[] {
  return objectsIn(rule).flatMap((holder) =>
    Object.entries(holder)
      .filter(([, value]) => value === word)
      .map(([key]) => (value: unknown) => {
        holder[key] = value;
      }),
  );
}

test('each sensor that is set to something does it, whatever the others are', () => {
  for (const kind of sensorKinds) {
    for (const [verb, word] of Object.entries(verbWords).filter(([, one]) =>
      familyWords(kind).includes(one),
    )) {
      const places = wordsOf(ruleOf(kind, 'disable'), 'disable').length;
      for (let at = 0; at < places; at += 1) {
        const rule = ruleOf(kind, 'disable');
        must(wordsOf(rule, 'disable')[at])(word);
        // Of a word for what cannot be done here it is not known what it does.
        const isPossible = !(kind.cannot as readonly string[]).includes(word);
        assert.equal(
          does(kind.name, rule, { [verb]: 'never' }),
          isPossible ? 'failed' : 'unknown',
          `${kind.name} ${verb} ${at}`,
        );
      }
    }
  }
});

const verbWords = { alerts: 'alert', prevents: 'prevent', blocks: 'block', bans: 'ban' };

/** Members that are not described. */
function unknownIn(field: RuleField, value: JsonValue | undefined, path: string): readonly string[] {
  const { members, items } = field;
  if (items) {
    return isJsonArray(value) ? value.flatMap((one) => unknownIn(items, one, path)) : [];
  }
  if (!members || !isJsonObject(value)) {
    return isJsonObject(value) && !field.isAside ? [path] : [];
  }
  return [...value].flatMap(([key, one]) => {
    const member = memberPart(field, key);
    return member ? unknownIn(member, one, `${path}.${key}`) : [`${path}.${key}`];
  });
}

test('the table knows every member of the rules of the sandbox', () => {
  const state = sampleState(() => 0);
  for (const kind of sensorKinds) {
    const rules = arrayAt(state.policies.read(kind.name), 'rules');
    assert.ok(rules.length > 0 || kind.family === 'waas', kind.name);
    assert.deepEqual(
      [...new Set(rules.flatMap((rule) => unknownIn(ruleFieldsOf(kind), rule, kind.name)))],
      [],
    );
  }
});
