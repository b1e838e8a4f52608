import posture from './data/posture.json' with { type: 'json' };
import settings from './data/settings.json' with { type: 'json' };
import { Random } from './random.ts';

/** Rows in the form of the service's answers: plain data, so that tests can insert any value. */
type PlainRow = Record<string, unknown>;

/** The whole state of the sandbox's SSPM service. Tests change it directly. */
export interface PostureStore {
  applications: PlainRow[];
  readonly catalog: PlainRow[];
  /** Scanned settings by `app_id`. */
  readonly configs: Map<string, PlainRow[]>;
  /** Setting definitions by catalog name. */
  readonly definitions: Map<string, PlainRow[]>;
  readonly scopes: Map<string, PlainRow[]>;
  readonly authInfo: Map<string, PlainRow>;
  readonly controls: ReadonlyMap<string, PlainRow>;
  /** Integrations by id, with issues by key. */
  readonly integrations: ReadonlyMap<string, Ticketing>;
  pageSize: number;
}

export interface Ticketing {
  readonly type: string;
  readonly projects: readonly PlainRow[];
  readonly issues: Map<string, PlainRow>;
}

/** A setting that products of every maker have, in the words of the catalog. */
type SettingTemplate = (typeof settings)[number];

const { makers, products, features, people, commonControls } = posture;
const ticketing = 'JIRA_TICKETING';
const integrationId = '64b7f0c2a91d4e0012ab34cd';
const projectKeys = ['SEC', 'ITOPS'] as const;
const tenant = 'tenant-7f3a';
const day = 24 * 60 * 60 * 1000;

/**
 * Generates 180 catalog entries and 60 applications of 20 of them, with settings, outcomes and tickets.
 * Controls and one integration complete the data. Dates are up to 700 days before `now`, in milliseconds.
 */
export function samplePosture(now: number): PostureStore {
  const projects = projectKeys.map((key, index) => ({
    id: String(10_000 + index),
    key,
    name: key === 'SEC' ? 'Security' : 'IT Operations',
  }));
  const issues = new Map<string, PlainRow>();
  const store: PostureStore = {
    applications: [],
    catalog: [],
    configs: new Map(),
    definitions: new Map(),
    scopes: new Map(),
    authInfo: new Map(),
    controls: new Map(Object.entries(commonControls).map(([id, name]) => [id, controlOf(id, name)])),
    integrations: new Map([[integrationId, { type: ticketing, projects, issues }]]),
    pageSize: 25,
  };
  const random = new Random(78);
  const before = (days: number): string => new Date(now - days * day).toISOString();
  fillCatalog(store, random);

  const types = store.catalog
    .filter((_, index) => index % 9 === 0)
    .map((row) => row as { name: string; display_name: string });
  for (let index = 0; index < 60; index++) {
    const type = types[index % types.length] as (typeof types)[number];
    const label = (['Production', 'Sandbox', 'QA'] as const)[Math.floor(index / types.length)] ?? 'Default';
    const id = uuid(random);
    const health = random.chance(0.75) ? 'Up' : random.pick(['Unhealthy', 'Down', 'Unknown', 'Scanning']);
    const owner = random.pick(people);
    const scanned = before(random.next() * 3);
    store.applications.push({
      app_id: id,
      name: `${type.display_name} ${label}`,
      type: type.name,
      instance_label: label,
      health_status: health,
      status: index % 17 === 16 ? 'Disabled' : random.chance(0.9) ? 'Active' : 'Registered',
      app_settings: { region: 'eu', mailbox_count: String(random.between(20, 900)) },
      configs: {},
      missing_configs: health === 'Unhealthy' ? ['api_token'] : [],
      changed_at: before(random.between(1, 40)),
      changed_by: owner,
      created_at: before(random.between(60, 700)),
      created_by: owner,
      features_metadata: {},
      features_state: {
        SCAN: {
          status: health === 'Up' ? 'OK' : 'UNHEALTHY',
          status_details: health === 'Up' ? '' : 'the last scan did not finish',
          last_scanned_at: scanned,
          updated_at: scanned,
        },
      },
      last_scanned_at: scanned,
      last_validated_at: before(1),
      owner: {
        email: `${owner.split(' ')[0]?.toLowerCase()}@example.com`,
        full_name: owner,
        user_id: `u-${index}`,
      },
      remediation_enabled: random.chance(0.5),
      scan_interval_minutes: 1440,
      tenant,
      tsg_id: '1010101010',
    });
    store.configs.set(id, configsOf(store, { id, type: type.name, label }, random, before, issues));
  }
  return store;
}

function fillCatalog(store: PostureStore, random: Random): void {
  for (const maker of makers) {
    for (const product of products) {
      // This name only works when it is encoded as one segment.
      const name =
        maker === 'Elm' && product === 'Wiki' ? 'elm/wiki ü 100%' : `${maker}-${product}`.toLowerCase();
      store.catalog.push({
        name,
        display_name: `${maker} ${product}`,
        enabled: random.chance(0.95),
        features: ['SCAN', ...random.some(features.slice(1), random.between(0, 3))],
        features_metadata: {},
        lambda: random.chance(0.2),
      });
      const defined = random.some(settings, random.between(12, settings.length));
      store.definitions.set(
        name,
        defined.map((setting) => definitionOf(name, setting)),
      );
      store.scopes.set(name, scopesOf(name));
      store.authInfo.set(name, {
        strategy: random.chance(0.5) ? 'REDIRECT_URL' : 'PROVIDED_CREDENTIALS',
        fields: [
          { kind: 'FIELD', name: 'tenant_url', label: 'Address of the tenant', required: true },
          { kind: 'DOC', text: 'Use an account made for scanning.' },
        ],
        sso_fields: [
          { sso_provider: 'OKTA', fields: [{ kind: 'FIELD', name: 'sso_domain', label: 'Domain' }] },
        ],
      });
    }
  }
}

