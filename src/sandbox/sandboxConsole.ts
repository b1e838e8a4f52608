import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { messageOf } from '../core/util/errors.ts';
import {
  closeServer,
  incomingOf,
  listenOnLoopback,
  problemAnswer,
  receiveBody,
  sendAnswer,
  RefusedRequestError,
  emptyAnswer,
  jsonAnswer,
  readBody,
  type Answer,
  type Call,
  type Incoming,
  type Route,
} from './http.ts';
import { type SandboxAccessKey, Sessions } from './sessions.ts';
import { sampleState, type SandboxState } from './sandboxState.ts';
import { agentlessRoutes, apiSpecRoute } from './waasRoutes.ts';
import { baseImageRoutes, collectionRoutes, lookupRoutes, networkListRoutes } from './listRoutes.ts';
import { impactedRoutes } from './impactedRoutes.ts';
import { policyKinds } from '../core/policy/families.ts';
import { checkShape } from './checkShape.ts';
import { postureRoutes } from './posture.ts';

interface SandboxOptions {
  /** The port; 0, the default, selects a free port. */
  readonly port?: number;
  /** The access key; random for each start by default. */
  readonly accessKey?: SandboxAccessKey;
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** A console for trials on loopback, with sample data and with its SSPM service at the same address. */
export class SandboxConsole {
  /** `http://127.0.0.1:<port>`: base address of policies and of the login service. */
  readonly url: string;
  readonly accessKey: SandboxAccessKey;
  readonly #server: Server;

  private constructor(server: Server, port: number, accessKey: SandboxAccessKey) {
    this.url = `http://127.0.0.1:${port}`;
    this.accessKey = accessKey;
    this.#server = server;
  }

  static async start({
    port = 0,
    accessKey = randomAccessKey(),
  }: SandboxOptions = {}): Promise<SandboxConsole> {
    const service = new SandboxService(sampleState(Date.now), accessKey);
    const server = createServer((request, response) => void serve(service, request, response));
    return new SandboxConsole(server, await listenOnLoopback(server, port), accessKey);
  }

  /** Cuts open connections and frees the port. */
  close(): Promise<void> {
    return closeServer(this.#server);
  }
}

async function serve(
  service: SandboxService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const body = await receiveBody(request, MAX_BODY_BYTES);
    const answer = body
      ? service.answer(incomingOf(request, body))
      : problemAnswer(413, 'the body is too large');
    sendAnswer(response, answer);
  } catch (error) {
    if (!response.destroyed) {
      sendAnswer(response, problemAnswer(500, `sandbox: ${messageOf(error)}`));
    }
  }
}

export function randomAccessKey(): SandboxAccessKey {
  return {
    id: `sandbox-${randomBytes(6).toString('hex')}`,
    secret: randomBytes(24).toString('base64url'),
  };
}

const versioned = /^\/api\/v\d+(?:\.\d+)?(?=\/)/;

/** The sandbox console without a network: it checks the credentials of a request and runs its route. */
export class SandboxService {
  readonly #sessions: Sessions;
  readonly #routes: readonly Route[];

  constructor(state: SandboxState, accessKey: SandboxAccessKey) {
    this.#sessions = new Sessions(accessKey, state.now);
    this.#routes = [
      ...this.#sessions.routes(),
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
        const user = route.access === 'open' ? '' : this.#sessions.userOf(request, route.access);
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

/** Routes to read and replace every policy of the family table. */
function policyRoutes({ policies }: SandboxState): readonly Route[] {
  return policyKinds.flatMap((kind): readonly Route[] => {
    const { name, path } = kind;
    const replace = (call: Call): Answer => {
      const body = readBody(call);
      checkShape(kind, body);
      policies.replace(name, body, call.user);
      return emptyAnswer;
    };
    return [
      { method: 'GET', path, access: 'any', handle: () => jsonAnswer(policies.read(name)) },
      { method: 'PUT', path, access: 'any', handle: replace },
    ];
  });
}
