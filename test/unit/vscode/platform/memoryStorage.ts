import type { SecretStorage } from 'vscode';
import { Emitter } from '../../../../src/core/util/disposable.ts';

/** The editor's secret storage, in memory. */
export function memoryStorage(): { api: SecretStorage; values: Map<string, string> } {
  const values = new Map<string, string>();
  const changed = new Emitter<{ key: string }>();
  const api = {
    get: async (name: string) => values.get(name),
    store: async (name: string, value: string) => {
      values.set(name, value);
      changed.fire({ key: name });
    },
    delete: async (name: string) => {
      values.delete(name);
      changed.fire({ key: name });
    },
    keys: async () => [...values.keys()],
    onDidChange: changed.event,
  } as unknown as SecretStorage;
  return { api, values };
}
