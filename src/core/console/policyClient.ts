import type { Destination } from '../consoleFile/destination.ts';
import type { PolicyKind } from '../policy/families.ts';
import { isPage } from './answer.ts';
import type { Credentials } from './transport.ts';
import type { ConsoleRequest, ConsoleRequests } from './consoleRequests.ts';

/** A live policy that was read for a push. */
interface ReplaceableLive {
  readonly text: string;
  /**
   * Sends exactly this text in place of the live policy that was read. It can be called once, and awaits
   * nothing before the request is sent. `accepted` means that the write may not be finished.
   */
  readonly replace: (body: string) => Promise<'accepted' | void>;
}

/** Whole policy documents of one console. */
export class PolicyClient {
  /** The destination of all requests of this client. */
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

  /** The text of the policy exactly as sent. It begins like JSON, but is not parsed. */
  read(kind: PolicyKind, signal?: AbortSignal): Promise<string> {
    return this.#requests.text(policyRequest('GET', kind), signal);
  }

  /**
   * Reads the live policy for a push. The write uses the credentials that the console accepted for this read.
   */
  async readPolicy(kind: PolicyKind, signal?: AbortSignal): Promise<ReplaceableLive> {
    const { text, credentials } = await this.#requests.acceptedText(policyRequest('GET', kind), signal);
    let isSent = false;
    return {
      text,
      replace: async (body) => {
        if (isSent) {
          throw new TypeError('a live policy that was read can be replaced only once');
        }
        isSent = true;
        return this.#replace(kind, body, credentials);
      },
    };
  }

  /** The answer proves nothing about what the console applied. A web page as the answer is an error. */
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
