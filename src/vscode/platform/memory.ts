import type { Memento } from 'vscode';

/** Where the sandbox of this machine keeps its workspace, so that it runs again when that folder is opened. */
export interface SandboxPlace {
  readonly folder: string;
  readonly port: number;
}

const sandboxKey = 'ordinance.sandbox';

/** Lists that are kept under names. */
export interface Remembering {
  /** The values under a name, oldest first. */
  remembered(name: string): readonly unknown[];
  remember(name: string, values: readonly unknown[]): Promise<void>;
}

/** Values between sessions; never a secret. */
export class Memory implements Remembering {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  get sandbox(): SandboxPlace | undefined {
    const value: unknown = this.#memento.get(sandboxKey);
    return typeof value === 'object' &&
      value !== null &&
      'folder' in value &&
      'port' in value &&
      typeof value.folder === 'string' &&
      Number.isInteger(value.port)
      ? { folder: value.folder, port: Number(value.port) }
      : undefined;
  }

  remembered(name: string): readonly unknown[] {
    const value: unknown = this.#memento.get(`ordinance.remembered:${name}`);
    return Array.isArray(value) ? value : [];
  }

  async remember(name: string, values: readonly unknown[]): Promise<void> {
    await this.#memento.update(`ordinance.remembered:${name}`, values);
  }

  async rememberSandbox(place: SandboxPlace): Promise<void> {
    await this.#memento.update(sandboxKey, place);
  }
}
