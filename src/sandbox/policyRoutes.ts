import { policyKinds } from '../core/policy/families.ts';
import { checkShape } from './checkShape.ts';
import { emptyAnswer, jsonAnswer, readBody, type Answer, type Call, type Route } from './http.ts';
import type { SandboxState } from './sandboxState.ts';

/** Routes to read and replace every policy of the family table. */
export function policyRoutes({ policies }: SandboxState): readonly Route[] {
  return policyKinds.flatMap((kind): readonly Route[] => {
    const { name, path } = kind;
    const replace = (call: Call): Answer => {
      const body = readBody(call);
      checkShape(kind, body);
      policies.replace(name, body, call.user);
      return emptyAnswer;
    };
    return [
      { method: 'GET', path, access: 'any', handle: () => jsonAnswer(policies.read(name)) },
      { method: 'PUT', path, access: 'any', handle: replace },
    ];
  });
}
