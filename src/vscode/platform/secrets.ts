import type { SecretStorage } from 'vscode';
import { DisposableOwner, Emitter } from '../../core/util/disposable.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';

/** An access key that a person typed. Ordinance sends it only to the origin that it was typed for. */
export interface StoredAccessKey {
  readonly id: string;
  readonly secret: string;
}

/**
 * The agreement of the person who typed a key: the key goes only to these two origins, with these certificate
 * authorities. A token of the login goes to the address.
 */
export interface Agreement {
  readonly address: string;
  readonly login: string;
  /** The fingerprint of the console's own authorities; absent for the authorities of this computer. */
  readonly authority?: string;
}

/**
 * The sign-in to the SSPM service of one origin: a pasted token, or an OAuth2 client whose secret goes only
 * to `tokenUrl`.
 */
export type StoredSspmCredential =
  | { readonly kind: 'token'; readonly token: string; readonly authority?: string }
  | {
      readonly kind: 'client';
      readonly id: string;
      readonly secret: string;
      readonly tokenUrl: string;
      /** See `Agreement`. */
      readonly authority?: string;
    };

interface AgreedKey {
  readonly key: StoredAccessKey;
  readonly agreed: readonly Agreement[];
}

const prefix = 'ordinance.accessKey:';
const sspmPrefix = 'ordinance.sspm:';
const MAX_AGREEMENTS = 50;

/**
 * Access keys in the secret storage of VS Code, one entry for each origin (scheme, host and port). Throws
 * ExpectedError `no-secret-storage` without a storage.
 */
export class Secrets extends DisposableOwner {
  readonly #storage: SecretStorage;
  readonly #log: Logger;
  readonly #changed = this.disposables.add(new Emitter<string>());
  /** Fires the origin of a key that was stored or deleted, in this window or another. */
  readonly onDidChange = this.#changed.event;
  readonly #sspmChanged = this.disposables.add(new Emitter<string>());
  /** Fires when credentials of an SSPM service change. */
  readonly onDidChangeSspm = this.#sspmChanged.event;

  constructor(storage: SecretStorage, log: Logger) {
    super();
    this.#storage = storage;
    this.#log = log;
    this.disposables.add(
      storage.onDidChange(({ key }) => {
        if (key.startsWith(prefix)) {
          this.#changed.fire(key.slice(prefix.length));
        } else if (key.startsWith(sspmPrefix)) {
          this.#sspmChanged.fire(key.slice(sspmPrefix.length));
        }
      }),
    );
  }

  /** The key of an origin, if it was typed for exactly this use; see `Agreement`. */
  async agreedKey(origin: string, agreement: Agreement): Promise<StoredAccessKey | undefined> {
    const stored = await this.#stored(origin);
    return stored?.agreed.some((earlier) => isSame(earlier, agreement)) ? stored.key : undefined;
  }

  /** The agreements for the key of an origin, the latest last; empty without a key. */
  async agreements(origin: string): Promise<readonly Agreement[]> {
    return (await this.#stored(origin))?.agreed ?? [];
  }

  async accessKey(origin: string): Promise<StoredAccessKey | undefined> {
    return (await this.#stored(origin))?.key;
  }

  /** Stores a key. It replaces the earlier key with all its agreements. */
  async store(
    origin: string,
    { id, secret }: StoredAccessKey,
    { address, login, authority }: Agreement = { address: origin, login: origin },
  ): Promise<void> {
    const now = { address, login, ...(authority === undefined ? {} : { authority }) };
    const before = await this.#stored(origin);
    const isKnown = before?.key.id === id && before.key.secret === secret;
    const agreed = isKnown ? before.agreed.filter((earlier) => !isSame(earlier, now)) : [];
    await this.#set(prefix + origin, { id, secret, agreed: [...agreed.slice(1 - MAX_AGREEMENTS), now] });
  }

  async delete(origin: string): Promise<void> {
    await this.#set(prefix + origin, undefined);
  }

  /** `origin`: the origin of the SSPM service. */
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

  async #stored(origin: string): Promise<AgreedKey | undefined> {
    const text = await this.#get(prefix + origin);
    const key = text === undefined ? undefined : readAccessKey(text);
    if (text !== undefined && !key) {
      this.#log.warn(`the stored access key of ${origin} is not readable and is ignored`);
    }
    return key && { key, agreed: readAgreements(text ?? '') };
  }

  async #get(name: string): Promise<string | undefined> {
    try {
      return await this.#storage.get(name);
    } catch (error) {
      throw noStorage('The secret storage of this computer cannot be read.', error);
    }
  }

  async #set(name: string, value: object | undefined): Promise<void> {
    try {
      await (value ? this.#storage.store(name, JSON.stringify(value)) : this.#storage.delete(name));
    } catch (error) {
      throw noStorage('The secret storage of this computer cannot be written.', error);
    }
  }
}

function isSame(a: Agreement, b: Agreement): boolean {
  return a.address === b.address && a.login === b.login && a.authority === b.authority;
}

function readAgreements(text: string): readonly Agreement[] {
  const { agreed } = membersOf(text);
  return (Array.isArray(agreed) ? agreed : []).flatMap((item: unknown): Agreement[] => {
    const { address, login, authority } = (item ?? {}) as Readonly<Record<string, unknown>>;
    return isText(address) && isText(login) && (authority === undefined || isText(authority))
      ? [{ address, login, ...(authority === undefined ? {} : { authority }) }]
      : [];
  });
}

/** A keyring may be missing or locked. */
function noStorage(message: string, cause: unknown): ExpectedError {
  return new ExpectedError('no-secret-storage', message, {
    advice: 'Unlock the keyring of this computer, or install one, and try again.',
    cause,
  });
}

/** The access key in a stored text; undefined for any other text. */
export function readAccessKey(text: string): StoredAccessKey | undefined {
  const { id, secret } = membersOf(text);
  return isText(id) && isText(secret) ? { id, secret } : undefined;
}

/** The credential in a stored text; undefined for any other text. */
export function readSspmCredential(text: string): StoredSspmCredential | undefined {
  const { kind, token, id, secret, tokenUrl, authority } = membersOf(text);
  const trusted = isText(authority) ? { authority } : {};
  if (kind === 'token' && isText(token)) {
    return { kind, token, ...trusted };
  }
  return kind === 'client' && isText(id) && isText(secret) && isText(tokenUrl) && URL.canParse(tokenUrl)
    ? { kind, id, secret, tokenUrl, ...trusted }
    : undefined;
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * The key of `npm start` and of tests in `ORDINANCE_DEV_ACCESS_KEY` (`{origin, id, secret}`), so that no one
 * types a key for a console that lives a minute. An installed extension never reads it.
 */
export function developmentAccessKey(
  isProduction: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly origin: string; readonly key: StoredAccessKey } | undefined {
  const text = environment['ORDINANCE_DEV_ACCESS_KEY'];
  if (isProduction || text === undefined) {
    return undefined;
  }
  const key = readAccessKey(text);
  const { origin } = membersOf(text);
  return key && isText(origin) && URL.canParse(origin) ? { origin: new URL(origin).origin, key } : undefined;
}
