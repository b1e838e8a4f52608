import { randomBytes } from 'node:crypto';
import { agentlessRoutes } from './agentlessRoutes.ts';
import { apiSpecRoute } from './apiSpecRoute.ts';
import { Authentication } from './authentication.ts';
import type { SandboxAccessKey } from './authentication.ts';
import { baseImageRoutes } from './baseImageRoutes.ts';
import { colleagueRoute } from './colleagueRoute.ts';
import { collectionRoutes } from './collectionRoutes.ts';
import { Faults } from './faults.ts';
import { HttpServer } from './httpServer.ts';
import { impactedRoutes } from './impactedRoutes.ts';
import { headerOf } from './incoming.ts';
import { loginRoutes } from './loginRoutes.ts';
import { lookupRoutes } from './lookupRoutes.ts';
import { networkListRoutes } from './networkListRoutes.ts';
import { policyRoutes } from './policyRoutes.ts';
import { RequestLog } from './requestLog.ts';
import { Router } from './router.ts';
import { runtimeAddRoutes } from './runtimeAddRoutes.ts';
import { SandboxState } from './sandboxState.ts';
import { fillSeed } from './seed/fillSeed.ts';
import { clientCredentialsRoute } from './sspm/clientCredentialsRoute.ts';
import { fillPosture } from './sspm/fillPosture.ts';
import { postureRoutes } from './sspm/postureRoutes.ts';
import { Tokens } from './tokens.ts';

export interface SandboxOptions {
  /** The port; 0, the default, selects a free port. */
  readonly port?: number;
  /** Seed of the generated data; the same seed gives the same console. */
  readonly seed?: number;
  /** Starts the console without policies, with the built-in collection `All` only. */
  readonly empty?: boolean;
  /**
   * The most rules of each policy list, which always include the last rule. All rules by default: several
   * hundred.
   */
  readonly mostRules?: number;
  /** Lifetime of the tokens of the console and its login service; 600 by default. */
  readonly tokenLifetimeSeconds?: number;
  /** Lifetime of the SSPM service's tokens; 900 by default. */
  readonly postureTokenLifetimeSeconds?: number;
  /** The delay of every answer. */
  readonly delayMs?: number;
  /** The access key; random for each start by default. */
  readonly accessKey?: SandboxAccessKey;
  /** Header that carries the login token; `x-service-auth` by default. */
  readonly authHeader?: string;
  /** Every request may carry the access key itself, as many consoles allow. Off by default. */
  readonly basicSuffices?: boolean;
  /** Serves TLS with this key and certificate (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The current time in milliseconds since the epoch; the system's clock by default. */
  readonly now?: () => number;
  readonly maxBodyBytes?: number;
}

interface Parts {
  readonly server: HttpServer;
  readonly url: string;
  readonly accessKey: SandboxAccessKey;
  readonly state: SandboxState;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly tokens: readonly Tokens[];
}

/**
 * A console for tests and trials on loopback, with its SSPM service at the same address. It has state and
 * realistic data, and can simulate failures.
 */
export class SandboxConsole {
  /** `http://127.0.0.1:<port>`: base address of policies and of the login service. */
  readonly url: string;
  readonly accessKey: SandboxAccessKey;
  readonly state: SandboxState;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly #server: HttpServer;
  readonly #tokens: readonly Tokens[];

  private constructor(parts: Parts) {
    this.url = parts.url;
    this.accessKey = parts.accessKey;
    this.state = parts.state;
    this.faults = parts.faults;
    this.requests = parts.requests;
    this.#server = parts.server;
    this.#tokens = parts.tokens;
  }

  static async start(options: SandboxOptions = {}): Promise<SandboxConsole> {
    const now = options.now ?? Date.now;
    const tokenHeader = options.authHeader ?? 'x-service-auth';
    const accessKey = options.accessKey ?? randomAccessKey();
    const state = new SandboxState(now);
    const { seed = 1, empty = false, mostRules } = options;
    fillSeed(state, { seed, empty, ...(mostRules !== undefined && { mostRules }) });
    const tokens = new Tokens(options.tokenLifetimeSeconds ?? 600, now);
    const postureLifetime = options.postureTokenLifetimeSeconds ?? 900;
    const postureTokens = new Tokens(postureLifetime, now);
    if (!empty) {
      const started = now();
      state.fillPosture = (store) => fillPosture(store, { seed, now: started });
    }
    const authentication = new Authentication(accessKey, tokens, tokenHeader);
    const faults = new Faults();
    const requests = new RequestLog();
    const router = new Router(
      [
        ...loginRoutes(authentication, tokens),
        ...policyRoutes(state),
        ...collectionRoutes(state, now),
        ...lookupRoutes(state),
        ...impactedRoutes(state),
        ...runtimeAddRoutes(state),
        ...networkListRoutes(state, now),
        ...baseImageRoutes(state),
        ...agentlessRoutes(state, now),
        ...postureRoutes(state, postureTokens),
        clientCredentialsRoute(authentication, postureTokens, postureLifetime),
        apiSpecRoute,
        colleagueRoute(state),
      ],
      authentication,
      options.basicSuffices,
    );
    const server = new HttpServer({
      state,
      faults,
      log: requests,
      delayMs: options.delayMs ?? 0,
      maxBodyBytes: options.maxBodyBytes ?? 64 * 1024 * 1024,
      ...(options.tls && { tls: options.tls }),
      answer: (request) => router.answer(request),
      credentialKind: (request) => authentication.credentialKind(request),
      credentials: (request) =>
        headerOf(request, 'authorization') ?? headerOf(request, tokenHeader) ?? 'nobody',
      expireTokens: () => [tokens, postureTokens].forEach((each) => each.expireAll()),
    });
    const port = await server.listen(options.port ?? 0);
    const url = `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`;
    return new SandboxConsole({
      server,
      url,
      accessKey,
      state,
      faults,
      requests,
      tokens: [tokens, postureTokens],
    });
  }

  /** Ends every session: the console answers 401 to the next request with an old token. */
  expireTokens(): void {
    this.#tokens.forEach((each) => each.expireAll());
  }

  /** Cuts open connections and frees the port. */
  async close(): Promise<void> {
    await this.#server.close();
  }
}

function randomAccessKey(): SandboxAccessKey {
  return {
    id: `sandbox-${randomBytes(6).toString('hex')}`,
    secret: randomBytes(24).toString('base64url'),
  };
}
