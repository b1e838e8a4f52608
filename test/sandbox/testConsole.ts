import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromPlain, type JsonObject } from '../../src/core/json/json.ts';
import { policyKinds } from '../../src/core/policy/families.ts';
import { messageOf } from '../../src/core/util/errors.ts';
import {
  closeServer,
  headerOf,
  incomingOf,
  listenOnLoopback,
  problemAnswer,
  receiveBody,
  sendAnswer,
  type Answer,
  type Incoming,
} from '../../src/sandbox/http.ts';
import { randomAccessKey, SandboxService } from '../../src/sandbox/sandboxConsole.ts';
import { sampleState, SandboxState } from '../../src/sandbox/sandboxState.ts';
import { credentialsOf, tokenHeader, type SandboxAccessKey } from '../../src/sandbox/sessions.ts';
import { Faults, type Fault } from './faults.ts';
import { OddPosture } from './oddPosture.ts';
import { firstRules, withoutFields } from './oddWrites.ts';
import { hashOf, RequestLog, type LoggedRequest } from './requestLog.ts';
import { isApplied, sendFaultyAnswer } from './sendFaultyAnswer.ts';

export interface TestConsoleOptions {
  /** The port; 0, the default, selects a free port. */
  readonly port?: number;
  /** Starts the console without policies, with the built-in collection `All` only. */
  readonly empty?: boolean;
  /** The most rules of each policy list, which always include the last rule. All rules by default. */
  readonly mostRules?: number;
  /** The access key; random for each start by default. */
  readonly accessKey?: SandboxAccessKey;
  /** Serves TLS with this key and certificate (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The current time in milliseconds since the epoch; the system's clock by default. */
  readonly now?: () => number;
}

/** Bodies of these requests are credentials, so the log does not even contain their hash. */
const holdsSecret = /\/(?:login|authenticate|access_token)$/;

/** The sandbox console with scripted faults, a log of its requests, TLS, and a state that tests change. */
export class TestConsole {
  readonly url: string;
  readonly accessKey: SandboxAccessKey;
  readonly state: SandboxState;
  readonly faults = new Faults();
  readonly requests = new RequestLog();
  readonly posture = new OddPosture();
  /** The console does not know fields with these names and drops them from writes. */
  unknownFields: ReadonlySet<string> = new Set();
  /** Every request may carry the access key itself, as many consoles allow. */
  basicSuffices = false;
  readonly #service: SandboxService;
  readonly #clock: { aheadMs: number };
  readonly #server: Server;
  readonly #closing = new AbortController();

