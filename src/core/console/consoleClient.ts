import { policyKind, type PolicyKind } from '../policy/families.ts';
import { defined } from '../util/defined.ts';
import type { Disposable } from '../util/disposable.ts';
import { isPage } from './answer.ts';
import { ConsoleRequests, type ConsoleRequest } from './consoleRequests.ts';
import { HttpError } from './httpError.ts';
import { operations } from './operations.ts';
import { baseImages, networkLists, consoleCollections } from './resources/editableLists.ts';
import { impacted } from './resources/impacted.ts';
import { agentless, apiSpecification, lookups } from './resources/readOnlyResources.ts';
import { Transport, type ClientOptions } from './transport.ts';
import type { AccessKeyProvider } from './authenticator.ts';
import type { Destination } from '../consoleFile/destination.ts';
import { authorityOf, type ConsoleConnection } from '../consoleFile/connectionOf.ts';

/**
 * The client of one console. Every method throws `HttpError` or `CanceledError`. The client sends and loads
 * nothing before the first request. A changed connection needs a new client.
 */
export class ConsoleClient implements Disposable {
  readonly policies: ReturnType<typeof policiesOf>;
  readonly resources: ConsoleResources;
  readonly #transport: Transport;
  readonly #requests: ConsoleRequests;

  constructor(connection: ConsoleConnection, keys: AccessKeyProvider, options: ClientOptions) {
    this.#transport = new Transport(connection, options);
    this.#requests = new ConsoleRequests(connection, keys, this.#transport);
    this.resources = resourcesOf(this.#requests);
    this.policies = policiesOf(this.#requests, destinationOf(connection), async (signal) => {
      const all = await this.resources.collections.list(signal);
      return new Set(all.map(({ name }) => name));
    });
  }

  /** The release of the console, such as `34.04.123`. */
  async version(signal?: AbortSignal): Promise<string> {
    const { method, path } = operations.version;
    const { origin } = new URL(this.policies.destination.url);
    const answer = await this.#requests.text(operations.version, signal);
    const text = answer.text.trim().replaceAll('"', '');
    // A message shows the version. So refuse an answer of any other form.
    if (!/^[\w.+-]{1,64}$/.test(text) || this.#transport.redaction.redact(text) !== text) {
      throw this.#transport.failure(
        { method, path, origin },
        {
          code: 'not-json',
          message: `The answer of ${origin} is not a version.`,
          advice: 'Check that the address leads to a console.',
          mayHaveArrived: true,
        },
      );
    }
    return text;
  }

  /** Resolves when the console answers; needs no access key. */
  async ping(signal?: AbortSignal): Promise<void> {
    await this.#requests.send({ method: 'GET', id: 'ping', path: '/_ping', scope: 'public' }, signal);
  }

  /** Resolves when a server answers with any status except a redirect; needs no access key. */
  async checkAddress(signal?: AbortSignal): Promise<void> {
    try {
      await this.ping(signal);
    } catch (error) {
      const answered =
        error instanceof HttpError && error.status !== undefined && error.code !== 'redirected';
      if (!answered) {
        throw error;
      }
    }
  }

  /**
   * Resolves when the console accepts the access key for policies and for other requests. A role without the
   * permission for the policy that is read is accepted, and so is a console without that policy.
   */
  async checkAccess(signal?: AbortSignal): Promise<void> {
    const kind = policyKind('vulnerability/ci-serverless');
    const failure = await expectedFailure(['forbidden', 'not-found'], this.policies.readPolicy(kind, signal));
    // When the policy is not found, the version has to be there. Otherwise the address is wrong.
    await expectedFailure(failure === 'not-found' ? [] : ['not-found', 'forbidden'], this.version(signal));
  }

  /** Ends running requests as canceled. */
  dispose(): void {
    this.#transport.dispose();
  }
}

/**
 * The lists of a console beside its policies. Throws `ExpectedError` and `CanceledError`. An addition is never sent
 * twice: when its answer is lost, the list is read.
 */
function resourcesOf(requests: ConsoleRequests) {
  return {
    impacted: impacted(requests),
    agentless: agentless(requests),
    apiSpecification: apiSpecification(requests),
    networkLists: networkLists(requests),
    baseImages: baseImages(requests),
    collections: consoleCollections(requests),
    lookups: lookups(requests),
  };
}

export type ConsoleResources = ReturnType<typeof resourcesOf>;

/** Whole policy documents of one console. `destination` is that of all requests. */
function policiesOf(
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

/** The code of an expected failure of `work`; undefined when it succeeded. */
async function expectedFailure(
  expected: readonly HttpError['code'][],
  work: Promise<unknown>,
): Promise<HttpError['code'] | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof HttpError && expected.includes(error.code)) {
      return error.code;
    }
    throw error;
  }
}

/** The destination of all requests, which a person confirms before a push. */
function destinationOf(connection: ConsoleConnection): Destination {
  const {
    url,
    loginUrl,
    apiVersion,
    project,
    auth,
    authHeader,
    paths = {},
    ca,
    rejectUnauthorized,
  } = connection;
  return defined({
    url,
    loginUrl,
    apiVersion,
    auth,
    authHeader,
    project,
    paths: Object.keys(paths).length === 0 ? undefined : paths,
    authority: ca === undefined ? undefined : authorityOf(ca),
    unverified: rejectUnauthorized ? undefined : true,
  });
}
