import {
  aboutRule,
  all,
  customRules,
  does,
  each,
  idle,
  object,
  switchable,
  unsure,
  word,
  type Part,
} from './part.ts';

const protection = object({
  effect: word,
  exceptionFields: each(object(all('key keyPattern location response valuePattern', idle))),
});

const accessControls = switchable('enabled', {
  ...all('allow allowMode', idle),
  alert: does('alert'),
  prevent: does('prevent'),
  // For what is on none of the lists; whether it is looked at without allowMode is documented nowhere.
  fallbackEffect: { kind: 'word', onlyIf: 'allowMode' },
});

const secret = object(all('encrypted plain', idle));
const rates = object(all('average burst', idle));

const apiSpec = object({
  description: idle,
  ...all('effect fallbackEffect queryParamFallbackEffect', word),
  endpoints: each(object(all('basePath exposedPort grpc host http2 internalPort tls', idle))),
  paths: each(
    object({
      path: idle,
      methods: each(
        object({
          method: idle,
          parameters: each(
            object(all('allowEmptyValue array explode location max min name required style type', idle)),
          ),
        }),
      ),
    }),
  ),
});

const bots = object({
  interstitialPage: unsure,
  sessionValidation: word,
  jsInjectionSpec: switchable('enabled', { timeoutEffect: word }),
  knownBotProtectionsSpec: object({
    ...all('archiving businessAnalytics careerSearch contentFeedClients educational financial', word),
    ...all('mediaSearch news searchEngineCrawlers', word),
  }),
  unknownBotProtectionSpec: object({
    ...all('apiLibraries botImpersonation browserImpersonation generic httpLibraries', word),
    ...all('webAutomationTools webScrapers', word),
    requestAnomalies: object({ effect: word, threshold: idle }),
  }),
  userDefinedBots: each(object({ effect: word, ...all('headerName headerValues name subnets', idle) })),
  reCAPTCHASpec: switchable('enabled', {
    allSessions: unsure,
    customPageSpec: object(all('body enabled', idle)),
    secretKey: secret,
    ...all('siteKey successExpirationHours type', idle),
  }),
});

export const application = object({
  ...all('appID banDurationMinutes disableEventIDHeader', idle),
  ...all('sessionCookieEnabled sessionCookieSameSite sessionCookieSecure', idle),
  // They change answers, and are about no request.
  ...all('csrfEnabled clickjackingEnabled', idle),
  ...all('attackTools cmdi codeInjection lfi malformedReq shellshock sqli xss', protection),
  apiSpec,
  autoApplyPatchesSpec: object({ effect: word }),
  body: switchable('skip', { inspectionLimitExceededEffect: word, inspectionSizeBytes: idle }),
  botProtectionSpec: bots,
  certificate: secret,
  customBlockResponse: object(all('body code enabled', idle)),
  customRules,
  dosConfig: switchable('enabled', {
    alert: does('alert', rates),
    ban: does('ban', rates),
    ...all('excludedNetworkLists trackSession', idle),
    matchConditions: each(
      object({ ...all('fileTypes methods', idle), responseCodeRanges: each(object(all('start end', idle))) }),
    ),
  }),
  headerSpecs: each(object({ effect: word, ...all('allow name required values', idle) })),
  intelGathering: object({ infoLeakageEffect: word, removeFingerprintsEnabled: idle }),
  maliciousUpload: object({ effect: word, ...all('allowedExtensions allowedFileTypes', idle) }),
  networkControls: object({
    advancedProtectionEffect: word,
    ...all('countries subnets', accessControls),
    exceptionSubnets: idle,
    networkControlsExceptionSubnets: object({ subnets: idle }),
  }),
  remoteHostForwarding: object(all('enabled target', idle)),
  responseHeaderSpecs: each(object(all('name override values', idle))),
  sessionCookieBan: does('ban'),
  tlsConfig: object({
    HSTSConfig: object(all('enabled includeSubdomains maxAgeSeconds preload', idle)),
    metadata: object(all('issuerName notAfter subjectName', idle)),
    minTLSVersion: idle,
  }),
});

const mirroring: Part = object({
  ...all('enabled sampling', idle),
  vpcConfig: object({
    ...all('autoScalingEnabled autoScalingMaxInstances configID consoleHostname credentialID', idle),
    ...all('instanceNames instanceType lbARN lbName lbType ports region subnetID tags vpcID', idle),
  }),
});

export const waasRule = object({
  ...aboutRule,
  ...all('allowMalformedHttpHeaderNames autoProtectPorts outOfBandScope readTimeoutSeconds', idle),
  ...all('skipAPILearning windows', idle),
  trafficMirroring: mirroring,
  applicationsSpec: each(application),
});