  private constructor(
    server: Server,
    url: string,
    accessKey: SandboxAccessKey,
    state: SandboxState,
    clock: { aheadMs: number },
  ) {
    this.url = url;
    this.accessKey = accessKey;
    this.state = state;
    this.#service = new SandboxService(state, accessKey);
    this.#server = server;
    this.#clock = clock;
    server.on(
      'request',
      ((request, response) => void this.#serve(request, response)) satisfies RequestListener,
    );
  }

  static async start({
    port = 0,
    empty = false,
    mostRules,
    accessKey = randomAccessKey(),
    tls,
    now = Date.now,
  }: TestConsoleOptions = {}): Promise<TestConsole> {
    const server = tls ? createTlsServer(tls) : createServer();
    const clock = { aheadMs: 0 };
    const time = (): number => now() + clock.aheadMs;
    const state = empty ? emptyState(time) : sampleState(time);
    if (mostRules !== undefined) {
      keepRules(state, mostRules);
    }
    const url = `${tls ? 'https' : 'http'}://127.0.0.1:${await listenOnLoopback(server, port)}`;
    return new TestConsole(server, url, accessKey, state, clock);
  }

  /** Ends every session by a day that passes: the console answers 401 to the next request with an old token. */
  expireTokens(): void {
    this.#clock.aheadMs += 24 * 3_600_000;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await closeServer(this.#server);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, path, query, headers } = incomingOf(request, Buffer.alloc(0));
    const fault = this.faults.take(method, path);
    const [credentialKind] = credentialsOf({ headers });
    const entry = this.requests.add({
      method,
      path,
      query: query.toString(),
      credentials: credentialKind,
      status: 'pending',
      bodyHash: '',
      bodyBytes: 0,
      ...(fault && { fault: fault.kind }),
    });
    response.once('close', () => {
      if (entry.status === 'pending') {
        entry.status = 'gone';
      }
    });
    try {
      const body = await receiveBody(request, (fault?.kind === 'reset' && fault.uploadBytes) || Infinity);
      if (!body) {
        request.socket.resetAndDestroy();
        entry.status = 'reset';
        return;
      }
      entry.bodyBytes = body.length;
      entry.bodyHash = holdsSecret.test(path) ? '' : hashOf(body);
      if (fault?.kind === 'delay') {
        await sleep(fault.milliseconds, undefined, { signal: this.#closing.signal });
      }
      await (fault?.kind === 'held' ? fault.until : undefined);
      const answer = this.#apply(incomingOf(request, body), entry, fault);
      const credentials =
        headerOf({ headers }, 'authorization') ?? headerOf({ headers }, tokenHeader) ?? 'nobody';
      entry.status = sendFaultyAnswer(response, answer, fault, credentials);
    } catch (error) {
      this.#fail(response, entry, error);
    }
  }

  #apply(request: Incoming, entry: LoggedRequest, fault: Fault | undefined): Answer {
    if (fault?.kind === 'expire-tokens') {
      this.expireTokens();
    }
    if (fault?.kind === 'colleague') {
      fault.before?.(this.state);
    }
    if (request.method === 'GET') {
      this.faults.onRead(request.path);
    }
    if (fault?.kind === 'late') {
      this.faults.postpone(fault, request.path, () => void this.#answer(request));
    }
    if (fault?.kind === 'stale') {
      const read = { ...request, method: 'GET', body: Buffer.alloc(0) };
      this.faults.lag(request.path, fault.reads, this.#answer(read));
    }
    const lagging = request.method === 'GET' ? this.faults.lagging(request.path) : undefined;
    const limited =
      fault?.kind === 'partly-applied'
        ? { ...request, body: firstRules(request.body, fault.rules) }
        : request;
    const answer: Answer = lagging ?? (isApplied(fault) ? this.#answer(limited) : { status: 200 });
    if (fault?.kind === 'colleague') {
      fault.after?.(this.state);
    }
    entry.status = answer.status;
    return answer;
  }

  #answer(request: Incoming): Answer {
    const known =
      request.method === 'PUT' && this.unknownFields.size > 0
        ? { ...request, body: withoutFields(request.body, this.unknownFields) }
        : request;
    return this.posture.answer(known, (asked) => this.#service.answer(this.#withSession(asked)));
  }

  /** Exchanges an access key for a session, where it suffices. */
  #withSession(request: Incoming): Incoming {
    if (!this.basicSuffices || credentialsOf(request)[0] !== 'basic') {
      return request;
    }
    const { id, secret } = this.accessKey;
    const body = Buffer.from(JSON.stringify({ username: id, password: secret }));
    const answer = this.#service.answer({ ...request, method: 'POST', path: '/login', body });
    const { token } = JSON.parse(String(answer.body)) as { token: string };
    return { ...request, headers: { [tokenHeader]: token } };
  }

  #fail(response: ServerResponse, entry: LoggedRequest, error: unknown): void {
    if (response.destroyed || response.headersSent || this.#closing.signal.aborted) {
      response.destroy();
      return;
    }
    const answer = problemAnswer(500, `sandbox: ${messageOf(error)}`);
    entry.status = answer.status;
    sendAnswer(response, answer);
  }
}

/** Returns a console without rules, with the built-in collection only. */
export function emptyState(now: () => number): SandboxState {
  const state = new SandboxState(now);
  state.collections.set('All', fromPlain({}) as JsonObject, 'system', '2024-01-08T09:00:00.000Z');
  return state;
}

/** Keeps the first rules and the last one, because it covers everything. */
function keepRules({ policies }: SandboxState, most: number): void {
  for (const { name, arrays } of policyKinds) {
    const document = new Map(policies.get(name));
    for (const { key } of arrays) {
      const rules = document.get(key) as readonly JsonObject[];
      document.set(key, rules.length <= most ? rules : [...rules.slice(0, most - 1), ...rules.slice(-1)]);
    }
    policies.set(name, document);
  }
}
