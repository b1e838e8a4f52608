import { agentlessRoutes } from './agentlessRoutes.ts';
import { problemAnswer, RefusedRequestError } from './answer.ts';
import type { Answer } from './answer.ts';
import { apiSpecRoute } from './apiSpecRoute.ts';
import { Authentication } from './authentication.ts';
import type { SandboxAccessKey } from './authentication.ts';
import { baseImageRoutes } from './baseImageRoutes.ts';
import { colleagueRoute } from './colleagueRoute.ts';
import { collectionRoutes } from './collectionRoutes.ts';
import { impactedRoutes } from './impactedRoutes.ts';
import type { Incoming } from './incoming.ts';
import { loginRoutes } from './loginRoutes.ts';
import { lookupRoutes } from './lookupRoutes.ts';
import { networkListRoutes } from './networkListRoutes.ts';
import { policyRoutes } from './policyRoutes.ts';
import type { Route } from './route.ts';
import type { SandboxState } from './sandboxState.ts';
import { clientCredentialsRoute } from './sspm/clientCredentialsRoute.ts';
import { postureRoutes } from './sspm/postureRoutes.ts';
import { Tokens } from './tokens.ts';

const versioned = /^\/api\/v\d+(?:\.\d+)?(?=\/)/;

/** The sandbox console without a network: it checks the credentials of a request and runs its route. */
export class SandboxService {
  readonly authentication: Authentication;
  readonly tokens: Tokens;
  readonly #state: SandboxState;
  readonly #routes: readonly { readonly route: Route; readonly pattern: readonly string[] }[];

  /** `now` in milliseconds since the epoch. */
  constructor(state: SandboxState, accessKey: SandboxAccessKey, now: () => number) {
    this.#state = state;
    this.tokens = new Tokens(now);
    this.authentication = new Authentication(accessKey, this.tokens);
    const routes = [
      ...loginRoutes(this.authentication, this.tokens),
      ...policyRoutes(state),
      ...collectionRoutes(state, now),
      ...lookupRoutes(state),
      ...impactedRoutes(state),
      ...networkListRoutes(state, now),
      ...baseImageRoutes(state),
      ...agentlessRoutes(state, now),
      ...postureRoutes(state, this.tokens),
      clientCredentialsRoute(this.authentication, this.tokens),
      apiSpecRoute,
      colleagueRoute(state),
    ];
    this.#routes = routes.map((route) => ({ route, pattern: route.path.split('/').slice(1) }));
  }

  answer(request: Incoming): Answer {
    const base = versioned.exec(request.path)?.[0];
    const parts = split(request.path.slice(base?.length ?? 0));
    if (!parts) {
      return problemAnswer(400, 'the path is not percent-encoded text');
    }
    let isElsewhere = false;
    for (const { route, pattern } of this.#routes) {
      const segments = (base === undefined) === (route.root === true) ? match(pattern, parts) : undefined;
      if (segments && route.method === request.method) {
        return this.#run(route, request, segments);
      }
      isElsewhere ||= segments !== undefined;
    }
    return {
      status: isElsewhere ? 405 : 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: isElsewhere ? '405 method not allowed\n' : '404 page not found\n',
    };
  }

  #run(route: Route, request: Incoming, segments: readonly string[]): Answer {
    let user = '';
    if (route.access !== 'open') {
      const identity = this.authentication.identify(request);
      if (identity.kind === 'refused') {
        return problemAnswer(401, identity.reason === 'expired' ? 'token is expired' : 'unauthorized');
      }
      const needsSession = route.access === 'session' && !this.#state.basicSuffices;
      if (needsSession && this.authentication.credentialKind(request) === 'basic') {
        return problemAnswer(401, 'this request needs a session token');
      }
      ({ user } = identity);
    }
    try {
      return route.handle({ ...request, segments, user });
    } catch (error) {
      if (error instanceof RefusedRequestError) {
        return error.answer;
      }
      throw error;
    }
  }
}

/** Splits a path at its slashes and decodes each part once; undefined when a part is not percent-encoded text. */
function split(path: string): string[] | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Returns the parts of the path in the place of the pattern's `:name` parts. */
function match(pattern: readonly string[], parts: readonly string[]): string[] | undefined {
  const fits =
    pattern.length === parts.length &&
    pattern.every((piece, index) => piece.startsWith(':') || piece === parts[index]);
  return fits ? parts.filter((_, index) => pattern[index]?.startsWith(':')) : undefined;
}
