import { isPage, type Answer } from './answer.ts';

/** Statuses that say that a request was not acted on, whoever sent them: it was looked at and turned away. */
const refusals: ReadonlySet<number> = new Set([
  307, 308, 400, 401, 402, 404, 405, 407, 409, 410, 411, 412, 413, 414, 415, 417, 421, 422, 423, 424, 425,
  426, 428, 429, 431, 451,
]);

/** The same, but a page says that something in between turned it away, perhaps only the answer to it. */
const refusalsOfConsole: ReadonlySet<number> = new Set([403, 406]);

/**
 * Whether an answer proves that the console did not act on the request and never will. Everything else leaves it open:
 * a success, a redirect to what came of it, a server or gateway that failed or gave up waiting, a status nobody knows.
 */
export function isRefusal(answer: Answer): boolean {
  return refusals.has(answer.status) || (refusalsOfConsole.has(answer.status) && !isPage(answer));
}
