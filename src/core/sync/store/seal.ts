import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';

/**
 * Marks what this machine wrote, so that it is told from what came with a repository. The key is asked for once, when it is
 * first needed.
 */
export class Seal {
  readonly #load: () => Promise<Buffer>;
  #key: Promise<KeyObject> | undefined;

  constructor(load: () => Promise<Buffer>) {
    this.#load = load;
  }

  /** Of this process alone: whatever is read later is from elsewhere. */
  static passing(): Seal {
    return new Seal(() => Promise.resolve(randomBytes(32)));
  }

  /** 64 hexadecimal digits. No two lists of parts have one text. */
  async of(...parts: readonly string[]): Promise<string> {
    // To make the key ready takes several times as long as a mark, of which a history has hundreds.
    const key = await (this.#key ??= this.#load().then((bytes) => createSecretKey(bytes)));
    return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
  }

  async isOf(mark: string, ...parts: readonly string[]): Promise<boolean> {
    const own = Buffer.from(await this.of(...parts));
    const given = Buffer.from(mark);
    return own.length === given.length && timingSafeEqual(own, given);
  }
}
