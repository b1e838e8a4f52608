import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursorPlace } from '../../../../src/core/assist/completion/cursorPlace.ts';
import { kindOfTests, testProposals } from '../../../../src/core/assist/testFile/testProposals.ts';
import type { Spelling } from '../../../../src/core/policy/policyFile.ts';

const words = {
  rules: ['pci: block', 'default', '', 'default'],
  collections: ['payments'],
  checks: new Map([[41, { title: 'Image runs as root' }]]),
};

/** What is offered at the bar. */
function offered(written: string, spelling: Spelling = 'yaml'): readonly string[] {
  const offset = written.indexOf('|');
  const text = written.slice(0, offset) + written.slice(offset + 1);
  const place = cursorPlace(text, offset, spelling);
  return place ? testProposals(place, kindOfTests(text), spelling, words).map(({ label }) => label) : [];
}

const head = (policy: string): string => `policy: ${policy}\ntests:\n  - name: a\n`;

test('policies, rules, collections and what can be expected are offered, in both styles', () => {
  assert.ok(offered('policy: |').includes('vulnerability/ci-images'));
  assert.deepEqual(offered(`${head('vulnerability/ci-images')}    every:\n      |`), [
    'collections',
    'images',
    'labels',
  ]);
  assert.deepEqual(offered(`${head('vulnerability/ci-images')}    resource: { | }`), ['image', 'label']);
  assert.deepEqual(offered(`${head('vulnerability/images')}    every:\n      collections: |`), [
    'All',
    'payments',
  ]);
  assert.deepEqual(offered(`${head('vulnerability/images')}    every: { collections: [|] }`), [
    'All',
    'payments',
  ]);
  assert.deepEqual(offered(`${head('vulnerability/images')}    order:\n      - |`), [
    'pci: block',
    'default',
  ]);
  assert.deepEqual(offered(`${head('vulnerability/images')}    expect:\n      |`), [
    'rule',
    'notRule',
    'alerts',
    'blocks',
    'ignores',
  ]);
  assert.deepEqual(offered(`${head('vulnerability/images')}    expect:\n      rule: |`), [
    'pci: block',
    'default',
  ]);
  assert.ok(offered(`${head('vulnerability/images')}    expect: { blocks: | }`).includes('at least high'));
  assert.deepEqual(offered(`${head('runtime/host')}    expect: { blocks: | }`), ['never']);
  assert.deepEqual(offered(`${head('compliance/host')}    expect:\n      checks:\n        |`), ['41']);
  const sensors = offered(`${head('runtime/container')}    expect:\n      effects:\n        |`);
  assert.ok(sensors.includes('processes.defaultEffect') && sensors.includes('dns'));
  assert.ok(offered(`${head('waas/container')}    expect:\n      effects:\n        |`).includes('sqli'));
  assert.deepEqual(offered(`${head('cnns/network')}    every:\n      |`), ['source', 'destination', 'ports']);
  assert.deepEqual(offered(`${head('cnns/network')}    |`), [
    'connection',
    'every',
    'order',
    'expect',
    'allowUnknown',
  ]);
});

test('where Enter leads to, in the column of the dash, members of the item are offered with what they lack', () => {
  for (const written of ['|', 'ev|']) {
    const text = `${head('vulnerability/images')}  ${written}\n  - name: b\n    order: [x, y]\n`;
    assert.deepEqual(offered(text), ['resource', 'every', 'order', 'expect', 'allowUnknown']);
    const offset = text.indexOf('|');
    const whole = text.replace('|', '');
    const place = cursorPlace(whole, offset, 'yaml');
    assert.ok(place);
    const every = testProposals(place, kindOfTests(whole), 'yaml', words).find(
      ({ label }) => label === 'every',
    );
    assert.equal(every?.snippet, '  every:\n      $0');
    assert.equal(whole.slice(place.start, place.end), written.replace('|', ''));
  }
  // A list of texts has no members.
  assert.deepEqual(offered(`${head('vulnerability/images')}    order:\n      - default\n      |`), [
    'pci: block',
    'default',
  ]);
});

test('JSON has the same', () => {
  const json = (inside: string): string =>
    `{"policy": "vulnerability/images", "tests": [{"name": "a", ${inside}}]}`;
  assert.deepEqual(offered(json('"expect": {"rule": |}'), 'json'), ['pci: block', 'default']);
  assert.deepEqual(offered(json('"expect": {|}'), 'json'), [
    'rule',
    'notRule',
    'alerts',
    'blocks',
    'ignores',
  ]);
  assert.deepEqual(offered(json('"every": {"collections": [|]}'), 'json'), ['All', 'payments']);
  assert.ok(offered('{"policy": |}', 'json').includes('waas/host'));
});
