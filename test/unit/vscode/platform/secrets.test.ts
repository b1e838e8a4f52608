import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccessKey, readSspmCredential, Secrets } from '../../../../src/vscode/platform/secrets.ts';
import { isExpected } from '../../../../src/core/util/errors.ts';
import { silentLogger } from '../../../../src/core/util/logger.ts';
import { memoryStorage } from './memoryStorage.ts';

const origin = 'https://console.example:8083';
const key = { id: 'me', secret: 'hush' };

test('a key is kept for the origin it was typed for and for no other', async () => {
  const { api, values } = memoryStorage();
  const secrets = new Secrets(api, silentLogger);
  await secrets.store(origin, key);
  assert.deepEqual([...values.keys()], [`ordinance.accessKey:${origin}`]);
  assert.deepEqual(await secrets.accessKey(origin), key);
  for (const other of [
    'http://console.example:8083',
    'https://console.example',
    'https://evil.example:8083',
  ]) {
    assert.equal(await secrets.accessKey(other), undefined);
  }
  await secrets.delete(origin);
  assert.equal(await secrets.accessKey(origin), undefined);
});

test('changes of this and other windows are told by origin; those of others are not ours', async () => {
  const { api } = memoryStorage();
  const secrets = new Secrets(api, silentLogger);
  const told: string[] = [];
  secrets.onDidChange((changed) => told.push(changed));
  await api.store(`ordinance.accessKey:${origin}`, JSON.stringify(key));
  await api.store('something.else', 'x');
  await secrets.delete(origin);
  assert.deepEqual(told, [origin, origin]);
  secrets.dispose();
  await secrets.store(origin, key);
  assert.equal(told.length, 2);
});

test('what is stored is nothing but the key and what it was typed for', async () => {
  const { api, values } = memoryStorage();
  const more = { ...key, extra: 'x' };
  await new Secrets(api, silentLogger).store(origin, more);
  assert.deepEqual(JSON.parse([...values.values()][0] ?? ''), {
    ...key,
    agreed: [{ address: origin, login: origin }],
  });
});

test('an unreadable entry counts as none and its text is not logged', async () => {
  for (const text of [
    '',
    'hush',
    '{}',
    '[]',
    'null',
    '{"id":"me"}',
    '{"id":1,"secret":"hush"}',
    '{"id":"","secret":"hush"}',
  ]) {
    assert.equal(readAccessKey(text), undefined, text);
  }
  const { api, values } = memoryStorage();
  values.set(`ordinance.accessKey:${origin}`, '{"id":1,"secret":"hush"}');
  const lines: string[] = [];
  const log = { ...silentLogger, warn: (line: string) => void lines.push(line) };
  assert.equal(await new Secrets(api, log).accessKey(origin), undefined);
  assert.equal(lines.length, 1);
  assert.ok(!lines[0]?.includes('hush'));
});

test('SSPM credentials are kept beside access keys, by the origin of their service', async () => {
  const { api, values } = memoryStorage();
  const secrets = new Secrets(api, silentLogger);
  const told: string[] = [];
  secrets.onDidChange((which) => told.push(`key ${which}`));
  secrets.onDidChangeSspm((which) => told.push(`sspm ${which}`));
  const client = {
    kind: 'client',
    id: 'me',
    secret: 'hush',
    tokenUrl: 'https://login.example/token',
  } as const;
  await secrets.storeSspm(origin, client);
  await secrets.store(origin, key);
  assert.deepEqual(await secrets.sspmCredential(origin), client);
  assert.deepEqual(await secrets.accessKey(origin), key);
  assert.equal(await secrets.sspmCredential('https://other.example'), undefined);
  await secrets.deleteSspm(origin);
  assert.equal(await secrets.sspmCredential(origin), undefined);
  assert.equal(values.size, 1);
  assert.deepEqual(told, [`sspm ${origin}`, `key ${origin}`, `sspm ${origin}`]);
});

