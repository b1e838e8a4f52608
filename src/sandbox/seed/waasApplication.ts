import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';
import { customRuleRefs } from './customRules.ts';
import { botProtection, networkControls } from './waasControls.ts';

export type Plain = Readonly<Record<string, unknown>>;

/** The effects that a target of WAAS can have. */
export interface WaasEffects {
  /** Out-of-band and agentless targets only observe traffic, so they are not inline. */
  readonly inline: boolean;
}

const resources = ['orders', 'carts', 'customers', 'invoices', 'parcels', 'sessions', 'reports', 'prices'];
const attacks = [
  'sqli',
  'xss',
  'cmdi',
  'lfi',
  'codeInjection',
  'shellshock',
  'malformedReq',
  'attackTools',
] as const;

const sealed = (text: string): Plain => ({ encrypted: createHash('sha256').update(text).digest('base64') });

function exceptionFields(random: Random): Plain[] {
  return random.chance(0.2)
    ? [
        { key: 'comment', keyPattern: false, location: 'body', response: false, valuePattern: false },
        { key: '^x-trace-', keyPattern: true, location: 'header', response: false, valuePattern: false },
      ]
    : [];
}

function parameters(random: Random, resource: string, byId: boolean): Plain[] {
  const common = { allowEmptyValue: false, array: false, explode: false, required: true };
  return [
    ...(byId ? [{ ...common, name: 'id', location: 'path', type: 'string', style: 'simple' }] : []),
    {
      ...common,
      name: `${resource}Page`,
      location: 'query',
      type: 'integer',
      style: 'form',
      min: 1,
      max: random.pick([100, 500]),
      required: false,
    },
  ];
}

function apiSpec(random: Random, effect: () => string): Plain {
  const chosen = random.some(resources, random.between(1, 3));
  return {
    description: 'Imported from the service description',
    effect: effect(),
    fallbackEffect: effect(),
    queryParamFallbackEffect: 'disable',
    endpoints: [
      {
        host: random.pick(['*', 'api.shop.example', 'intern.shop.example']),
        basePath: random.pick(['*', '/v2']),
        exposedPort: 0,
        internalPort: random.pick([8080, 8081, 8443]),
        tls: random.chance(0.5),
        http2: random.chance(0.3),
        grpc: false,
      },
    ],
    paths: chosen.flatMap((resource) => [
      { path: `/${resource}`, methods: [{ method: 'GET', parameters: parameters(random, resource, false) }] },
      {
        path: `/${resource}/{id}`,
        methods: ['GET', 'PUT'].map((method) => ({ method, parameters: parameters(random, resource, true) })),
      },
    ]),
  };
}

function dosConfig(random: Random): Plain {
  const enabled = random.chance(0.4);
  return {
    enabled,
    alert: { average: enabled ? 50 : 0, burst: enabled ? 200 : 0 },
    ban: { average: enabled ? 100 : 0, burst: enabled ? 400 : 0 },
    excludedNetworkLists: enabled ? ['offices'] : [],
    matchConditions: enabled
      ? [{ fileTypes: ['.php', '.json'], methods: ['POST'], responseCodeRanges: [{ start: 400, end: 499 }] }]
      : [],
    trackSession: enabled,
  };
}

function responses(random: Random, effect: () => string): Plain {
  const custom = random.chance(0.3);
  return {
    customBlockResponse: custom ? { body: '<h1>Blocked</h1>', code: 403, enabled: true } : { enabled: false },
    disableEventIDHeader: random.chance(0.2),
    headerSpecs: random.chance(0.4)
      ? [{ allow: false, effect: effect(), name: 'X-Debug', required: false, values: ['on', 'true'] }]
      : [],
    responseHeaderSpecs: random.chance(0.4)
      ? [{ name: 'X-Content-Type-Options', override: true, values: ['nosniff'] }]
      : [],
    intelGathering: { infoLeakageEffect: effect(), removeFingerprintsEnabled: random.chance(0.7) },
    sessionCookieBan: false,
    sessionCookieEnabled: random.chance(0.5),
    sessionCookieSameSite: random.pick(['Lax', 'Strict', 'None']),
    sessionCookieSecure: true,
  };
}

function transport(random: Random, appID: string): Plain {
  const own = random.chance(0.3);
  return {
    certificate: own ? sealed(`certificate ${appID}`) : { encrypted: '' },
    tlsConfig: {
      HSTSConfig: { enabled: own, includeSubdomains: own, maxAgeSeconds: 31_536_000, preload: false },
      minTLSVersion: random.pick(['1.2', '1.2', '1.3']),
    },
    remoteHostForwarding: own ? { enabled: true, target: `${appID}.svc.example` } : { enabled: false },
  };
}

/** Generates one protected application with every part. */
export function waasApplication(random: Random, appID: string, { inline }: WaasEffects): Plain {
  const effect = (): string =>
    random.pick(inline ? ['disable', 'alert', 'alert', 'prevent', 'ban'] : ['disable', 'alert']);
  return {
    appID,
    apiSpec: apiSpec(random, effect),
    ...Object.fromEntries(
      attacks.map((attack) => [attack, { effect: effect(), exceptionFields: exceptionFields(random) }]),
    ),
    autoApplyPatchesSpec: { effect: effect() },
    banDurationMinutes: 5,
    body: {
      inspectionLimitExceededEffect: random.pick(['disable', 'alert']),
      inspectionSizeBytes: 131_072,
      skip: random.chance(0.1),
    },
    botProtectionSpec: botProtection(random, effect, inline),
    clickjackingEnabled: random.chance(0.7),
    csrfEnabled: random.chance(0.7),
    customRules: customRuleRefs(random, ['waas-request', 'waas-response']).map((ref) =>
      inline ? ref : { ...ref, effect: 'alert' },
    ),
    dosConfig: dosConfig(random),
    maliciousUpload: {
      allowedExtensions: random.chance(0.3) ? ['csv'] : [],
      allowedFileTypes: random.some(['pdf', 'officeOoxml', 'jpeg', 'png', 'zip'], 2),
      effect: effect(),
    },
    networkControls: networkControls(random, effect),
    ...responses(random, effect),
    ...transport(random, appID),
  };
}
