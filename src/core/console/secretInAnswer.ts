import { HttpError, type HttpErrorFacts } from './httpError.ts';

/** The error for an answer that repeats what a request was signed in with. */
export function secretInAnswer(facts: Omit<HttpErrorFacts, 'mayHaveArrived'>, status: number): HttpError {
  return new HttpError(
    'secret-in-answer',
    `The answer of ${facts.origin} holds your access key or a token. It is not kept.`,
    { ...facts, status, mayHaveArrived: true },
    { advice: 'Use another access key, and ask who runs this console why it repeats secrets.' },
  );
}
