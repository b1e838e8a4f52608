import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckerOptions } from '../../../../src/core/assist/findings/policyChecker.ts';
import { checkText, checkTwins, codesOf, vulnerabilityPolicy, vulnerabilityRule } from './twin.ts';

const images = 'vulnerability/images';
const scoped = { name: 'r', collections: [{ name: 'All' }] };
const withApp = { ...scoped, applicationsSpec: [{ appID: 'a' }] };

function inImages(changes: Record<string, unknown>, options?: CheckerOptions): string[] {
  return codesOf(checkTwins(images, vulnerabilityPolicy(vulnerabilityRule(changes)), options));
}

function marked(policy: string, document: unknown): [string, unknown][] {
  return checkTwins(policy, document).map(({ code, text }) => [code, text]);
}

test('effects are the words that consoles use, alone or together', () => {
  for (const effect of ['alert, block', 'block,alert', 'alert, fail', '', 'alert,']) {
    assert.ok(!inImages({ effect }).includes('unknown-effect'), effect);
  }
  for (const effect of ['ignore', 'deny', 'allow', 'fail']) {
    assert.ok(!inImages({ effect, alertThreshold: undefined }).includes('unknown-effect'), effect);
  }
  const [found] = checkTwins(images, vulnerabilityPolicy(vulnerabilityRule({ effect: 'alert, blok' })));
  assert.equal(found?.severity, 'warning');
  assert.match(found.message, /; did you mean `block`\?$/);
  for (const effect of ['blok', 'alrt', 'Alert', 'nothing at all']) {
    assert.deepEqual(inImages({ effect }), ['unknown-effect'], effect);
  }
});

test('null is what consoles send for what is not set, and no entry of a list', () => {
  for (const key of ['notes', 'graceDays', 'disabled', 'effect', 'alertThreshold', 'modified', 'owner']) {
    const { [key]: _, ...rule } = vulnerabilityRule({ effect: undefined });
    const errors = checkTwins(images, vulnerabilityPolicy({ ...rule, [key]: null })).filter(
      ({ severity }) => severity === 'error' || severity === 'warning',
    );
    assert.deepEqual(errors, [], key);
  }
  const dos = { enabled: true, alert: { burst: null, average: null } };
  assert.deepEqual(
    marked('waas/container', {
      minPort: null,
      rules: [{ ...scoped, readTimeoutSeconds: null, applicationsSpec: [{ appID: null, dosConfig: dos }] }],
    }),
    [],
  );
  assert.deepEqual(inImages({ action: [null] }), ['schema-type']);
  assert.deepEqual(inImages({ name: null }), ['missing-name']);
  assert.deepEqual(inImages({ collections: null }), ['no-collections']);
  const yaml =
    'policyType: containerVulnerability\nrules:\n- name: a\n  collections: [{name: All}]\n  graceDays:\n';
  assert.deepEqual(checkText(images, yaml, 'yaml'), []);
});

test('grace needs something it can hold back', () => {
  const off = { effect: undefined, blockThreshold: { enabled: false, value: 9 } };
  assert.deepEqual(inImages(off), ['grace-without-block']);
  assert.deepEqual(inImages({ ...off, graceDays: 0 }), []);
  assert.deepEqual(inImages({ ...off, graceDays: null }), []);
  assert.deepEqual(inImages({ ...off, cveRules: [{ id: 'CVE-2031-0001', effect: 'block' }] }), []);
  assert.deepEqual(
    inImages({ ...off, riskFactorsEffects: [{ riskFactor: 'Has fix', effect: 'block' }] }),
    [],
  );
  const jar = { type: 'jar', blockThreshold: { enabled: true, value: 9 } };
  assert.deepEqual(inImages({ ...off, pkgTypesThresholds: [jar] }), []);
  assert.deepEqual(inImages({ graceDays: -1 }), ['negative-grace']);
});

test('one mistake in a threshold is one finding', () => {
  assert.deepEqual(inImages({ blockThreshold: { enabled: true, value: 'high' } }), ['schema-type']);
  assert.deepEqual(inImages({ alertThreshold: { disabled: false, value: '9' } }), ['schema-type']);
});

test('only policies that can block may block', () => {
  for (const [target, codes] of [
    ['host', ['cannot-block']],
    ['serverless', ['cannot-block']],
    ['ci-serverless', []],
    ['ci-images', []],
  ] as const) {
    const found = checkTwins(`vulnerability/${target}`, { rules: [vulnerabilityRule()] });
    assert.deepEqual(codesOf(found), codes, target);
  }
});

