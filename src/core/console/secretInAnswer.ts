import { HttpError, type HttpErrorFacts } from './httpError.ts';

/** The error for an answer that repeats what a request was signed in with. */
export function secretInAnswer(facts: Omit<HttpErrorFacts, 'mayHaveArrived'>, status: number): HttpError {
  return new HttpError(
    'secret-in-answer',
    `The answer of ${facts.origin} contains your access key or a token. Ordinance does not save it.`,
    { ...facts, status, mayHaveArrived: true },
    { advice: 'Use another access key, and report this to the operator of the console.' },
  );
}
