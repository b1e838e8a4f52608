import type { Destination } from '../consoleFile/destination.ts';
import type { PolicyKind } from '../policy/families.ts';
import { isPage } from './answer.ts';
import type { Credentials } from './transport.ts';
import type { ConsoleRequest, ConsoleRequests } from './consoleRequests.ts';

/** Live as it was read for a push. */
interface ReplaceableLive {
  readonly text: string;
  /**
   * Sends exactly these bytes, once, in place of what was read; nothing is awaited before they leave. `accepted`: the
   * console answered that it is not done yet.
   */
  readonly replace: (body: string) => Promise<'accepted' | void>;
}

/** Whole policy documents of one console. */
export class PolicyClient {
  /** Where the requests of this client go, for as long as it lives. */
  readonly destination: Destination;
  readonly #requests: ConsoleRequests;
  readonly #collectionNames: (signal?: AbortSignal) => Promise<ReadonlySet<string>>;

  constructor(
    destination: Destination,
    requests: ConsoleRequests,
    collectionNames: (signal?: AbortSignal) => Promise<ReadonlySet<string>>,
  ) {
    this.destination = destination;
    this.#requests = requests;
    this.#collectionNames = collectionNames;
  }

  /** The text of the document exactly as the console answered; it begins as JSON does, but is not parsed. */
  read(kind: PolicyKind, signal?: AbortSignal): Promise<string> {
    return this.#requests.text(policyRequest('GET', kind), signal);
  }

  /** Reads live for a push. The write goes out with the credentials that the console accepted for the reading. */
  async readToReplace(kind: PolicyKind, signal?: AbortSignal): Promise<ReplaceableLive> {
    const { text, credentials } = await this.#requests.acceptedText(policyRequest('GET', kind), signal);
    let isSent = false;
    return {
      text,
      replace: async (body) => {
        if (isSent) {
          throw new TypeError('a reading of live is replaced once');
        }
        isSent = true;
        return this.#replace(kind, body, credentials);
      },
    };
  }

  /** The answer of a console is empty or JSON; it proves nothing about what was applied. */
  async #replace(kind: PolicyKind, body: string, credentials: Credentials): Promise<'accepted' | void> {
    if (body.length === 0 || !body.isWellFormed()) {
      throw new TypeError('a policy is sent as non-empty, well-formed text');
    }
    const request = { ...policyRequest('PUT', kind), body };
    const { answer } = await this.#requests.exchange(request, undefined, credentials);
    if (isPage(answer)) {
      throw this.#requests.notJson(request, answer);
    }
    return answer.status === 202 ? 'accepted' : undefined;
  }

  collectionNames(signal?: AbortSignal): Promise<ReadonlySet<string>> {
    return this.#collectionNames(signal);
  }
}

function policyRequest(method: 'GET' | 'PUT', kind: PolicyKind): ConsoleRequest {
  return { method, id: kind.name, path: kind.path, scope: 'policy', permission: kind.permission };
}
