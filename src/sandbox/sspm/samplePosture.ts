import sample from './samplePosture.json' with { type: 'json' };

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
  readonly issues: ReadonlyMap<string, PlainRow>;
}

/**
 * Returns 180 catalog entries and 60 applications of 20 of them, with settings, outcomes and tickets. Controls
 * and one integration complete the data. Dates are as long before `now`, in milliseconds, as those of the
 * sample are before its time.
 */
export function samplePosture(now: number): PostureStore {
  const { settings, scopes, authInfo, catalog, applications, controls, integration } = sampleAt(now);
  const settingsOf = (app: string): typeof settings => {
    const without = catalog.find(({ row }) => row.name === app)?.without ?? [];
    return settings.filter(({ slug }) => !without.includes(slug));
  };
  return {
    applications: applications.map(({ row }) => row),
    catalog: catalog.map(({ row }) => row),
    configs: new Map(
      applications.map((application) => [
        application.row.app_id,
        settingsOf(application.row.type).map((setting) => scannedSetting(application, setting)),
      ]),
    ),
    definitions: new Map(
      catalog.map(({ row: { name } }) => [
        name,
        settingsOf(name).map(({ slug, definition }) => ({
          ...definition,
          id: `${name}:${slug}`,
          console_url: consoleUrl(name, slug),
        })),
      ]),
    ),
    scopes: new Map(
      catalog.map(({ row: { name } }) => [
        name,
        scopes.map((scope) => ({ ...scope, id: `${name}:${scope.id}` })),
      ]),
    ),
    authInfo: new Map(catalog.map(({ row, strategy }) => [row.name, { ...authInfo, strategy }])),
    controls: new Map(Object.entries(controls)),
    integrations: new Map([
      [integration.id, { ...integration, issues: new Map(Object.entries(integration.issues)) }],
    ]),
    pageSize: 25,
  };
}

type Sample = typeof sample;

/** A copy of the sample with later dates. */
function sampleAt(now: number): Sample {
  const age = now - Date.parse(sample.time);
  return JSON.parse(JSON.stringify(sample), (_, value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
      ? new Date(Date.parse(value) + age).toISOString()
      : value,
  ) as Sample;
}

/** A setting of an application, with its outcome. */
function scannedSetting(
  { row, weak, unmonitored, tickets }: Sample['applications'][number],
  { slug, weak: weakValue, scanned }: Sample['settings'][number],
): PlainRow {
  const isWeak = weak.some((other) => other === slug);
  const isMonitored = !unmonitored.some((other) => other === slug);
  const ticket = new Map<string, unknown>(Object.entries(tickets)).get(slug);
  return {
    ...scanned,
    id: `${row.app_id}:${slug}`,
    config_id: `${row.type}:${slug}`,
    app_id: row.app_id,
    console_url: consoleUrl(row.type, slug),
    status: isMonitored ? (isWeak ? 'FAILED' : 'PASSED') : 'NOT_MONITORED',
    monitored: isMonitored,
    monitored_attestation: isMonitored ? '' : 'accepted by the owner',
    current_value: isWeak ? weakValue : scanned.recommended_value,
    tickets: ticket === undefined ? [] : [ticket],
  };
}

function consoleUrl(app: string, slug: string): string {
  return `https://admin.example/${encodeURIComponent(app)}/${slug}`;
}
