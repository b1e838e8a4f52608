import type { JsonValue } from '../core/json/json.ts';
import { parseJson } from '../core/json/jsonText.ts';
import { messageOf } from '../core/util/errors.ts';
import { problemAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Call } from './route.ts';

/** Reads a request body as JSON, or says why the console refuses it. */
export function readBody(call: Call): { readonly value: JsonValue } | { readonly refusal: Answer } {
  if (call.body.length === 0) {
    return { refusal: problemAnswer(400, 'the body is empty') };
  }
  try {
    return { value: parseJson(call.body.toString()) };
  } catch (error) {
    return { refusal: problemAnswer(400, `the body is not JSON: ${messageOf(error)}`) };
  }
}
