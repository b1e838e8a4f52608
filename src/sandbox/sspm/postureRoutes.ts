import { plainAnswer, problemAnswer } from '../answer.ts';
import type { Answer } from '../answer.ts';
import { headerOf } from '../incoming.ts';
import type { Call, Route } from '../route.ts';
import type { Tokens } from '../tokens.ts';
import type { PlainRow, PostureStore } from './postureStore.ts';

const base = '/sspm/api/v1';

/** Routes for the 13 reads of the SSPM service. Each read requires a bearer token of `tokens`. */
export function postureRoutes(state: { readonly posture: PostureStore }, tokens: Tokens): Route[] {
  const read = (path: string, handle: (call: Call) => Answer): Route => ({
    method: 'GET',
    path: base + path,
    root: true,
    access: 'open',
    handle(call) {
      const token = /^bearer +(\S.*)$/i.exec(headerOf(call, 'authorization') ?? '')?.[1];
      const check = token === undefined ? 'missing' : tokens.check(token, 'posture').kind;
      return check === 'valid' ? handle(call) : problemAnswer(401, `token is ${check}`);
    },
  });
  const list = (rows: readonly PlainRow[] | undefined): Answer => (rows ? plainAnswer(rows) : notFound);
  const single = (row: PlainRow | undefined): Answer => (row ? plainAnswer(row) : notFound);
  const ticketing = (
    call: Call,
    answer: (integration: NonNullable<ReturnType<typeof integrationOf>>) => Answer,
  ): Answer => {
    const integration = integrationOf(call);
    return integration ? answer(integration) : notFound;
  };
  const integrationOf = ({ segments: [id = '', type] }: Call) => {
    const integration = state.posture.integrations.get(id);
    return integration?.type === type ? integration : undefined;
  };
  const nameIn = (call: Call): string => call.segments[0] ?? '';
  const ofType = `/integration/integrations/:id/:type`;
  return [
    read('/apps', (call) => applicationPage(state.posture, call)),
    read('/apps/:id', (call) =>
      single(state.posture.applications.find((row) => row['app_id'] === nameIn(call))),
    ),
    read('/apps/:id/configs', (call) => list(state.posture.configs.get(nameIn(call)))),
    read('/apps/:id/settings', (call) => list(state.posture.configs.get(nameIn(call))?.slice(0, 6))),
    read('/auth/:app/info', (call) => single(state.posture.authInfo.get(nameIn(call)))),
    read('/catalog/apps', () => list(state.posture.catalog)),
    read('/catalog/apps/:app', (call) =>
      single(state.posture.catalog.find(({ name }) => name === nameIn(call))),
    ),
    read('/catalog/apps/:app/configs', (call) => list(state.posture.definitions.get(nameIn(call)))),
    read('/catalog/apps/:app/scopes', (call) => list(state.posture.scopes.get(nameIn(call)))),
    read('/catalog/controls/:id', (call) => single(state.posture.controls.get(nameIn(call)))),
    read(`${ofType}/projects`, (call) =>
      ticketing(call, ({ projects }) => plainAnswer({ projects, total: projects.length })),
    ),
    read(`${ofType}/project/:key`, (call) =>
      ticketing(call, ({ projects }) =>
        projects.some(({ key }) => key === call.segments[2])
          ? plainAnswer({
              issueTypes: [
                { id: '1', name: 'Task' },
                { id: '2', name: 'Finding' },
              ],
            })
          : notFound,
      ),
    ),
    read(`${ofType}/issue/:key`, (call) =>
      ticketing(call, ({ issues }) => single(issues.get(call.segments[2] ?? ''))),
    ),
  ];
}

const notFound = problemAnswer(404, 'not found');

/** `page_token` is opaque: only the service knows its content. */
function applicationPage({ applications, pageSize }: PostureStore, { query }: Call): Answer {
  const token = query.get('page_token');
  const from =
    token === null ? 0 : Number(/^page:(\d+)$/.exec(Buffer.from(token, 'base64').toString())?.[1] ?? NaN);
  if (!Number.isSafeInteger(from)) {
    return problemAnswer(400, 'bad page_token');
  }
  const next = from + pageSize;
  const path = (to: number): string => {
    const params = new URLSearchParams({ page_token: Buffer.from(`page:${to}`).toString('base64') });
    return `${base}/apps?${params.toString()}`;
  };
  return plainAnswer({
    items: applications.slice(from, next),
    limit: pageSize,
    total: applications.length,
    next_path: next < applications.length ? path(next) : '',
    prev_path: from > 0 ? path(Math.max(0, from - pageSize)) : '',
  });
}