function controlOf(id: string, name: string): PlainRow {
  return {
    id,
    name,
    profiles: ['Baseline for SaaS', 'Internal Audit 2026'].map((profile, index) => ({
      id: `profile-${index + 1}`,
      name: profile,
      categories: [
        {
          name: index === 0 ? 'Protect' : 'Access and data',
          controls: [1, 2].map((number) => ({
            id: `${index === 0 ? 'PR' : 'AD'}-${id.slice(3).toUpperCase()}-${number}`,
            description: `${name}: ${number === 1 ? 'is in place for all users' : 'is reviewed every quarter'}.`,
          })),
        },
      ],
    })),
  };
}

function definitionOf(app: string, setting: SettingTemplate): PlainRow {
  return {
    id: `${app}:${setting.slug}`,
    name: setting.name,
    category: setting.category,
    native_category: setting.subcategory,
    native_name: setting.slug.replaceAll('-', '_'),
    common_control: setting.control,
    console_url: `https://admin.example/${encodeURIComponent(app)}/${setting.slug}`,
    description: setting.description,
    description_url: `https://docs.example/${setting.slug}`,
    enabled: true,
    optional: setting.severity === 'Low',
    severity: setting.severity,
    operator: { operator: setting.operator, displayValue: setting.recommended, valueType: setting.valueType },
    remediation: {
      auto_fix: setting.valueType === 'bool',
      guide_header: setting.name,
      guide_steps: stepsOf(setting),
      guide_footer: 'The next scan shows the result.',
      remediation_value: setting.recommended,
    },
    remediation_steps: numberedSteps(setting),
    value: {
      type: setting.valueType,
      default_value: setting.weak,
      choices: `${setting.weak},${setting.recommended}`,
    },
    __metadata: {},
  };
}

function stepsOf({ name, category, subcategory, recommended }: SettingTemplate): readonly string[] {
  return [
    'Sign in to the administration of the product.',
    `Open ${category} > ${subcategory}.`,
    `Set "${name}" to ${recommended} and save.`,
  ];
}

function numberedSteps(setting: SettingTemplate): string {
  return stepsOf(setting)
    .map((step, index) => `${index + 1}. ${step}`)
    .join('\n');
}

function scopesOf(app: string): PlainRow[] {
  return [
    ['settings.read', 'Read settings', 'Low'],
    ['users.read', 'Read users and roles', 'Medium'],
    ['settings.write', 'Change settings, to remediate', 'High'],
  ].map(([id, name, severity]) => ({
    id: `${app}:${id}`,
    name,
    native_name: id,
    description: `${name} of the product.`,
    enabled: id !== 'settings.write',
    severity,
  }));
}

function configsOf(
  store: PostureStore,
  app: { readonly id: string; readonly type: string; readonly label: string },
  random: Random,
  before: (days: number) => string,
  issues: Map<string, PlainRow>,
): PlainRow[] {
  const own = new Set((store.definitions.get(app.type) ?? []).map(({ id }) => id));
  const passing = 0.55 + random.next() * 0.4;
  return settings
    .filter(({ slug }) => own.has(`${app.type}:${slug}`))
    .map((setting) => {
      const monitored = !random.chance(0.1);
      const passed = random.chance(passing);
      const ticket =
        monitored && !passed && random.chance(0.45)
          ? issueFor(setting, app, random, before, issues)
          : undefined;
      return {
        id: `${app.id}:${setting.slug}`,
        config_id: `${app.type}:${setting.slug}`,
        app_id: app.id,
        name: setting.name,
        category: setting.category,
        subcategory: setting.subcategory,
        common_control_id: setting.control,
        description: setting.description,
        descriptionUrl: `https://docs.example/${setting.slug}`,
        console_url: `https://admin.example/${encodeURIComponent(app.type)}/${setting.slug}`,
        status: monitored ? (passed ? 'PASSED' : 'FAILED') : 'NOT_MONITORED',
        monitored,
        monitored_attestation: monitored ? '' : 'accepted by the owner',
        current_value: passed ? setting.recommended : setting.weak,
        recommended_value: setting.recommended,
        operator: setting.operator,
        operator_display_value: setting.operator.replaceAll('_', ' '),
        locked: false,
        locked_value: '',
        overridden: false,
        overridden_value: '',
        remediation_enabled: setting.valueType === 'bool',
        remediation_steps: numberedSteps(setting),
        tenant,
        tickets: ticket ? [ticket] : [],
      };
    });
}

function issueFor(
  setting: SettingTemplate,
  app: { readonly label: string },
  random: Random,
  before: (days: number) => string,
  issues: Map<string, PlainRow>,
): PlainRow {
  const project = app.label === 'Production' ? projectKeys[0] : projectKeys[1];
  const key = `${project}-${100 + issues.size}`;
  issues.set(key, {
    id: String(50_000 + issues.size),
    key,
    fields: {
      summary: setting.name,
      status: { name: random.pick(['To Do', 'In Progress', 'In Review']) },
      assignee: { accountId: `a-${random.between(1, 6)}`, displayName: random.pick(people) },
      reporter: { accountId: 'a-0', displayName: 'SSPM service' },
    },
  });
  return {
    ticketKey: key,
    ticketUrl: `https://tickets.example/browse/${key}`,
    integrationId,
    type: ticketing,
    summary: setting.name,
    createdAt: before(random.between(1, 60)),
    tenant,
  };
}

function uuid(random: Random): string {
  const hex = (length: number): string =>
    Array.from({ length }, () => Math.floor(random.next() * 16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}