test('anything that is not exactly an SSPM credential is none', () => {
  for (const text of [
    '',
    'x',
    'null',
    '{}',
    '{"kind":"token"}',
    '{"kind":"token","token":""}',
    '{"kind":"client","id":"a","secret":"b"}',
    '{"kind":"client","id":"a","secret":"b","tokenUrl":"no address"}',
    '{"kind":"command"}',
  ]) {
    assert.equal(readSspmCredential(text), undefined, text);
  }
  assert.deepEqual(readSspmCredential('{"kind":"token","token":"t","more":1}'), {
    kind: 'token',
    token: 't',
  });
});

test('a keyring that cannot be read or written is said as such', async () => {
  const { api } = memoryStorage();
  const locked = (): Promise<never> => Promise.reject(new Error('locked: hush'));
  const secrets = new Secrets(
    Object.assign(api, { get: locked, store: locked, delete: locked }),
    silentLogger,
  );
  for (const asked of [
    () => secrets.accessKey(origin),
    () => secrets.sspmCredential(origin),
    () => secrets.store(origin, key),
    () => secrets.storeSspm(origin, { kind: 'token', token: 'hush' }),
    () => secrets.delete(origin),
    () => secrets.deleteSspm(origin),
  ]) {
    await assert.rejects(
      asked(),
      (error) => isExpected(error) && error.code === 'no-secret-storage' && !error.message.includes('hush'),
    );
  }
});

const login = 'https://login.example';
const same = { address: origin, login: origin };
const split = { address: origin, login };

test('a key is used for nothing that was not agreed to when it was typed', async () => {
  const { api } = memoryStorage();
  const secrets = new Secrets(api, silentLogger);
  await secrets.store(origin, key);
  await secrets.store(login, key);
  assert.deepEqual(await secrets.agreedKey(origin, same), key);
  // Both origins have keys, but nobody said that tokens of one may go to the other.
  assert.equal(await secrets.agreedKey(login, split), undefined);
  assert.equal(await secrets.agreedKey(origin, split), undefined);
  assert.equal(await secrets.agreedKey(origin, { ...same, authority: 'ab' }), undefined);
  await secrets.store(login, key, split);
  await secrets.store(origin, key, split);
  assert.deepEqual(await secrets.agreedKey(login, split), key);
  assert.deepEqual(await secrets.agreedKey(origin, split), key);
  assert.deepEqual(await secrets.agreedKey(origin, same), key, 'what was agreed before stays');
  assert.equal(await secrets.agreedKey(login, { address: 'https://evil.example', login }), undefined);
});

test('another authority, and none where there was one, want another sign-in', async () => {
  const { api } = memoryStorage();
  const secrets = new Secrets(api, silentLogger);
  await secrets.store(origin, key, { ...same, authority: 'ab' });
  assert.deepEqual(await secrets.agreedKey(origin, { ...same, authority: 'ab' }), key);
  assert.equal(await secrets.agreedKey(origin, { ...same, authority: 'cd' }), undefined);
  assert.equal(await secrets.agreedKey(origin, same), undefined);
});

test('another key is agreed to anew', async () => {
  const { api } = memoryStorage();
  const secrets = new Secrets(api, silentLogger);
  await secrets.store(origin, key, split);
  await secrets.store(origin, { id: 'me', secret: 'another' });
  assert.equal(await secrets.agreedKey(origin, split), undefined);
  assert.deepEqual(await secrets.agreedKey(origin, same), { id: 'me', secret: 'another' });
});

test('a key without a readable agreement is used for nothing', async () => {
  const { api, values } = memoryStorage();
  const secrets = new Secrets(api, silentLogger);
  for (const agreed of [
    undefined,
    'all',
    {},
    [7],
    [null],
    [{ address: origin }],
    [{ ...same, authority: 7 }],
  ]) {
    values.set(`ordinance.accessKey:${origin}`, JSON.stringify({ ...key, agreed }));
    assert.equal(await secrets.agreedKey(origin, same), undefined, JSON.stringify(agreed));
  }
});
