import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import { arrayAt } from '../../../src/core/json/json.ts';
import { parseJson } from '../../../src/core/json/jsonText.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { pulledForm } from '../../../src/core/policy/pulledForm.ts';
import { sentForm } from '../../../src/core/policy/sentForm.ts';
import { Dice, withNoise } from './consoleNoise.ts';
import { anyKind, asObject, documentOf } from './policyArbitraries.ts';

const vulnerability = policyKind('vulnerability/ci-images');
const waas = policyKind('waas/container');
const runtime = policyKind('runtime/container');
const network = policyKind('cnns/network');
assert.ok(vulnerability && waas && runtime && network);

const object = (text: string) => asObject(parseJson(text));
const answered =
  '{"_id":"ciImagesVulnerability","policyType":"ciImagesVulnerability","rules":[{"modified":"2024-01-01T00:00:00.000Z","owner":"admin","name":"r1","previousName":"","effect":"alert","collections":[{"hosts":["*"],"name":"All","owner":"system"}],"action":["*"],"group":["*"],"condition":{"readonly":false,"device":"","vulnerabilities":[]},"alertThreshold":{"disabled":false,"value":4.0},"$$hashKey":"x","license":{"alertThreshold":{"enabled":false,"value":0}}}]}';

test('a pulled file names collections and leaves the console’s own members out', () => {
  assert.equal(
    writeJson(pulledForm(vulnerability, object(answered))),
    '{"policyType":"ciImagesVulnerability","rules":[{"name":"r1","effect":"alert","collections":[{"name":"All"}],"alertThreshold":{"disabled":false,"value":4.0},"$$hashKey":"x"}]}',
  );
});

test('an unknown policy type and its id stay in a pulled file, which then equals the live policy', () => {
  const live = object('{"_id":"laterVulnerability","policyType":"laterVulnerability","rules":[]}');
  const file = pulledForm(vulnerability, live);
  assert.equal(canonicalHash(vulnerability, file), canonicalHash(vulnerability, live));
});

test('in full, everything is kept', () => {
  assert.equal(writeJson(pulledForm(vulnerability, object(answered), { full: true })), answered);
});

test('a list of rules that is null or missing becomes an empty list', () => {
  assert.equal(
    writeJson(pulledForm(runtime, object('{"_id":"containerRuntime","rules":null}'))),
    '{"_id":"containerRuntime","rules":[]}',
  );
  assert.equal(
    writeJson(pulledForm(network, object('{"networkEntities":null}'))),
    '{"networkEntities":[],"containerRules":[],"hostRules":[]}',
  );
});

test('a sealed certificate stays, what the console read from it goes', () => {
  const text =
    '{"rules":[{"name":"r","applicationsSpec":[{"certificate":{"encrypted":"e"},"tlsConfig":{"minTLSVersion":"1.2","metadata":{"issuerName":"i"}}}]}]}';
  assert.equal(
    writeJson(pulledForm(waas, object(text))),
    '{"rules":[{"name":"r","applicationsSpec":[{"certificate":{"encrypted":"e"},"tlsConfig":{"minTLSVersion":"1.2"}}]}]}',
  );
});

test('what never counts but is not of the console’s writing stays in a file and in a body', () => {
  const text =
    '{"_id":"containerRuntime","rules":[{"name":"r","collections":[{"name":"All"}],"customRules":[{"_id":1,"modified":"2024-01-01T00:00:00Z"}],"condition":{"vulnerabilities":[{"id":41,"minSeverity":1}]}}]}';
  assert.equal(writeJson(pulledForm(runtime, object(text))), text);
  assert.equal(sentForm(runtime, object('{"_id":"containerRuntime"}'), object(text)).body, text);
  assert.equal(
    canonicalHash(runtime, object(text)),
    canonicalHash(runtime, object(text.replace(',"minSeverity":1', '').replace('2024', '2025'))),
  );
});

test('a rule that has nothing to leave out is the same in a body: what is known of it stays known', () => {
  const working = object('{"_id":"containerRuntime","rules":[{"name":"r","collections":[{"name":"All"}]}]}');
  const { next } = sentForm(runtime, object('{"_id":"containerRuntime"}'), working);
  assert.equal(arrayAt(next, 'rules')[0], arrayAt(working, 'rules')[0]);
});

