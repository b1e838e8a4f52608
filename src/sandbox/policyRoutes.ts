import { policyKinds } from '../core/policy/families.ts';
import type { PolicyKind } from '../core/policy/families.ts';
import { isJsonObject } from '../core/json/json.ts';
import { emptyAnswer, jsonAnswer, problemAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { checkShape } from './checkShape.ts';
import { readBody } from './readBody.ts';
import type { Call, Route } from './route.ts';
import type { SandboxState } from './sandboxState.ts';

function replace(kind: PolicyKind, call: Call, state: SandboxState): Answer {
  const body = readBody(call);
  const problem = checkShape(kind, body);
  if (problem !== undefined || !isJsonObject(body)) {
    return problemAnswer(400, problem ?? 'not a policy');
  }
  state.policies.replace(kind.name, body, call.user);
  return emptyAnswer;
}

/** Routes to read and replace every policy of the family table. */
export function policyRoutes(state: SandboxState): Route[] {
  return policyKinds.flatMap((kind): Route[] => [
    {
      method: 'GET',
      path: kind.path,
      access: 'any',
      handle: () => jsonAnswer(state.policies.read(kind.name)),
    },
    { method: 'PUT', path: kind.path, access: 'any', handle: (call) => replace(kind, call, state) },
  ]);
}
