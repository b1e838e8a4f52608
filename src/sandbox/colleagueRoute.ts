import { plainAnswer, problemAnswer } from './answer.ts';
import { CannotSimulateError, simulateRemoteEdit, readEditRequest } from './simulateRemoteEdit.ts';
import { colleaguePath } from './remoteEdit.ts';
import { readBody } from './readBody.ts';
import type { Route } from './route.ts';
import type { SandboxState } from './sandboxState.ts';

/**
 * Simulates a change of the live policy by someone else. It requires the access key; every sandbox has this
 * route.
 */
export function colleagueRoute(state: SandboxState): Route {
  return {
    method: 'POST',
    path: colleaguePath,
    root: true,
    access: 'any',
    handle(call) {
      const body = readBody(call);
      const request = readEditRequest(body);
      if (typeof request === 'string') {
        return problemAnswer(400, request);
      }
      try {
        return plainAnswer(simulateRemoteEdit(state, request));
      } catch (error) {
        if (error instanceof CannotSimulateError) {
          return problemAnswer(409, error.message);
        }
        throw error;
      }
    },
  };
}
