import assert from 'node:assert/strict';
import type { SecretStorage } from 'vscode';
import { ConsoleClient } from '../../../../src/core/console/consoleClient.ts';
import { Secrets } from '../../../../src/vscode/platform/secrets.ts';
import { PolicyChecker } from '../../../../src/core/assist/findings/policyChecker.ts';
import { readPolicyText } from '../../../../src/core/document/reading/readPolicy.ts';
import { LineLogger } from '../../../unit/console/clientOf.ts';
import { images } from '../../../unit/sync/workspace.ts';
import { unbound, endOf, playPush, type PushParts, type Story } from './story.ts';
import { afterwards } from '../../../afterwards.ts';

/** The editor's secret storage, which does this when it is asked. */
function storage(get: () => Promise<string | undefined>): SecretStorage {
  return { get, onDidChange: () => ({ dispose: () => undefined }) } as unknown as SecretStorage;
}

/** Reads with the keys that the secret storage gives at that moment. */
function keyring(what: string, ends: Story['ends'], get: () => Promise<string | undefined>): Story {
  return {
    group: 'Secrets',
    what,
    ends,
    play: (t) =>
      playPush(t, {
        strike: ({ sandbox, work, logger }) => {
          const secrets = new Secrets(storage(get), logger);
          const connection = {
            name: 'test',
            url: sandbox.url,
            loginUrl: sandbox.url,
            apiVersion: '1',
            auth: 'basic',
            authHeader: 'x-service-auth',
            rejectUnauthorized: true,
            timeoutMs: 30_000,
          } as const;
          const keys = { accessKey: (origin: string) => secrets.accessKey(origin) };
          const client = new ConsoleClient(connection, keys, { logger: new LineLogger() });
          afterwards(t, () => client.dispose());
          return work.restarted({ live: unbound(client.policies, sandbox.url) });
        },
        check: ({ sandbox }) => assert.equal(sandbox.requests.of('PUT').length, 0),
      }),
  };
}

const hidden = async ({ sandbox, work, logger }: PushParts): Promise<void> => {
  const { secret, id } = sandbox.accessKey;
  const basic = Buffer.from(`${id}:${secret}`).toString('base64');
  const told = `${logger.lines.join('\n')}${await work.everything()}`;
  assert.ok(logger.lines.some((line) => line.includes('PUT')));
  assert.ok(![secret, basic].some((one) => told.includes(one)));
  assert.doesNotMatch(told, /eyJ[\w-]{8,}\./);
};

export const secretStories: readonly Story[] = [
  keyring('the keyring is missing', { refused: 'no-secret-storage' }, () =>
    Promise.reject(new Error('no keyring')),
  ),
  keyring('the keyring is locked', { refused: 'no-secret-storage' }, () =>
    Promise.reject(new Error('Cannot unlock item /org/secret')),
  ),
  keyring('the keyring was wiped', { refused: 'no-credentials' }, () => Promise.resolve(undefined)),
  keyring('what is stored is no access key', { refused: 'no-credentials' }, () =>
    Promise.resolve('{"id":7}'),
  ),
  ...(['basic', 'login', 'bearer'] as const).map((auth): Story => ({
    group: 'Secrets',
    what: `log level trace, with ${auth} credentials: none in any line or file`,
    ends: 'applied',
    play: (t) => playPush(t, { connection: { auth }, check: hidden }),
  })),
  {
    group: 'Secrets',
    what: 'the console echoes the credentials in its error: none in any line or file',
    ends: 'not-applied',
    play: (t) =>
      playPush(t, {
        strike: ({ sandbox }) => sandbox.faults.next({ method: 'PUT' }, { kind: 'echo-credentials' }),
        check: hidden,
      }),
  },
  {
    group: 'Secrets',
    what: 'a secret is typed into the notes of a rule',
    ends: { shown: 'a finding in the editor, `secret-in-file`' },
    play: () =>
      endOf(async () => {
        const key = ['AKIA', 'IOSFODNN7EXAMPLQ'].join('');
        const text = `rules:\n  - name: a\n    notes: the key is ${key}\n    collections:\n      - name: All\n`;
        const found = new PolicyChecker()
          .check(readPolicyText(text, 'yaml', images))
          .find(({ code }) => code === 'secret-in-file');
        assert.ok(found && !found.message.includes(key));
        return { ends: { shown: 'a finding in the editor, `secret-in-file`' }, sees: found.message };
      }),
  },
];
