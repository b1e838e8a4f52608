import type { Destination } from '../consoles/destination.ts';
import type { PolicyKind } from '../policy/families.ts';
import type { Disposable } from '../util/disposable.ts';
import { PartedText } from '../util/partedText.ts';
import { isPage } from './answer.ts';
import type { Authenticator } from './authenticator.ts';
import type { ConsoleRequest, ConsoleRequests } from './consoleRequests.ts';

/** Whole policy documents of one console. */
export class PolicyClient {
  /** Where the requests of this client go, for as long as it lives. */
  readonly destination: Destination;
  readonly #requests: ConsoleRequests;
  readonly #authenticator: Authenticator;
  readonly #collectionNames: (signal?: AbortSignal) => Promise<ReadonlySet<string>>;

  constructor(
    destination: Destination,
    requests: ConsoleRequests,
    authenticator: Authenticator,
    collectionNames: (signal?: AbortSignal) => Promise<ReadonlySet<string>>,
  ) {
    this.destination = destination;
    this.#requests = requests;
    this.#authenticator = authenticator;
    this.#collectionNames = collectionNames;
  }

  /** The text of the document exactly as the console answered; it begins as JSON does, but is not parsed. */
  read(kind: PolicyKind, signal?: AbortSignal): Promise<string> {
    return this.#requests.text(policyRequest('GET', kind), signal);
  }

  /**
   * Sends exactly these bytes, once; sent again only after a 401, which proves that nothing was done. The answer of a
   * console is empty or JSON; it proves nothing about what was applied. `accepted`: it answered that it is not done yet.
   */
  async replace(
    kind: PolicyKind,
    text: PartedText | string,
    signal?: AbortSignal,
  ): Promise<'accepted' | void> {
    const body = typeof text === 'string' ? PartedText.of(text) : text;
    if (body.length === 0 || !body.isWellFormed) {
      throw new TypeError('a policy is sent as non-empty, well-formed text');
    }
    const hold = this.#authenticator.hold();
    try {
      const request = { ...policyRequest('PUT', kind), body };
      const answer = await this.#requests.send(request, signal);
      if (isPage(answer)) {
        throw this.#requests.notJson(request, answer);
      }
      return answer.status === 202 ? 'accepted' : undefined;
    } finally {
      hold.dispose();
    }
  }

  collectionNames(signal?: AbortSignal): Promise<ReadonlySet<string>> {
    return this.#collectionNames(signal);
  }

  /** Around a push: its requests use one session token as far as possible. */
  hold(): Disposable {
    return this.#authenticator.hold();
  }
}

function policyRequest(method: 'GET' | 'PUT', kind: PolicyKind): ConsoleRequest {
  return { method, id: kind.name, path: kind.path, scope: 'policy', permission: kind.permission };
}
