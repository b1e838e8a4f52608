import type { SecretStorage } from 'vscode';
import { DisposableStore, type Disposable } from '../util/disposable.ts';
import { Emitter } from '../util/emitter.ts';
import { ExpectedError } from '../util/errors.ts';
import type { Logger } from '../util/logger.ts';

/** An access key as typed by the user; it may be sent to the origin it was typed for and nowhere else. */
export interface StoredAccessKey {
  readonly id: string;
  readonly secret: string;
}

/**
 * How the user signed in to the SSPM service at one origin: a pasted token, or an OAuth2 client whose secret goes to
 * `tokenUrl` and nowhere else.
 */
export type StoredSspmCredential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'client'; readonly id: string; readonly secret: string; readonly tokenUrl: string };

const prefix = 'ordinance.accessKey:';
const sspmPrefix = 'ordinance.sspm:';

/**
 * Access keys in the editor's secret storage, one entry per origin (scheme, host and port). Throws ExpectedError
 * `no-secret-storage` where there is none.
 */
export class Secrets implements Disposable {
  readonly #storage: SecretStorage;
  readonly #log: Logger;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<string>());
  /** Fires the origin whose key was stored or deleted, in this window or another. */
  readonly onDidChange = this.#changed.event;
  readonly #sspmChanged = this.#disposables.add(new Emitter<string>());
  /** The same for credentials of SSPM services. */
  readonly onDidChangeSspm = this.#sspmChanged.event;

  constructor(storage: SecretStorage, log: Logger) {
    this.#storage = storage;
    this.#log = log;
    this.#disposables.add(
      storage.onDidChange(({ key }) => {
        if (key.startsWith(prefix)) {
          this.#changed.fire(key.slice(prefix.length));
        } else if (key.startsWith(sspmPrefix)) {
          this.#sspmChanged.fire(key.slice(sspmPrefix.length));
        }
      }),
    );
  }

  async accessKey(origin: string): Promise<StoredAccessKey | undefined> {
    const stored = await this.#get(prefix + origin);
    if (stored === undefined) {
      return undefined;
    }
    const key = readAccessKey(stored);
    if (!key) {
      this.#log.warn(`the stored access key of ${origin} is not readable and is ignored`);
    }
    return key;
  }

  async store(origin: string, key: StoredAccessKey): Promise<void> {
    await this.#set(prefix + origin, { id: key.id, secret: key.secret });
  }

  async delete(origin: string): Promise<void> {
    await this.#set(prefix + origin, undefined);
  }

  /** `origin` is that of the SSPM service. */
  async sspmCredential(origin: string): Promise<StoredSspmCredential | undefined> {
    const stored = await this.#get(sspmPrefix + origin);
    const credential = stored === undefined ? undefined : readSspmCredential(stored);
    if (stored !== undefined && !credential) {
      this.#log.warn(`the stored SSPM credential of ${origin} is not readable and is ignored`);
    }
    return credential;
  }

  async storeSspm(origin: string, credential: StoredSspmCredential): Promise<void> {
    await this.#set(sspmPrefix + origin, credential);
  }

  async deleteSspm(origin: string): Promise<void> {
    await this.#set(sspmPrefix + origin, undefined);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #get(name: string): Promise<string | undefined> {
    try {
      return await this.#storage.get(name);
    } catch (error) {
      throw noStorage('The secret storage of this computer cannot be read.', error);
    }
  }

  async #set(name: string, value: StoredAccessKey | StoredSspmCredential | undefined): Promise<void> {
    try {
      await (value ? this.#storage.store(name, JSON.stringify(value)) : this.#storage.delete(name));
    } catch (error) {
      throw noStorage('The secret storage of this computer cannot be written.', error);
    }
  }
}

/** A keyring may be missing or locked. */
function noStorage(message: string, cause: unknown): ExpectedError {
  return new ExpectedError('no-secret-storage', message, {
    advice: 'Unlock the keyring of this computer, or install one, and try again.',
    cause,
  });
}

/** The access key in a stored text; undefined for anything that is not exactly one. */
export function readAccessKey(text: string): StoredAccessKey | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'id' in value && 'secret' in value) {
      const { id, secret } = value;
      if (typeof id === 'string' && id !== '' && typeof secret === 'string' && secret !== '') {
        return { id, secret };
      }
    }
  } catch {
    // Falls through: not JSON is not a key.
  }
  return undefined;
}

/** The credential in a stored text; undefined for anything that is not exactly one. */
export function readSspmCredential(text: string): StoredSspmCredential | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const members = typeof value === 'object' && value !== null ? { ...value } : {};
  const { kind, token, id, secret, tokenUrl } = members as Readonly<Record<string, unknown>>;
  if (kind === 'token' && isText(token)) {
    return { kind, token };
  }
  return kind === 'client' && isText(id) && isText(secret) && isText(tokenUrl) && URL.canParse(tokenUrl)
    ? { kind, id, secret, tokenUrl }
    : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
