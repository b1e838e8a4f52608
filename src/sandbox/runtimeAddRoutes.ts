import { policyKinds } from '../core/policy/families.ts';
import type { PolicyKind } from '../core/policy/families.ts';
import { arrayAt, isJsonObject, stringAt } from '../core/json/json.ts';
import { emptyAnswer, problemAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { checkShape } from './checkShape.ts';
import { readBody } from './readBody.ts';
import type { Call, Route } from './route.ts';
import type { SandboxState } from './sandboxState.ts';

function add(kind: PolicyKind, call: Call, state: SandboxState): Answer {
  const rule = readBody(call);
  const problem = checkShape(kind, new Map([['rules', [rule]]]));
  if (problem !== undefined || !isJsonObject(rule) || !stringAt(rule, 'name')) {
    return problemAnswer(400, problem ?? 'a rule needs a name');
  }
  const document = state.policies.get(kind.name);
  const others = arrayAt(document, 'rules').filter(
    (other) => !isJsonObject(other) || other.get('name') !== rule.get('name'),
  );
  state.policies.replace(kind.name, new Map(document).set('rules', [rule, ...others]), call.user);
  return emptyAnswer;
}

/**
 * Routes to add one runtime rule. The API does not document its position; here it comes first and replaces a
 * rule with the same name.
 */
export function runtimeAddRoutes(state: SandboxState): Route[] {
  return policyKinds
    .filter(({ extra }) => extra.includes('add'))
    .map((kind) => ({
      method: 'POST',
      path: kind.path,
      access: 'any',
      handle: (call) => add(kind, call, state),
    }));
}
