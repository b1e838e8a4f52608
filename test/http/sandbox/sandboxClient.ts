import type { TestContext } from 'node:test';
import { TestConsole } from '../../sandbox/testConsole.ts';
import { policyKind } from '../../../src/core/policy/families.ts';
import type { TestConsoleOptions } from '../../sandbox/testConsole.ts';
import { afterwards } from '../../afterwards.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A running sandbox console and plain requests to it. */
export interface SandboxClient {
  readonly sandbox: TestConsole;
  readonly basic: Record<string, string>;
  readonly send: (
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: string,
  ) => Promise<Reply>;
  /** A policy as plain data. */
  readonly read: (name: string) => Promise<{ rules: Record<string, unknown>[]; [member: string]: unknown }>;
  readonly put: (name: string, body: unknown) => Promise<Reply>;
  /** Header with a fresh login token. */
  readonly login: () => Promise<Record<string, string>>;
}

export async function startSandbox(
  test: TestContext,
  options: TestConsoleOptions = {},
): Promise<SandboxClient> {
  const sandbox = await TestConsole.start(options);
  afterwards(test, () => sandbox.close());
  const { id, secret } = sandbox.accessKey;
  const basic = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
  const send: SandboxClient['send'] = async (method, path, headers = {}, body) => {
    const reply = await fetch(sandbox.url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };
  return {
    sandbox,
    basic,
    send,
    async read(name) {
      const { text } = await send('GET', `/api/v1${pathOf(name)}`, basic);
      return JSON.parse(text) as Awaited<ReturnType<SandboxClient['read']>>;
    },
    put: (name, body) =>
      send('PUT', `/api/v1${pathOf(name)}`, basic, typeof body === 'string' ? body : JSON.stringify(body)),
    async login() {
      const { text } = await send('POST', '/login', {}, JSON.stringify({ username: id, password: secret }));
      return { 'x-service-auth': (JSON.parse(text) as { token: string }).token };
    },
  };
}

/** The path of a policy below `/api/v1`. */
export function pathOf(name: string): string {
  const kind = policyKind(name);
  if (!kind) {
    throw new RangeError(name);
  }
  return kind.path;
}
