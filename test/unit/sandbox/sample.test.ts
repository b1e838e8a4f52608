import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKinds, type PolicyName } from '../../../src/core/policy/families.ts';
import { arrayAt, isJsonObject, stringAt, toPlain } from '../../../src/core/json/json.ts';
import type { JsonObject, JsonValue } from '../../../src/core/json/json.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { validators } from '../../../src/generated/validators.js';
import { sampleState } from '../../../src/sandbox/sandboxState.ts';

const state = sampleState(() => 0);

const textOf = (): string => policyKinds.map((kind) => writeJson(state.policies.get(kind.name))).join('\n');

function rulesOf(name: PolicyName): JsonObject[] {
  const kind = policyKinds.find((one) => one.name === name);
  return (kind?.arrays ?? []).flatMap(({ key }) =>
    arrayAt(state.policies.get(name), key).filter(isJsonObject),
  );
}

const collectionsOf = (rule: JsonObject): string[] =>
  arrayAt(rule, 'collections').map((one) => (isJsonObject(one) ? (stringAt(one, 'name') ?? '') : ''));

test('policies range from a handful to several hundred rules', () => {
  const counts = new Map(policyKinds.map(({ name }) => [name, rulesOf(name).length]));
  assert.equal(counts.get('vulnerability/images'), 300);
  assert.equal(counts.get('compliance/container'), 42);
  for (const [name, count] of counts) {
    assert.ok(count >= 3, `${name}: ${count}`);
  }
  for (const name of ['compliance/container', 'compliance/host'] as const) {
    for (const rule of rulesOf(name)) {
      const checks = arrayAt(rule.get('condition') as JsonObject, 'vulnerabilities').length;
      assert.ok(checks >= 100 && checks <= 480, `${name} ${stringAt(rule, 'name')}: ${checks}`);
    }
  }
});

test('every document, as stored and as answered, is valid against its schema', () => {
  for (const kind of policyKinds) {
    const document = toPlain(state.policies.read(kind.name)) as Record<string, unknown>;
    const head = validators[`${kind.shape}/head`];
    assert.ok(head(document), `${kind.name} ${JSON.stringify(head.errors)}`);
    for (const { key } of kind.arrays) {
      for (const rule of document[key] as { name: string }[]) {
        const valid = validators[`${kind.shape}/rule`];
        assert.ok(valid(rule), `${kind.name} ${rule.name} ${JSON.stringify(valid.errors)}`);
      }
    }
  }
});

test('rule names are unique, every collection is known, built-in rules belong to the system and stand last', () => {
  const known = new Map(state.collections.all().map((row) => [stringAt(row, 'name'), row]));
  let builtIn = 0;
  for (const { name } of policyKinds.filter(({ shape }) => shape !== 'cnns')) {
    const rules = rulesOf(name);
    assert.equal(new Set(rules.map((rule) => stringAt(rule, 'name'))).size, rules.length, name);
    for (const [index, rule] of rules.entries()) {
      const scopes = collectionsOf(rule);
      assert.ok(scopes.length > 0 && scopes.every((scope) => known.has(scope)), `${name} ${scopes.join()}`);
      const system = stringAt(rule, 'owner') === 'system';
      assert.equal(system, stringAt(rule, 'name')?.startsWith('Default - '));
      assert.ok(!system || index === rules.length - 1);
      builtIn += system ? 1 : 0;
    }
  }
  assert.equal(builtIn, 14);
});

test('no rule of a policy lies within the scope of an earlier one by its collections', () => {
  for (const { name } of policyKinds.filter(({ shape }) => shape !== 'cnns')) {
    const scopes = rulesOf(name).map((rule) => new Set(collectionsOf(rule)));
    for (const [index, scope] of scopes.entries()) {
      assert.ok(
        !scopes.slice(0, index).some((earlier) => [...scope].every((one) => earlier.has(one))),
        `${name} rule ${index}`,
      );
    }
  }
});

test('collections constrain only what their policy can use', () => {
  const mustBeWild: Record<string, readonly string[]> = {
    'compliance/container': ['functions'],
    'vulnerability/images': ['functions'],
    'compliance/ci-images': [
      'containers',
      'hosts',
      'appIDs',
      'functions',
      'namespaces',
      'accountIDs',
      'clusters',
    ],
    'compliance/host': ['containers', 'images', 'appIDs', 'functions', 'namespaces'],
    'compliance/serverless': ['containers', 'hosts', 'images', 'appIDs', 'namespaces', 'clusters'],
    'compliance/ci-serverless': [
      'containers',
      'hosts',
      'images',
      'appIDs',
      'namespaces',
      'accountIDs',
      'clusters',
    ],
  };
  for (const [name, lists] of Object.entries(mustBeWild) as [PolicyName, readonly string[]][]) {
    for (const scope of rulesOf(name).flatMap(collectionsOf)) {
      for (const list of lists) {
        assert.deepEqual(state.collections.get(scope)?.get(list), ['*'], `${name} ${scope} ${list}`);
      }
    }
  }
});

