import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckerOptions } from '../../../../src/core/assist/findings/policyChecker.ts';
import {
  checkTwins,
  compliancePolicy,
  complianceRule,
  vulnerabilityPolicy,
  vulnerabilityRule,
} from './twin.ts';

type Marked = readonly (readonly [code: string, text: unknown])[];

function marked(policy: string, document: unknown, options?: CheckerOptions): Marked {
  return checkTwins(policy, document, options).map(({ code, text }) => [code, text]);
}

function inImages(changes: Record<string, unknown>, options?: CheckerOptions): Marked {
  return marked('vulnerability/images', vulnerabilityPolicy(vulnerabilityRule(changes)), options);
}

function withChecks(
  checks: unknown[],
  options?: CheckerOptions,
  target = 'container',
  effect?: string,
): Marked {
  const { policyType: _, ...policy } = compliancePolicy(
    complianceRule({ effect, condition: { vulnerabilities: checks } }),
  );
  return marked(`compliance/${target}`, policy, options);
}

test('a collection that narrows what the policy cannot scope by', () => {
  const scopes = new Map([
    ['Functions', { functions: ['resize-*'], images: ['*'] }],
    ['Images', { images: ['shop/*'], functions: ['*'] }],
  ]);
  const options = { known: () => ({ scopes }) };
  assert.deepEqual(inImages({ collections: [{ name: 'Images' }, { name: 'Functions' }] }, options), [
    ['constrained-collection', 'Functions'],
  ]);
  assert.deepEqual(inImages({ collections: [{ name: 'Own', functions: ['x'] }] }), [
    ['constrained-collection', 'Own'],
  ]);
});

test('checks that are listed twice', () => {
  assert.deepEqual(
    withChecks([
      { id: 41, block: false },
      { id: 422, block: false },
      { id: 41, block: true },
    ]),
    [['duplicate-check', 41]],
  );
});

const checks = new Map([
  [41, { title: 'Runs as root', type: 'image' }],
  [59, { title: 'Host network', type: 'container' }],
  [6151, { title: 'Linux', type: 'linux' }],
  [8001, { title: 'Mesh', type: 'istio' }],
  [9001, { title: 'Own', type: 'custom' }],
]);

test('checks that the console does not have, or not for these objects', () => {
  const options = { known: () => ({ checks }) };
  const all = [41, 59, 6151, 7777, 9001].map((id) => ({ id, block: false }));
  assert.deepEqual(withChecks(all, options), [
    ['check-of-other-type', 6151],
    ['unknown-check', 7777],
  ]);
  assert.deepEqual(withChecks(all.slice(0, 2), options, 'host'), [
    ['check-of-other-type', 41],
    ['check-of-other-type', 59],
  ]);
  assert.deepEqual(withChecks(all), [], 'without the catalog nothing is claimed');
});

test('only some image checks are made in CI', () => {
  assert.deepEqual(
    withChecks(
      [41, 59, 9001].map((id) => ({ id, block: false })),
      {},
      'ci-images',
    ),
    [['check-of-other-type', 59]],
  );
});

test('checks that can only alert', () => {
  const options = { known: () => ({ checks }) };
  assert.deepEqual(
    withChecks([
      { id: 596, block: true },
      { id: 41, block: true },
    ]),
    [['unblockable-check', true]],
  );
  assert.deepEqual(withChecks([{ id: 8001, block: true }], options), [['unblockable-check', true]]);
  assert.deepEqual(withChecks([{ id: 440, block: true }], {}, 'serverless'), [['unblockable-check', true]]);
});

test('an effect that disagrees with the checks', () => {
  const alerting = [{ id: 41, block: false }];
  const blocking = [{ id: 41, block: true }];
  assert.deepEqual(withChecks(alerting, {}, 'container', 'alert, block'), [
    ['effect-mismatch', 'alert, block'],
  ]);
  assert.deepEqual(withChecks(blocking, {}, 'container', 'alert'), [['effect-mismatch', 'alert']]);
  assert.deepEqual(withChecks([...alerting, { id: 59, block: true }], {}, 'container', 'block,alert'), []);
  assert.deepEqual(withChecks(blocking, {}, 'ci-images', 'fail'), []);
});

test('an effect that disagrees with the thresholds', () => {
  assert.deepEqual(inImages({ effect: 'alert' }), [['effect-mismatch', 'alert']]);
  assert.deepEqual(
    inImages({ effect: 'alert', blockThreshold: { enabled: false, value: 0 }, graceDays: 0 }),
    [],
  );
  assert.deepEqual(inImages({ effect: 'block', alertThreshold: { disabled: true, value: 0 } }), []);
});

