/** One rule of each shape with what consoles fill in, and the members they send without declaring them. */
const zeroDate = '0001-01-01T00:00:00Z';
const every = ['*'];

export const fullCollection = {
  hosts: every,
  images: ['*/shop/*'],
  labels: every,
  containers: every,
  functions: null,
  namespaces: every,
  appIDs: every,
  accountIDs: every,
  codeRepos: every,
  clusters: every,
  name: 'Shop',
  owner: 'somebody',
  modified: '2030-03-04T05:06:07.123456789Z',
  color: '#a1b2c3',
  description: '',
  system: false,
};

const common = {
  modified: '2030-03-04T05:06:07.8Z',
  owner: 'somebody',
  previousName: '',
  collections: [fullCollection],
};

const scanRule = {
  ...common,
  effect: 'alert, block',
  action: every,
  group: every,
  principal: null,
  license: { alertThreshold: { enabled: false, value: 0 }, blockThreshold: { enabled: false, value: 0 } },
  alertThreshold: { disabled: false, value: 4 },
  blockThreshold: { enabled: true, value: 9 },
  graceDays: 0,
  graceDaysPolicy: {},
  verbose: false,
  $$hashKey: 'object:12',
};

const scanHead = { type: 'x', policyContext: 'y', exportTime: 1_900_000_000, exportBy: 'somebody' };
const filled = { readonly: false, device: '' };