test('custom rules of WAAS stop no workload, and refuse nothing where only copies are seen', () => {
  const found = (target: string): [string, unknown][] =>
    marked(`waas/${target}`, {
      rules: [
        {
          ...scoped,
          applicationsSpec: [
            {
              appID: 'a',
              customRules: ['block', 'prevent', 'ban', 'alert', 'allow', 'disable'].map((effect, index) => ({
                _id: index,
                effect,
              })),
            },
          ],
        },
      ],
    });
  assert.deepEqual(found('container'), [['unaccepted-effect', 'block']]);
  for (const target of ['out-of-band', 'agentless']) {
    assert.deepEqual(
      found(target),
      ['block', 'prevent', 'ban'].map((effect) => ['unaccepted-effect', effect]),
    );
  }
});

test('ports are between 0 and 65535, and ranges begin before they end', () => {
  const ranges = [
    { start: 0, end: 65_535 },
    { start: 443, end: 443 },
    { start: 443, end: 0 },
    { start: 443 },
    { start: null, end: 80 },
    { start: 65_536, end: 70_000 },
    { start: -1, end: 80 },
    { start: 81, end: 80 },
  ];
  assert.deepEqual(
    marked('runtime/container', { rules: [{ ...scoped, network: { outboundPorts: { denied: ranges } } }] }),
    [
      ['port-out-of-range', 65_536],
      ['port-out-of-range', 70_000],
      ['port-out-of-range', -1],
      ['reversed-range', 80],
    ],
  );
  assert.deepEqual(marked('waas/container', { minPort: 30_000, maxPort: -1, rules: [withApp] }), [
    ['port-out-of-range', -1],
  ]);
  assert.deepEqual(marked('waas/serverless', { minPort: 0, maxPort: 0, rules: [withApp] }), []);
  const apiSpec = { endpoints: [{ exposedPort: 99_999, internalPort: 0 }] };
  const codes = { matchConditions: [{ responseCodeRanges: [{ start: 500, end: 400 }] }] };
  assert.deepEqual(
    marked('waas/host', {
      rules: [{ ...scoped, applicationsSpec: [{ appID: 'a', apiSpec, dosConfig: codes }] }],
    }),
    [
      ['port-out-of-range', 99_999],
      ['reversed-range', 400],
    ],
  );
});

test('addresses and networks are told from what is none; ids of network lists are neither', () => {
  const rules = [
    { ...scoped, network: { blacklistIPs: ['10.0.0.1', '::1', '10.0.0.0/8', 'fe80::/10', '10.0.0.300'] } },
  ];
  for (const target of ['serverless', 'app-embedded']) {
    assert.deepEqual(marked(`runtime/${target}`, { rules }), [['not-an-address', '10.0.0.300']]);
  }
  assert.deepEqual(
    marked('runtime/host', { rules: [{ ...scoped, network: { deniedOutboundIPs: ['10.0.0.0/33', ''] } }] }),
    [
      ['not-an-address', '10.0.0.0/33'],
      ['not-an-address', ''],
    ],
  );
  const ids = ['office', '10.0.0.0/99'];
  const networkControls = { exceptionSubnets: ids, subnets: { enabled: true, allow: ids } };
  assert.deepEqual(
    marked('waas/container', { rules: [{ ...scoped, applicationsSpec: [{ appID: 'a', networkControls }] }] }),
    [],
  );
});

test('only fields that hold a regular expression are read as one', () => {
  const field = (keyPattern: boolean): unknown => ({
    rules: [
      {
        ...scoped,
        applicationsSpec: [
          {
            appID: 'a',
            sqli: { effect: 'alert', exceptionFields: [{ location: 'query', key: '(x', keyPattern }] },
          },
        ],
      },
    ],
  });
  assert.deepEqual(marked('waas/container', field(true)), [['broken-pattern', '(x']]);
  assert.deepEqual(marked('waas/container', field(false)), []);
  assert.deepEqual(
    marked('runtime/host', {
      rules: [{ ...scoped, dns: { allow: ['*.example.com'], denyListEffect: 'alert' } }],
    }),
    [],
  );
});

test('ids of vulnerabilities: CVE as it is written, others as they are', () => {
  const codes = (...ids: string[]): string[] =>
    inImages({ cveRules: ids.map((id) => ({ id, effect: 'ignore' })) });
  assert.deepEqual(
    codes('CVE-2031-0001', 'PRISMA-2031-1234', 'GHSA-aaaa-bbbb-cccc', 'ALAS-2031-1', 'DLA-5000-1'),
    [],
  );
  for (const id of ['CVE-31-1', 'cve-2031-0001', 'CVE-2031', 'CVE 2031-0001', '', 'CVE-2031-0001 ']) {
    assert.deepEqual(codes(id), ['malformed-cve'], id);
  }
  assert.deepEqual(codes('CVE-2031-0001', 'CVE-2031-0001'), ['duplicate-exception']);
});