test('a pulled file is equal to live, and pushing it sends nothing different', () => {
  fc.assert(
    fc.property(
      anyKind.chain((kind) => fc.tuple(fc.constant(kind), documentOf(kind), fc.integer(), fc.boolean())),
      ([kind, document, seed, full]) => {
        const live = withNoise(kind, document, new Dice(seed));
        const pulled = pulledForm(kind, live, { full });
        assert.equal(canonicalHash(kind, pulled), canonicalHash(kind, live));
        const sent = sentForm(kind, live, pulled);
        assert.deepEqual(sent.steps, []);
        assert.equal(canonicalHash(kind, sent.next), canonicalHash(kind, live));
      },
    ),
    { numRuns: 500 },
  );
});

test('a body carries a previous name on renamed rules and on no others', () => {
  const live = object(
    '{"_id":"containerRuntime","rules":[{"name":"a","x":1},{"name":"b","y":1,"previousName":"z"}]}',
  );
  const working = object(
    '{"rules":[{"name":"a2","x":1.0},{"name":"b","y":1,"previousName":"q","owner":"o"}]}',
  );
  const sent = sentForm(runtime, live, working);
  assert.equal(
    sent.body,
    '{"_id":"containerRuntime","rules":[{"name":"a2","x":1.0,"previousName":"a"},{"name":"b","y":1}]}',
  );
  assert.deepEqual(sent.counts, { added: 0, removed: 0, changed: 0, moved: 0, renamed: 1 });
  assert.equal(sent.emptiesPolicy, false);
});

test('the policy type is ensured; an id is filled in from live, never changed', () => {
  assert.equal(
    sentForm(vulnerability, object('{}'), object('{"rules":[{"name":"a"}]}')).body,
    '{"policyType":"ciImagesVulnerability","rules":[{"name":"a"}]}',
  );
  const old = object('{"_id":"containerNetworkFirewall","hostRules":[{"name":"a"}],"containerRules":[]}');
  const sent = sentForm(network, old, object('{"hostRules":[{"name":"a"},{"name":"b"}]}'));
  assert.equal(
    sent.body,
    '{"_id":"containerNetworkFirewall","hostRules":[{"name":"a"},{"name":"b"}],"containerRules":[]}',
  );
  assert.deepEqual(
    sent.steps.map((step) => step.kind),
    ['add'],
  );
});

test('a policy without rules is sent as {}, the network policy with entities and flags', () => {
  const live = object('{"_id":"containerRuntime","learningDisabled":true,"rules":[{"name":"a"}]}');
  const sent = sentForm(
    runtime,
    live,
    object('{"_id":"containerRuntime","learningDisabled":true,"rules":[]}'),
  );
  assert.equal(sent.body, '{}');
  assert.equal(sent.emptiesPolicy, true);

  const cnns = object(
    '{"_id":"networkFirewall","hostEnabled":true,"containerEnabled":false,"networkEntities":[{"_id":1,"collections":[{"name":"All","color":"#fff"}]}],"hostRules":[{"name":"a"}],"containerRules":null}',
  );
  const emptied = sentForm(network, cnns, object('{"hostRules":[],"containerRules":[]}'));
  assert.equal(
    emptied.body,
    '{"_id":"networkFirewall","hostRules":[],"containerRules":[],"containerEnabled":false,"hostEnabled":true,"networkEntities":[{"_id":1,"collections":[{"name":"All"}]}]}',
  );
  assert.equal(emptied.emptiesPolicy, true);
  assert.deepEqual(
    emptied.steps.map((step) => step.kind),
    ['remove'],
  );
});

test('a change of an already empty policy still carries its own members', () => {
  const sent = sentForm(
    runtime,
    object('{"_id":"containerRuntime","rules":[]}'),
    object('{"learningDisabled":true,"rules":[]}'),
  );
  assert.equal(sent.body, '{"_id":"containerRuntime","learningDisabled":true,"rules":[]}');
  assert.equal(sent.emptiesPolicy, true);
});
