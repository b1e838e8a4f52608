import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { messageOf } from '../core/util/errors.ts';
import { closeServer, incomingOf, listenOnLoopback, problemAnswer, receiveBody, sendAnswer } from './http.ts';
import { SandboxService } from './sandboxService.ts';
import type { SandboxAccessKey } from './sessions.ts';
import { sampleState } from './sandboxState.ts';

export interface SandboxOptions {
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