test('a collection is named once, and by its name', () => {
  const codes = (...names: unknown[]): string[] => inImages({ collections: names.map((name) => ({ name })) });
  assert.deepEqual(codes('All', 'All'), [], 'order tells that');
  assert.deepEqual(codes('All', ''), ['no-collections']);
  assert.deepEqual(codes(' '), ['no-collections']);
  assert.deepEqual(codes('All '), ['collection-spaces']);
  const known = new Set(['All', ' odd ']);
  const spaced = (name: string): string[] =>
    inImages({ collections: [{ name }] }, { known: () => ({ collections: known }) });
  assert.deepEqual(spaced(' odd '), [], 'what the console has is right');
  assert.deepEqual(spaced('All '), ['unknown-collection']);
  assert.deepEqual(inImages({ collections: ['All'] }), ['schema-type']);
  assert.deepEqual(inImages({ collections: 'All' }), ['schema-type']);
});

test('whole numbers are those of the console', () => {
  const text = (days: string): string =>
    `{"policyType":"containerVulnerability","rules":[{"name":"a","blockThreshold":{"enabled":true,"value":9},"collections":[{"name":"All"}],"graceDays":${days},"unheardOf":${days}}]}`;
  const codes = (days: string): string[] =>
    codesOf(checkText(images, text(days), 'json')).filter((code) => code !== 'unknown-field');
  assert.deepEqual(codes('9223372036854775807'), []);
  assert.deepEqual(codes('9223372036854775808'), ['number-out-of-range']);
  assert.deepEqual(codes('99999999999999999999'), ['number-out-of-range']);
  assert.deepEqual(
    codesOf(
      checkText(
        images,
        'policyType: containerVulnerability\nrules:\n- name: a\n  collections: [{name: All}]\n  graceDaysPolicy: {enabled: true, high: -9223372036854775809}\n',
        'yaml',
      ),
    ),
    ['number-out-of-range', 'negative-grace'],
  );
  assert.deepEqual(marked('waas/container', { maxPort: 2 ** 70, rules: [withApp] }), [
    ['port-out-of-range', 2 ** 70],
  ]);
});

test('names that are slips of the fingers are told from names of their own', () => {
  const codes = (key: string, value: unknown = true): string[] => inImages({ [key]: value });
  for (const [key, value] of [
    ['disbled', true],
    ['colections', null],
    ['graceDay', 7],
  ] as const) {
    assert.ok(codes(key, value).includes('misspelled-field'), key);
  }
  const threshold = { alertThreshold: { disabled: false, valeu: 7 } };
  assert.ok(inImages(threshold).includes('misspelled-field'));
  for (const key of ['order', 'policyContext', 'blockMessageFooter', 'reviewed', 'ticket']) {
    assert.ok(!codes(key).includes('misspelled-field'), key);
  }
  const known = { id: 41, block: false, minSeverity: 1 };
  assert.deepEqual(
    marked('compliance/container', {
      rules: [{ ...scoped, order: 1, condition: { vulnerabilities: [known] } }],
    }),
    [],
  );
  const application = { appID: 'a', malformedReqEffect: 'alert' };
  assert.deepEqual(marked('waas/container', { rules: [{ ...scoped, applicationsSpec: [application] }] }), [
    ['unknown-field', 'malformedReqEffect'],
  ]);
});

test('a network that is named by an address inside it is found, and the first address is not', () => {
  const of = (...blacklistIPs: string[]) =>
    marked('runtime/serverless', { rules: [{ ...scoped, network: { blacklistIPs } }] });
  assert.deepEqual(of('198.51.100.7/25', '10.0.0.1/8'), [
    ['not-an-address', '198.51.100.7/25'],
    ['not-an-address', '10.0.0.1/8'],
  ]);
  assert.deepEqual(of('198.51.100.128/25', '0.0.0.0/0', '10.0.0.5/32', '10.0.0.5', 'fe80::1/10'), []);
});

test('an effect that names a word twice is found', () => {
  assert.ok(inImages({ effect: 'block, block' }).includes('unknown-effect'));
  assert.ok(!inImages({ effect: 'alert, block' }).includes('unknown-effect'));
});