test('checks are in the catalog, of a fitting type, once per rule, and block only where they can', () => {
  const catalog = new Map(
    state.complianceChecks
      .map((check) => toPlain(check) as { id: number; type: string })
      .map((check) => [check.id, check]),
  );
  assert.ok(catalog.size > 900);
  for (const { name } of policyKinds.filter(({ family }) => family === 'compliance')) {
    for (const rule of rulesOf(name)) {
      const condition = toPlain(rule.get('condition') as JsonObject) as {
        vulnerabilities: { id: number; block: boolean }[];
      };
      const checks = condition.vulnerabilities;
      assert.equal(new Set(checks.map(({ id }) => id)).size, checks.length);
      for (const { id, block } of checks) {
        const check = catalog.get(id);
        const isReportOnly =
          ['serverless', 'windows', 'istio'].includes(check?.type ?? '') || [58, 596, 598].includes(id);
        assert.ok(check && !(block && isReportOnly), `${name} ${id}`);
      }
    }
  }
});

/** Paths of all members that hold something, list positions left out. */
function collectPaths(value: JsonValue, path: string, into: Set<string>): void {
  if (isJsonObject(value)) {
    for (const [key, member] of value) {
      const inner = `${path}.${key}`;
      if (member !== null && member !== '' && (!Array.isArray(member) || member.length > 0)) {
        into.add(inner);
      }
      collectPaths(member, inner, into);
    }
  } else if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) {
      collectPaths(item, path, into);
    }
  }
}

test('every published member of a rule that is not legacy holds something somewhere', () => {
  const used = new Map<string, Set<string>>();
  for (const kind of policyKinds) {
    const paths = used.get(kind.shape) ?? new Set<string>();
    rulesOf(kind.name).forEach((rule) => collectPaths(rule, '', paths));
    used.set(kind.shape, paths);
  }
  const expected: Record<string, string> = {
    vulnerability:
      'name notes disabled effect alertThreshold.value blockThreshold.enabled graceDays graceDaysPolicy.critical cveRules.id cveRules.expiration.date tags.name onlyFixed verbose blockMsg excludeBaseImageVulns pkgTypesThresholds.type riskFactorsEffects.riskFactor',
    compliance: 'notes disabled condition.vulnerabilities.block allCompliance verbose blockMsg',
    'runtime-container':
      'customRules._id dns.domainList.denied network.listeningPorts.denied processes.deniedList.paths filesystem.deniedList.paths skipExecSessions',
    'runtime-host':
      'fileIntegrityRules.exclusions logInspectionRules.regex forensic.sshdEnabled customRules.effect',
    'runtime-serverless':
      'cloudMetadataEnforcement network.whitelistOutboundPorts.start processes.blockAllBinaries',
    'runtime-app-embedded': 'advancedProtection dns.whitelist',
    waas: 'trafficMirroring.vpcConfig.region outOfBandScope applicationsSpec.apiSpec.paths.methods.parameters.max applicationsSpec.networkControls.subnets.allow applicationsSpec.dosConfig.matchConditions.methods applicationsSpec.botProtectionSpec.userDefinedBots.subnets applicationsSpec.certificate.encrypted applicationsSpec.customRules._id applicationsSpec.headerSpecs.values applicationsSpec.sqli.exceptionFields.key',
    cnns: 'src dst effect ports.start notes disabled',
  };
  for (const [shape, paths] of Object.entries(expected)) {
    for (const path of paths.split(' ')) {
      assert.ok(used.get(shape)?.has(`.${path}`), `${shape} ${path}`);
    }
  }
});

test('exceptions have past and future dates, some text goes beyond ASCII', () => {
  const text = textOf();
  assert.match(text, /"date":"202[345]-/);
  assert.match(text, /"date":"20(?:29|3)/);
  assert.match(text, /Reviewed yearly/);
  assert.match(text, /次のリリース/);
  assert.match(text, /🗓/u);
});

test('network rules point at entities that exist and have ids of their own', () => {
  const document = toPlain(state.policies.get('cnns/network')) as Record<string, Record<string, unknown>[]>;
  const entities = new Set(document.networkEntities?.map((entity) => entity['_id']));
  for (const key of ['containerRules', 'hostRules']) {
    const rules = document[key] ?? [];
    assert.ok(rules.length > 10);
    assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length);
    assert.ok(rules.every(({ src, dst }) => entities.has(src) && entities.has(dst)));
  }
});
