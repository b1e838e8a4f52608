import type { JsonValue } from '../core/json/json.ts';
import { parseJson } from '../core/json/jsonText.ts';
import { messageOf } from '../core/util/errors.ts';
import { problemAnswer, RefusedRequestError } from './answer.ts';
import type { Call } from './route.ts';

/** Reads a request body as JSON; throws the console's error answer for any other body. */
export function readBody(call: Call): JsonValue {
  if (call.body.length === 0) {
    throw new RefusedRequestError(problemAnswer(400, 'the body is empty'));
  }
  try {
    return parseJson(call.body.toString());
  } catch (error) {
    throw new RefusedRequestError(problemAnswer(400, `the body is not JSON: ${messageOf(error)}`));
  }
}
