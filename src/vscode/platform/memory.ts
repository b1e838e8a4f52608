import type { Memento } from 'vscode';

/** Lists between sessions, by name; never a secret. */
export interface Memory {
  /** The values under a name, the oldest first. */
  remembered(name: string): readonly unknown[];
  remember(name: string, values: readonly unknown[]): Promise<void>;
}

export function memoryIn(memento: Memento): Memory {
  const keyOf = (name: string): string => `ordinance.remembered:${name}`;
  return {
    remembered: (name) => {
      const value: unknown = memento.get(keyOf(name));
      return Array.isArray(value) ? value : [];
    },
    remember: async (name, values) => memento.update(keyOf(name), values),
  };
}
