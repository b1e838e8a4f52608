import { plainAnswer, problemAnswer } from './answer.ts';
import { CannotPlay, playColleague, readFavor } from './colleague.ts';
import { colleaguePath } from './favor.ts';
import { readBody } from './readBody.ts';
import type { Route } from './route.ts';
import type { SandboxState } from './sandboxState.ts';

/** Simulates a change of the live policy by someone else; it needs the access key, and every sandbox has it. */
export function colleagueRoute(state: SandboxState): Route {
  return {
    method: 'POST',
    path: colleaguePath,
    root: true,
    access: 'any',
    handle(call) {
      const body = readBody(call);
      const favor = readFavor(body);
      if (typeof favor === 'string') {
        return problemAnswer(400, favor);
      }
      try {
        return plainAnswer(playColleague(state, favor));
      } catch (error) {
        if (error instanceof CannotPlay) {
          return problemAnswer(409, error.message);
        }
        throw error;
      }
    },
  };
}