export const consoleAnswers: readonly { policy: string; document: Record<string, unknown> }[] = [
  {
    policy: 'vulnerability/images',
    document: {
      ...scanHead,
      policyType: 'containerVulnerability',
      _id: 'containerVulnerability',
      rules: [
        {
          ...scanRule,
          name: 'Shop',
          condition: { ...filled, vulnerabilities: [] },
          cveRules: [
            {
              id: 'CVE-2031-0001',
              effect: 'ignore',
              expiration: { enabled: false, date: zeroDate },
              description: '',
            },
          ],
          tags: null,
          pkgTypesThresholds: [
            {
              type: 'jar',
              alertThreshold: { disabled: false, value: 7, enabled: true },
              blockThreshold: { enabled: false, value: 0, disabled: false },
            },
          ],
          riskFactorsEffects: [{ effect: 'alert', riskFactor: 'Exploit exists - POC' }],
        },
      ],
    },
  },
  {
    policy: 'compliance/container',
    document: {
      ...scanHead,
      policyType: 'containerCompliance',
      _id: 'containerCompliance',
      rules: [
        {
          ...scanRule,
          name: 'Shop',
          condition: {
            ...filled,
            vulnerabilities: [
              { id: 41, block: false, minSeverity: 1 },
              { id: 599, block: true, minSeverity: 0 },
            ],
          },
        },
      ],
    },
  },
  {
    policy: 'runtime/container',
    document: {
      _id: 'containerRuntime',
      learningDisabled: false,
      rules: [
        {
          ...common,
          name: 'Newer',
          advancedProtectionEffect: 'alert',
          wildFireAnalysis: 'alert',
          processes: {
            defaultEffect: 'alert',
            allowedList: null,
            deniedList: { effect: 'disable', paths: null },
          },
          network: {
            defaultEffect: 'alert',
            outboundPorts: { allowed: [{ start: 443, end: 443, deny: false }], effect: 'disable' },
          },
          customRules: [
            {
              _id: 16,
              name: 'x',
              type: 'processes',
              script: 's',
              modified: 1_700_000_000,
              effect: 'block',
              action: 'audit',
            },
          ],
        },
        {
          ...common,
          name: 'Older',
          advancedProtection: true,
          kubernetesEnforcement: true,
          processes: { effect: 'prevent', blacklist: [], whitelist: ['sh'], checkCryptoMiners: true },
          network: { effect: 'alert', blacklistIPs: [], detectPortScan: true, skipRawSockets: false },
          filesystem: { effect: 'disable', checkNewFiles: true },
          dns: { effect: 'prevent', whitelist: [], blacklist: null },
        },
      ],
    },
  },
  {
    policy: 'runtime/host',
    document: {
      _id: 'hostRuntime',
      owner: '',
      rules: [
        {
          ...common,
          name: 'Hosts',
          antiMalware: {
            cryptoMiner: 'alert',
            deniedProcesses: { effect: 'alert', paths: [] },
            wildFireAnalysis: 'alert',
          },
          network: { denyListEffect: 'alert', deniedOutboundPorts: [{ start: 1, end: 2, deny: true }] },
          dns: { denyListEffect: 'disable', intelligenceFeed: 'alert', allow: null },
          fileIntegrityRules: [{ path: '/etc', dir: true, recursive: true, write: true, procWhitelist: [] }],
          logInspectionRules: null,
          forensic: { sshdEnabled: true },
        },
      ],
    },
  },
  {
    policy: 'runtime/serverless',
    document: {
      _id: 'serverlessRuntime',
      learningDisabled: true,
      rules: [
        {
          ...common,
          name: 'Functions',
          advancedProtection: true,
          processes: { effect: 'alert' },
          dns: { effect: 'prevent' },
        },
      ],
    },
  },
  {
    policy: 'runtime/app-embedded',
    document: {
      rules: [
        {
          ...common,
          name: 'Apps',
          wildFireAnalysis: 'alert',
          filesystem: { effect: 'prevent', whitelist: [] },
        },
      ],
    },
  },
  {
    policy: 'waas/container',
    document: {
      _id: 'containerAppFirewall',
      minPort: 30000,
      maxPort: 31000,
      rules: [
        {
          ...common,
          name: 'Shop',
          outOfBandScope: '',
          expandDetails: true,
          readTimeoutSeconds: 5,
          trafficMirroring: {},
          applicationsSpec: [
            {
              appID: 'shop',
              sessionCookieSameSite: 'Lax',
              certificate: {},
              customBlockResponse: {},
              tlsConfig: {
                minTLSVersion: '1.2',
                metadata: { notAfter: zeroDate },
                HSTSConfig: { enabled: false },
              },
              dosConfig: {
                enabled: false,
                alert: { burst: 1 },
                ban: {},
                matchConditions: [{ responseCodeRangesTags: [] }],
              },
              sqli: { effect: 'prevent', exceptionFields: null },
              networkControls: {
                advancedProtectionEffect: 'prevent',
                subnets: { enabled: false, alert: null, prevent: null, blockingMode: 'allowed' },
                countries: { allow: ['DE'], fallbackEffect: 'prevent' },
              },
              botProtectionSpec: {
                unknownBotProtectionSpec: {
                  generic: 'alert',
                  requestAnomalies: { threshold: 9, effect: 'disable' },
                },
                reCAPTCHASpec: { secretKey: {}, type: 'checkbox' },
                sessionValidation: 'reCAPTCHA',
              },
              maliciousUpload: { allowedFileTypes: ['pdf'], allowedExtensions: [] },
            },
          ],
        },
      ],
    },
  },
  {
    policy: 'cnns/network',
    document: {
      _id: 'networkFirewall',
      modified: zeroDate,
      owner: '',
      containerEnabled: true,
      hostEnabled: false,
      containerRules: [
        { id: 3, name: 'Shop to net', src: 1, dst: 2, effect: 'monitor', ports: null, modified: zeroDate },
        { id: 4, name: 'Not set', src: 1, dst: 2, effect: '' },
      ],
      hostRules: null,
      networkEntities: [
        {
          _id: 1,
          name: 'shop',
          type: 'container',
          collections: [fullCollection],
          allowAll: { inbound: null, outbound: [] },
        },
        { _id: 2, name: 'net', type: 'subnet', subnets: [{ name: 'n', cidr: '10.0.0.0/8' }], domains: null },
      ],
    },
  },
];
