import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsoleEntry } from '../../../../src/core/consoleFile/consoleEntry.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { destinationKey } = await import('../../../../src/vscode/workspace/consoleSyncs.ts');

const entry: ConsoleEntry = {
  name: 'prod',
  url: 'https://console.example',
  apiVersion: '34.04',
  auth: 'basic',
  authHeader: 'x-service-auth',
  folder: 'policies/prod',
  protected: false,
};
const policyFolder = { toString: () => 'file:///w/policies/prod' } as Parameters<
  typeof destinationKey
>[0]['policyFolder'];

test('what was read of a console stays known when it becomes protected, and not when anything else changes', () => {
  const before = destinationKey({ entry, policyFolder });
  assert.equal(destinationKey({ entry: { ...entry, protected: true }, policyFolder }), before);
  const others: readonly Partial<ConsoleEntry>[] = [
    { url: 'https://other.example' },
    { loginUrl: 'https://login.example' },
    { apiVersion: '35.00' },
    { project: 'p' },
    { auth: 'login' },
    { authHeader: 'x-other' },
    { caFile: 'ca.pem' },
    { paths: { login: '/in' } },
    { name: 'other' },
  ];
  for (const other of others) {
    assert.notEqual(
      destinationKey({ entry: { ...entry, ...other }, policyFolder }),
      before,
      JSON.stringify(other),
    );
  }
});
