import { fromPlain } from '../core/json/json.ts';
import type { JsonValue } from '../core/json/json.ts';
import { writeJson } from '../core/json/writeJson.ts';

/** The answer that a handler returns. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const jsonType = { 'content-type': 'application/json' };

export function jsonAnswer(value: JsonValue, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, headers: { ...jsonType, ...headers }, body: writeJson(value) };
}

/** Builds a JSON answer from plain data. */
export function plainAnswer(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return jsonAnswer(fromPlain(value), status, headers);
}

/** The console answers writes with an empty body. */
export const emptyAnswer: Answer = { status: 200 };

/** The console's error body: an object with one string. */
export function problemAnswer(status: number, message: string): Answer {
  return plainAnswer({ err: message }, status);
}

/** Ends a request with an answer from any depth of its handler. */
export class RefusedRequestError extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('The request is refused.');
    this.answer = answer;
  }
}
