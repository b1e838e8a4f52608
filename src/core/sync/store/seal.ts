import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';

/**
 * Marks the data that this computer wrote, to distinguish it from data of a repository. The key is loaded
 * once, at its first use.
 */
export class Seal {
  readonly #load: () => Promise<Buffer>;
  #key: Promise<KeyObject> | undefined;

  constructor(load: () => Promise<Buffer>) {
    this.#load = load;
  }

  /** Returns a seal of this process alone: later processes treat its data as unverified. */
  static passing(): Seal {
    return new Seal(() => Promise.resolve(randomBytes(32)));
  }

  /** Returns 64 hexadecimal digits. Different lists of parts never share a text. */
  async of(...parts: readonly string[]): Promise<string> {
    // Preparing the key takes much longer than a mark, and a history needs hundreds of marks.
    const key = await (this.#key ??= this.#load().then((bytes) => createSecretKey(bytes)));
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
  }

  async isOf(mark: string, ...parts: readonly string[]): Promise<boolean> {
    const own = Buffer.from(await this.of(...parts));
    const bytes = Buffer.from(mark);
    return own.length === bytes.length && timingSafeEqual(own, bytes);
  }
}
