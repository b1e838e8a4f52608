import type { Destination } from '../consoleFile/destination.ts';
import type { PolicyKind } from '../policy/families.ts';
import { isPage } from './answer.ts';
import type { ConsoleRequest, ConsoleRequests } from './consoleRequests.ts';

/** Whole policy documents of one console. `destination` is that of all requests. */
export function policyClient(
  requests: ConsoleRequests,
  destination: Destination,
  collectionNames: (signal?: AbortSignal) => Promise<ReadonlySet<string>>,
) {
  return {
    destination,
    collectionNames,

    /**
     * Returns the text of the live policy exactly as sent. It begins like JSON, but is not parsed. `replace`
     * sends exactly its text in place of this policy, with the credentials that the console accepted for the
     * read. It can be called once, and awaits nothing before the request is sent. The answer proves nothing
     * about what the console applied; `accepted` means that the write may not be finished.
     */
    async readPolicy(kind: PolicyKind, signal?: AbortSignal) {
      const { text, credentials } = await requests.text(policyRequest('GET', kind), signal);
      let isSent = false;
      const replace = async (body: string): Promise<'accepted' | void> => {
        if (isSent) {
          throw new TypeError('a live policy that was read can be replaced only once');
        }
        isSent = true;
        if (body.length === 0 || !body.isWellFormed()) {
          throw new TypeError('a policy is sent as non-empty, well-formed text');
        }
        const request = { ...policyRequest('PUT', kind), body };
        const { answer } = await requests.send(request, undefined, credentials);
        if (isPage(answer)) {
          throw requests.notJson(request, answer);
        }
        return answer.status === 202 ? 'accepted' : undefined;
      };
      return { text, replace };
    },
  };
}

function policyRequest(method: 'GET' | 'PUT', kind: PolicyKind): ConsoleRequest {
  return { method, id: kind.name, path: kind.path, scope: 'policy', permission: kind.permission };
}
