import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsoleEntry } from '../../../../src/core/consoleFile/consoleEntry.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { destinationKey, liveMemory } = await import('../../../../src/vscode/workspace/consoleSyncs.ts');

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

test('a live policy of another project, or of another path, is not remembered as the one of this console', () => {
  const lists = new Map<string, readonly unknown[]>();
  const memory: Parameters<typeof liveMemory>[0] = {
    remembered: (name) => lists.get(name) ?? [],
    remember: (name, values) => Promise.resolve(void lists.set(name, values)),
  };
  const seen = { hash: 'a'.repeat(64), readAt: new Date('2026-01-01T00:00:00Z') };
  liveMemory(memory, { entry, policyFolder }).keep('waas/host', seen);
  assert.deepEqual(liveMemory(memory, { entry, policyFolder }).recall('waas/host'), seen);
  for (const other of [{ project: 'payments' }, { paths: { 'waas/host': '/policies/other' } }]) {
    const console = { entry: { ...entry, ...other }, policyFolder };
    assert.equal(liveMemory(memory, console).recall('waas/host'), undefined, JSON.stringify(other));
  }
});
