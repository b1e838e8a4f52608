import { plainAnswer, RefusedRequestError, type Route } from '../http.ts';
import type { PostureStore, Ticketing } from './samplePosture.ts';

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