test('thresholds have five values', () => {
  for (const value of [2, 3, 8, 10, 4.5, -1]) {
    assert.deepEqual(
      inImages({
        alertThreshold: { disabled: false, value },
        blockThreshold: undefined,
        graceDays: undefined,
        effect: 'alert',
      }),
      [['threshold-value', value]],
    );
  }
  assert.deepEqual(
    inImages({
      pkgTypesThresholds: [
        {
          type: 'jar',
          alertThreshold: { disabled: false, value: 5 },
          blockThreshold: { enabled: true, value: 9 },
        },
      ],
    }),
    [['threshold-value', 5]],
  );
});

test('nothing blocks that does not alert', () => {
  assert.deepEqual(
    inImages({ alertThreshold: { disabled: false, value: 9 }, blockThreshold: { enabled: true, value: 7 } }),
    [['block-below-alert', 7]],
  );
  assert.deepEqual(
    inImages({
      effect: 'alert',
      graceDays: 0,
      alertThreshold: { disabled: false, value: 9 },
      blockThreshold: { enabled: false, value: 7 },
    }),
    [],
  );
});

test('alerts on every severity are worth a word', () => {
  assert.deepEqual(inImages({ alertThreshold: { disabled: false, value: 0 } }), [
    ['broad-alert-threshold', 0],
  ]);
  assert.deepEqual(inImages({ alertThreshold: {} }), [['broad-alert-threshold', 'alertThreshold']]);
  assert.deepEqual(inImages({ alertThreshold: { value: 'high' } }), [['schema-type', 'high']]);
  assert.deepEqual(inImages({ effect: 'block', alertThreshold: { disabled: true, value: 0 } }), []);
});

test('exceptions end', () => {
  const options = { now: () => Date.parse('2031-05-05T12:00:00Z') };
  let number = 1000;
  const exception = (date: string, enabled = true): Record<string, unknown> => ({
    id: `CVE-2031-${number++}`,
    effect: 'ignore',
    expiration: { enabled, date },
  });
  const cveRules = [
    exception('2031-05-04T23:59:59Z'),
    exception('2031-05-05T00:00:00Z'),
    exception('2031-05-04T00:00:00Z', false),
    exception('0001-01-01T00:00:00Z', false),
    // Switched on, and no date chosen.
    exception('0001-01-01T00:00:00Z'),
  ];
  assert.deepEqual(inImages({ cveRules }, { ...options, endingWithinDays: 0 }), [
    ['expired-exception', '2031-05-04T23:59:59Z'],
    ['inactive-setting', true],
  ]);
  const soon = [exception('2031-05-05T23:59:59Z'), exception('2031-05-12T00:00:00Z')];
  assert.deepEqual(inImages({ cveRules: soon }, { ...options, endingWithinDays: 7 }), [
    ['ending-exception', '2031-05-05T23:59:59Z'],
  ]);
  assert.deepEqual(inImages({ cveRules: soon }, options), [
    ['ending-exception', '2031-05-05T23:59:59Z'],
    ['ending-exception', '2031-05-12T00:00:00Z'],
  ]);
});

test('a mistyped field and one in the wrong case are warnings, any other unknown one is a hint', () => {
  const found = checkTwins(
    'vulnerability/images',
    vulnerabilityPolicy(
      vulnerabilityRule({
        alertTreshold: { value: 4 },
        OnlyFixed: true,
        somethingElse: 1,
        $$hashKey: 'object:1',
      }),
    ),
  );
  assert.deepEqual(
    found.map(({ code, severity, message, text }) => [code, severity, message, text]),
    [
      [
        'misspelled-field',
        'warning',
        'Unknown field `alertTreshold`, did you mean `alertThreshold`?',
        'alertTreshold',
      ],
      [
        'field-case',
        'warning',
        'The console ignores `OnlyFixed`: the field is named `onlyFixed`',
        'OnlyFixed',
      ],
      ['unknown-field', 'hint', 'Unknown field `somethingElse`', 'somethingElse'],
    ],
  );
});

test('fields are checked at every depth', () => {
  assert.deepEqual(
    marked('runtime/container', {
      _id: 'containerRuntime',
      learningdisabled: true,
      rules: [
        {
          name: 'r',
          collections: [{ name: 'All', Images: ['x'], vendorFlag: true }],
          filesystem: { suspiciousElfHeadersEffect: 'alert' },
          network: { outboundPorts: { allowed: [{ start: 1, stop: 2 }] } },
        },
      ],
    }),
    [
      ['field-case', 'learningdisabled'],
      ['field-case', 'Images'],
      ['field-case', 'suspiciousElfHeadersEffect'],
      ['unknown-field', 'stop'],
    ],
  );
});

test('members of older consoles are marked', () => {
  assert.deepEqual(
    marked('runtime/container', {
      _id: 'containerRuntime',
      rules: [{ name: 'r', collections: [{ name: 'All' }], processes: { effect: 'prevent', blacklist: [] } }],
    }),
    [
      ['deprecated-field', 'effect'],
      ['deprecated-field', 'blacklist'],
    ],
  );
});

const scoped = { name: 'r', collections: [{ name: 'All' }] };

