import { agentlessRoutes } from './agentlessRoutes.ts';
import { apiSpecRoute } from './apiSpecRoute.ts';
import { baseImageRoutes } from './baseImageRoutes.ts';
import { collectionRoutes } from './collectionRoutes.ts';
import { problemAnswer, RefusedRequestError, type Answer, type Incoming, type Route } from './http.ts';
import { impactedRoutes } from './impactedRoutes.ts';
import { lookupRoutes } from './lookupRoutes.ts';
import { networkListRoutes } from './networkListRoutes.ts';
import { policyRoutes } from './policyRoutes.ts';
import type { SandboxState } from './sandboxState.ts';
import { Sessions, type SandboxAccessKey } from './sessions.ts';
import { postureRoutes } from './posture.ts';

const versioned = /^\/api\/v\d+(?:\.\d+)?(?=\/)/;

/** The sandbox console without a network: it checks the credentials of a request and runs its route. */
export class SandboxService {
  readonly sessions: Sessions;
  readonly #routes: readonly Route[];

  constructor(state: SandboxState, accessKey: SandboxAccessKey) {
    this.sessions = new Sessions(accessKey, state.now);
    this.#routes = [
      ...this.sessions.routes(),
      ...policyRoutes(state),
      ...collectionRoutes(state),
      ...lookupRoutes(state),
      ...impactedRoutes(state),
      ...networkListRoutes(state),
      ...baseImageRoutes(state),
      ...agentlessRoutes(state),
      ...postureRoutes(state),
      apiSpecRoute,
    ];
  }

  answer(request: Incoming): Answer {
    try {
      return this.#run(request);
    } catch (error) {
      if (error instanceof RefusedRequestError) {
        return problemAnswer(error.status, error.message);
      }
      throw error;
    }
  }

  #run(request: Incoming): Answer {
    const base = versioned.exec(request.path)?.[0];
    const parts = split(request.path.slice(base?.length ?? 0));
    let isElsewhere = false;
    for (const route of this.#routes) {
      const segments = (base === undefined) === (route.root === true) ? match(route.path, parts) : undefined;
      if (segments && route.method === request.method) {
        const user = route.access === 'open' ? '' : this.sessions.userOf(request, route.access);
        return route.handle({ ...request, segments, user });
      }
      isElsewhere ||= segments !== undefined;
    }
    return {
      status: isElsewhere ? 405 : 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: isElsewhere ? '405 method not allowed\n' : '404 page not found\n',
    };
  }
}

/** Splits a path at its slashes and decodes each part once. */
function split(path: string): readonly string[] {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    throw new RefusedRequestError(400, 'the path is not percent-encoded text');
  }
}

/** Returns the parts of the path in the place of the `:name` segments of a route. */
function match(path: string, parts: readonly string[]): readonly string[] | undefined {
  const pattern = path.split('/');
  const fits =
    pattern.length === parts.length &&
    pattern.every((piece, index) => piece.startsWith(':') || piece === parts[index]);
  return fits ? parts.filter((_, index) => pattern[index]?.startsWith(':')) : undefined;
}
