import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeatureServices } from '../../../../src/vscode/featureServices.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const notes: string[] = [];
useEditor({ window: { setStatusBarMessage: (text: string) => void notes.push(text) } });
const { signOut } = await import('../../../../src/vscode/consoles/signIn.ts');

test('who signs out of a console is told of the others at its address', async () => {
  const one = (name: string, url: string) => ({
    id: name,
    access: 'ready',
    entry: { name, url, auth: 'basic' },
  });
  const all = [one('a', 'https://x.example'), one('b', 'https://x.example/b'), one('c', 'https://y.example')];
  const deleted: string[] = [];
  const registry = {
    consoles: all,
    get: (id: string) => all.find((console) => console.id === id),
    reload: async () => {
      registry.consoles = all.map((console) =>
        deleted.some((origin) => console.entry.url.startsWith(origin))
          ? { ...console, access: 'signed-out' }
          : console,
      );
    },
  };
  const secrets = { delete: async (origin: string) => void deleted.push(origin) };
  const services = { consoles: registry, secrets } as unknown as FeatureServices;
  await signOut(services, { kind: 'console', consoleId: 'b' });
  assert.equal(notes.length, 1);
  assert.match(notes[0] ?? '', /^Signed out of b, a$/);
});
