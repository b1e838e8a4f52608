import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpError } from '../../../src/core/console/httpError.ts';
import { tokenSession, type IssuedToken } from '../../../src/core/console/tokenSession.ts';
import { CanceledError } from '../../../src/core/util/errors.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import { ManualClock, testKey } from './clientOf.ts';

const minute = 60_000;

class Source {
  readonly calls: string[] = [];
  extendFails = false;
  loginFails: HttpError | undefined;
  gate: Promise<void> = Promise.resolve();

  readonly login = async (): Promise<IssuedToken> => {
    await this.gate;
    this.calls.push('login');
    if (this.loginFails) {
      throw this.loginFails;
    }
    return this.#token();
  };

  readonly extend = async (token: string): Promise<IssuedToken> => {
    await this.gate;
    this.calls.push(`extend ${token}`);
    if (this.extendFails) {
      throw failing('server-error');
    }
    return this.#token();
  };

  #token(): IssuedToken {
    return { value: `token-${this.calls.length}`, lifetimeMs: 10 * minute };
  }
}

function failing(code: HttpError['code']): HttpError {
  return new HttpError(
    { code, message: 'no', advice: '', mayHaveArrived: false },
    { method: 'POST', origin: 'o', path: '/' },
  );
}

function session() {
  const source = new Source();
  const clock = new ManualClock();
  const open = tokenSession({ clock, logger: silentLogger });
  const refusals = new Map<string, () => boolean>();
  const tokens = {
    token: async ({ id, secret }: typeof testKey, signal?: AbortSignal) => {
      const { token, onRefused } = await open(`${id} ${secret}`, source, signal);
      refusals.set(token, onRefused);
      return token;
    },
    invalidate: (token: string) => refusals.get(token)?.(),
  };
  return { source, clock, tokens };
}

test('a token is used until half of its lifetime has passed, then extended', async () => {
  const { source, clock, tokens } = session();
  assert.equal(await tokens.token(testKey), 'token-1');
  clock.time += 5 * minute - 1;
  assert.equal(await tokens.token(testKey), 'token-1');
  clock.time += 1;
  assert.equal(await tokens.token(testKey), 'token-2');
  clock.time += 5 * minute;
  assert.equal(await tokens.token(testKey), 'token-3');
  assert.deepEqual(source.calls, ['login', 'extend token-1', 'extend token-2']);
});

test('an expired token is not extended: a new login', async () => {
  const { source, clock, tokens } = session();
  await tokens.token(testKey);
  clock.time += 10 * minute;
  await tokens.token(testKey);
  assert.deepEqual(source.calls, ['login', 'login']);
});

test('when extending fails, a new login', async () => {
  const { source, clock, tokens } = session();
  await tokens.token(testKey);
  source.extendFails = true;
  clock.time += 6 * minute;
  assert.equal(await tokens.token(testKey), 'token-3');
  assert.deepEqual(source.calls, ['login', 'extend token-1', 'login']);
});

test('while the login service is down, a token that is still valid is used', async () => {
  const { source, clock, tokens } = session();
  await tokens.token(testKey);
  source.extendFails = true;
  source.loginFails = failing('server-error');
  clock.time += 6 * minute;
  assert.equal(await tokens.token(testKey), 'token-1');
  clock.time += 4 * minute;
  await assert.rejects(tokens.token(testKey), HttpError);
});

test('a key that was revoked ends the session at its next renewal', async () => {
  const { source, clock, tokens } = session();
  await tokens.token(testKey);
  source.extendFails = true;
  source.loginFails = failing('unauthorized');
  clock.time += 6 * minute;
  await assert.rejects(tokens.token(testKey), { code: 'unauthorized' });
});

test('callers at the same time share one login; one that gives up does not take it from the others', async () => {
  const { source, tokens } = session();
  let open = (): void => undefined;
  source.gate = new Promise((resolve) => {
    open = resolve;
  });
  const controller = new AbortController();
  const given = tokens.token(testKey, controller.signal);
  const others = [tokens.token(testKey), tokens.token(testKey)];
  controller.abort();
  await assert.rejects(given, CanceledError);
  open();
  assert.deepEqual(await Promise.all(others), ['token-1', 'token-1']);
  assert.deepEqual(source.calls, ['login']);
});

test('after a refusal the next request logs in; a late refusal of the old token changes nothing', async () => {
  const { source, tokens } = session();
  const old = await tokens.token(testKey);
  tokens.invalidate(old);
  assert.equal(await tokens.token(testKey), 'token-2');
  tokens.invalidate(old);
  assert.equal(await tokens.token(testKey), 'token-2');
  assert.deepEqual(source.calls, ['login', 'login']);
});

test('another access key never gets the token of the first', async () => {
  const { source, tokens } = session();
  await tokens.token(testKey);
  assert.equal(await tokens.token({ ...testKey, secret: 'another' }), 'token-2');
  assert.equal(await tokens.token(testKey), 'token-3');
  assert.deepEqual(source.calls, ['login', 'login', 'login']);
});

test('a clock that is set back leads to a new login, not to a token that never expires', async () => {
  const { source, clock, tokens } = session();
  await tokens.token(testKey);
  clock.time -= 60 * minute;
  await tokens.token(testKey);
  assert.deepEqual(source.calls, ['login', 'login']);
});
