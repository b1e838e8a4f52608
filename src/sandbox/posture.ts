import sample from './samplePosture.json' with { type: 'json' };
import { plainAnswer, RefusedRequestError, type Route } from './http.ts';

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

interface Ticketing {
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

const base = '/sspm/api/v1';

/** Routes for the 13 reads of the SSPM service. Each read requires a bearer token. */
export function postureRoutes(state: { readonly posture: PostureStore }): readonly Route[] {
  /** `valueOf` returns undefined for something that does not exist. */
  const read = (
    path: string,
    valueOf: (store: PostureStore, segments: readonly string[], query: URLSearchParams) => unknown,
  ): Route => ({
    method: 'GET',
    path: base + path,
    root: true,
    access: 'posture',
    handle({ segments, query }) {
      const value = valueOf(state.posture, segments, query);
      if (value === undefined) {
        throw new RefusedRequestError(404, 'not found');
      }
      return plainAnswer(value);
    },
  });
  const integration = (path: string, valueOf: (ticketing: Ticketing, key: string) => unknown): Route =>
    read(`/integration/integrations/:id/:type/${path}`, ({ integrations }, [id = '', type, key = '']) => {
      const ticketing = integrations.get(id);
      return ticketing && ticketing.type === type ? valueOf(ticketing, key) : undefined;
    });
  return [
    read('/apps', ({ applications, pageSize }, _, query) => pageOf(applications, pageSize, query)),
    read('/apps/:id', ({ applications }, [id]) => applications.find((row) => row['app_id'] === id)),
    read('/apps/:id/configs', ({ configs }, [id = '']) => configs.get(id)),
    read('/apps/:id/settings', ({ configs }, [id = '']) => configs.get(id)?.slice(0, 6)),
    read('/auth/:app/info', ({ authInfo }, [app = '']) => authInfo.get(app)),
    read('/catalog/apps', ({ catalog }) => catalog),
    read('/catalog/apps/:app', ({ catalog }, [app]) => catalog.find(({ name }) => name === app)),
    read('/catalog/apps/:app/configs', ({ definitions }, [app = '']) => definitions.get(app)),
    read('/catalog/apps/:app/scopes', ({ scopes }, [app = '']) => scopes.get(app)),
    read('/catalog/controls/:id', ({ controls }, [id = '']) => controls.get(id)),
    integration('projects', ({ projects }) => ({ projects, total: projects.length })),
    integration('project/:key', ({ projects }, key) =>
      projects.some((project) => project['key'] === key) ? { issueTypes } : undefined,
    ),
    integration('issue/:key', ({ issues }, key) => issues.get(key)),
  ];
}

const issueTypes = [
  { id: '1', name: 'Task' },
  { id: '2', name: 'Finding' },
];

/** `page_token` is opaque: only the service knows its content. */
function pageOf(rows: readonly object[], size: number, query: URLSearchParams): object {
  const token = query.get('page_token');
  const from =
    token === null ? 0 : Number(/^page:(\d+)$/.exec(Buffer.from(token, 'base64').toString())?.[1] ?? NaN);
  if (!Number.isSafeInteger(from)) {
    throw new RefusedRequestError(400, 'bad page_token');
  }
  const path = (to: number): string => {
    const params = new URLSearchParams({ page_token: Buffer.from(`page:${to}`).toString('base64') });
    return `${base}/apps?${params.toString()}`;
  };
  return {
    items: rows.slice(from, from + size),
    limit: size,
    total: rows.length,
    next_path: from + size < rows.length ? path(from + size) : '',
    prev_path: from > 0 ? path(Math.max(0, from - size)) : '',
  };
}
