import { problemAnswer, RefusedRequestError } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Authentication } from './authentication.ts';
import type { Incoming } from './incoming.ts';
import type { Call, Route } from './route.ts';

const versioned = /^\/api\/v\d+(?:\.\d+)?(?=\/)/;

/** Splits a path at its slashes and decodes each part once; undefined when a part is not percent-encoded text. */
function split(path: string): string[] | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function match(pattern: readonly string[], parts: readonly string[]): string[] | undefined {
  if (pattern.length !== parts.length) {
    return undefined;
  }
  const found: string[] = [];
  for (const [index, piece] of pattern.entries()) {
    const part = parts[index] as string;
    if (piece.startsWith(':')) {
      found.push(part);
    } else if (piece !== part) {
      return undefined;
    }
  }
  return found;
}

function handled(route: Route, call: Call): Answer {
  try {
    return route.handle(call);
  } catch (error) {
    if (error instanceof RefusedRequestError) {
      return error.answer;
    }
    throw error;
  }
}

/** Finds the route of a request, checks the credentials, and runs the route. */
export class Router {
  readonly #routes: readonly { readonly route: Route; readonly pattern: readonly string[] }[];
  readonly #authentication: Authentication;
  readonly #basicSuffices: boolean;

  /** `basicSuffices`: no request needs a session token. */
  constructor(routes: readonly Route[], authentication: Authentication, basicSuffices = false) {
    this.#basicSuffices = basicSuffices;
    this.#routes = routes.map((route) => ({ route, pattern: route.path.split('/').slice(1) }));
    this.#authentication = authentication;
  }

  answer(request: Incoming): Answer {
    const base = versioned.exec(request.path)?.[0];
    const parts = split(request.path.slice(base?.length ?? 0));
    if (!parts) {
      return problemAnswer(400, 'the path is not percent-encoded text');
    }
    let elsewhere = false;
    for (const { route, pattern } of this.#routes) {
      const segments = (base === undefined) === (route.root === true) ? match(pattern, parts) : undefined;
      if (segments && route.method === request.method) {
        return this.#run(route, request, segments);
      }
      elsewhere ||= segments !== undefined;
    }
    const text = elsewhere ? '405 method not allowed\n' : '404 page not found\n';
    return {
      status: elsewhere ? 405 : 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: text,
    };
  }

  #run(route: Route, request: Incoming, segments: string[]): Answer {
    if (route.access === 'open') {
      return handled(route, { ...request, segments, user: '' });
    }
    const identity = this.#authentication.identify(request);
    if (identity.kind === 'refused') {
      return problemAnswer(401, identity.reason === 'expired' ? 'token is expired' : 'unauthorized');
    }
    const needsSession = route.access === 'session' && !this.#basicSuffices;
    if (needsSession && this.#authentication.credentialKind(request) === 'basic') {
      return problemAnswer(401, 'this request needs a session token');
    }
    return handled(route, { ...request, segments, user: identity.user });
  }
}