test('effects that a place does not take', () => {
  assert.deepEqual(
    marked('runtime/container', {
      rules: [
        {
          ...scoped,
          wildFireAnalysis: 'prevent',
          network: { defaultEffect: 'disable', portScanEffect: 'block' },
        },
      ],
    }),
    [
      ['unaccepted-effect', 'prevent'],
      ['unaccepted-effect', 'disable'],
    ],
  );
  assert.deepEqual(
    marked('runtime/host', {
      rules: [{ ...scoped, antiMalware: { webShell: 'prevent', reverseShell: 'prevent' } }],
    }),
    [['unaccepted-effect', 'prevent']],
  );
  assert.deepEqual(
    marked('runtime/app-embedded', {
      rules: [
        {
          ...scoped,
          processes: { effect: 'block' },
          customRules: [{ _id: 1, action: 'audit', effect: 'block' }],
        },
      ],
    }),
    [
      ['unaccepted-effect', 'block'],
      ['unaccepted-effect', 'block'],
    ],
  );
});

test('effects of web protections depend on the target', () => {
  const rules = (effect: string): unknown => ({
    rules: [{ ...scoped, applicationsSpec: [{ appID: 'a', sqli: { effect } }] }],
  });
  assert.deepEqual(marked('waas/container', rules('ban')), []);
  assert.deepEqual(marked('waas/out-of-band', rules('ban')), [['unaccepted-effect', 'ban']]);
  assert.deepEqual(marked('waas/agentless', rules('alert')), []);
  assert.deepEqual(marked('waas/container', rules('reCAPTCHA')), [['unaccepted-effect', 'reCAPTCHA']]);
  assert.deepEqual(
    marked('waas/container', {
      rules: [
        {
          ...scoped,
          applicationsSpec: [{ appID: 'a', botProtectionSpec: { sessionValidation: 'reCAPTCHA' } }],
        },
      ],
    }),
    [],
  );
});

test('application ids of a rule are different', () => {
  assert.deepEqual(
    marked('waas/host', {
      rules: [{ ...scoped, applicationsSpec: [{ appID: 'a' }, { appID: 'b' }, { appID: 'a' }] }],
    }),
    [['duplicate-app', 'a']],
  );
});

test('network rules refer to entities that exist, by numbers that are unique', () => {
  assert.deepEqual(
    marked('cnns/network', {
      _id: 'networkFirewall',
      containerRules: [
        { id: 1, name: 'a', src: 1, dst: 2 },
        { id: 1, name: 'b', src: 1, dst: 9 },
      ],
      hostRules: [{ id: 1, name: 'a', src: 1, dst: 2 }],
      networkEntities: [
        { _id: 1, name: 'x', type: 'container' },
        { _id: 2, name: 'y', type: 'subnet' },
        { _id: 2, name: 'z', type: 'subnet' },
      ],
    }),
    [
      ['duplicate-rule-id', 1],
      ['unknown-entity', 9],
      ['duplicate-entity', 2],
    ],
  );
});

test('network entities name collections that exist', () => {
  const known = new Set(['All']);
  assert.deepEqual(
    marked(
      'cnns/network',
      {
        containerRules: [{ id: 1, name: 'a', src: 1, dst: 1 }],
        networkEntities: [
          { _id: 1, name: 'x', type: 'container', collections: [{ name: 'All' }, { name: 'Gone' }] },
        ],
      },
      { known: () => ({ collections: known }) },
    ),
    [['unknown-collection', 'Gone']],
  );
});

test('a character that was lost is found in values, lists and keys, and not where the console writes', () => {
  const found = checkTwins('vulnerability/images', {
    rules: [
      {
        ...scoped,
        notes: 'caf\uFFFD',
        'x-\uFFFD': 1,
        cveRules: [{ id: '\uFFFD', effect: 'alert', description: 'fine' }],
        'x-list': ['a', '\uFFFDb'],
        previousName: 'p\uFFFD',
        owner: 'm\uFFFDller',
      },
    ],
  }).filter(({ code }) => code === 'lost-character');
  assert.equal(found.length, 5, JSON.stringify(found));
});

test('secrets in a policy are found and never repeated', () => {
  const token = ['eyJhbGciOiJI', 'eyJzdWIiOiIx', 'c2lnbmF0dXJl'].join('.');
  const document = {
    rules: [
      {
        ...scoped,
        notes: `call with bearer ${token}`,
        applicationsSpec: [
          { appID: 'a', certificate: { encrypted: 'abc', plain: '-----BEGIN PRIVATE KEY-----' } },
          {
            appID: 'b',
            certificate: { encrypted: 'abc' },
            headerSpecs: [{ name: 'x', values: ['password=hunter2hunter2'] }],
          },
        ],
      },
    ],
  };
  const found = checkTwins('waas/container', document);
  assert.deepEqual(
    found.map(({ code }) => code),
    ['secret-in-file', 'secret-in-file', 'secret-in-file'],
  );
  for (const { message } of found) {
    assert.doesNotMatch(message, /eyJ|BEGIN|hunter2/);
  }
});
