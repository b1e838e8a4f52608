import { createHash } from 'node:crypto';
import type { PolicyKind } from '../core/policy/families.ts';
import {
  arrayAt,
  fromPlain,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../core/json/json.ts';

/** The author and time (RFC 3339) of a write. */
interface Stamp {
  readonly owner: string;
  readonly modified: string;
}

const off = (flag: 'enabled' | 'disabled'): JsonValue => fromPlain({ [flag]: false, value: 0 });
const noExpiry = fromPlain({ enabled: false, date: '0001-01-01T00:00:00Z' });
const noLicense = fromPlain({
  alertThreshold: { enabled: false, value: 0 },
  blockThreshold: { enabled: false, value: 0 },
});

/** Fields that a read always returns for rules of the shared shape. */
const sharedRule: readonly (readonly [string, JsonValue])[] = [
  ['action', ['*']],
  ['condition', fromPlain({})],
  ['group', ['*']],
  ['alertThreshold', off('disabled')],
  ['blockThreshold', off('enabled')],
  ['graceDays', fromPlain(0)],
  ['license', noLicense],
];

function withDefaults(
  object: JsonObject,
  defaults: Iterable<readonly [string, JsonValue]>,
): Map<string, JsonValue> {
  const filled = new Map(object);
  for (const [key, value] of defaults) {
    if ((filled.get(key) ?? null) === null) {
      filled.set(key, value);
    }
  }
  return filled;
}

const mapItems = (value: JsonValue | undefined, change: (item: JsonObject) => JsonObject): JsonValue =>
  isJsonArray(value) ? value.map((item) => (isJsonObject(item) ? change(item) : item)) : (value ?? null);

function without(object: JsonObject, key: string): JsonObject {
  return new Map([...object].filter(([name]) => name !== key));
}

/** Returns the effect for the console's table, which the console computes regardless of the written effect. */
function computedEffect({ decidesBy }: PolicyKind, rule: JsonObject): string {
  const flag = (key: string, name: string): boolean => {
    const threshold = rule.get(key);
    return isJsonObject(threshold) && threshold.get(name) === true;
  };
  const condition = rule.get('condition');
  const checks = isJsonObject(condition) ? arrayAt(condition, 'vulnerabilities').filter(isJsonObject) : [];
  const [alerts, blocks] =
    decidesBy === 'thresholds'
      ? [!flag('alertThreshold', 'disabled'), flag('blockThreshold', 'enabled')]
      : [
          checks.some((check) => check.get('block') !== true),
          checks.some((check) => check.get('block') === true),
        ];
  return [alerts ? ['alert'] : [], blocks ? ['block'] : []].flat().join(', ') || 'ignore';
}

function fillShared(kind: PolicyKind, rule: JsonObject): JsonObject {
  const filled = withDefaults(rule, sharedRule);
  filled.set('effect', computedEffect(kind, rule));
  const condition = filled.get('condition');
  if (isJsonObject(condition)) {
    const full = withDefaults(condition, [
      ['readonly', false],
      ['device', ''],
      ['vulnerabilities', []],
    ]);
    full.set(
      'vulnerabilities',
      mapItems(full.get('vulnerabilities'), (check) => without(check, 'minSeverity')),
    );
    filled.set('condition', full);
  }
  for (const list of ['cveRules', 'tags']) {
    if (filled.has(list)) {
      filled.set(
        list,
        mapItems(filled.get(list), (item) => withDefaults(item, [['expiration', noExpiry]])),
      );
    }
  }
  return filled;
}

/** Secrets are written as `plain`, and reads return only `encrypted`. */
function sealSecrets(value: JsonValue): JsonValue {
  if (isJsonArray(value)) {
    return value.map(sealSecrets);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const plain = value.get('plain');
  if (typeof plain === 'string' && [...value.keys()].every((key) => key === 'plain' || key === 'encrypted')) {
    const sealed = plain
      ? createHash('sha256').update(`sandbox ${plain}`).digest('base64')
      : (value.get('encrypted') ?? '');
    return new Map<string, JsonValue>([['encrypted', sealed]]);
  }
  return new Map([...value].map(([key, member]) => [key, sealSecrets(member)]));
}

/** Adds the facts that the console reads from the certificate of an application. */
function withCertificateFacts(application: JsonObject): JsonObject {
  const tls = application.get('tlsConfig');
  const certificate = application.get('certificate');
  if (!isJsonObject(tls)) {
    return application;
  }
  const hasCertificate = isJsonObject(certificate) && (certificate.get('encrypted') ?? '') !== '';
  const metadata = fromPlain({
    issuerName: hasCertificate ? 'Example Issuing CA' : '',
    notAfter: hasCertificate ? '2031-05-01T00:00:00Z' : '0001-01-01T00:00:00Z',
    subjectName: hasCertificate ? 'shop.example' : '',
  });
  return new Map(application).set('tlsConfig', new Map(tls).set('metadata', metadata));
}

function fillShape(kind: PolicyKind, rule: JsonObject): JsonObject {
  if (kind.decidesBy === 'thresholds' || kind.decidesBy === 'checks') {
    return fillShared(kind, rule);
  }
  if (kind.hasApps) {
    const sealed = withDefaults(sealSecrets(rule) as JsonObject, [
      ['applicationsSpec', []],
      ['windows', false],
    ]);
    return sealed.set('applicationsSpec', mapItems(sealed.get('applicationsSpec'), withCertificateFacts));
  }
  return rule;
}

/** Returns a rule in its stored form: fields of the console first, defaults of its shape, the rest as sent. */
export function fillRule(kind: PolicyKind, rule: JsonObject, stamp: Stamp): JsonObject {
  const stored = new Map<string, JsonValue>([
    ['modified', stamp.modified],
    ['owner', stamp.owner],
    ['name', rule.get('name') ?? ''],
    ['previousName', ''],
  ]);
  for (const [key, value] of fillShape(kind, rule)) {
    if (!stored.has(key)) {
      stored.set(key, value);
    }
  }
  return stored;
}

/** Returns the policy-level fields in their stored form: identity first, all rule arrays, the rest as sent. */
export function fillDocument(kind: PolicyKind, document: JsonObject, stamp: Stamp): Map<string, JsonValue> {
  const filled = new Map<string, JsonValue>([['_id', kind.identity.value]]);
  if (kind.identity.field === 'policyType') {
    filled.set('policyType', kind.identity.value);
  }
  for (const [key, value] of document) {
    if (key !== '_id' && key !== 'policyType') {
      filled.set(key, value);
    }
  }
  for (const { key } of kind.arrays) {
    if (!isJsonArray(filled.get(key))) {
      filled.set(key, []);
    }
  }
  if (kind.isNetwork) {
    filled.set('modified', stamp.modified);
    filled.set('owner', stamp.owner);
  } else if (kind.shape === 'runtime-host') {
    filled.set('owner', stamp.owner);
  }
  return filled;
}
