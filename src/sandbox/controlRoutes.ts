import { isJsonObject, toPlain } from '../core/json/json.ts';
import { emptyAnswer, plainAnswer, problemAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Fault, FaultMatch, Faults } from './faults.ts';
import { readBody } from './readBody.ts';
import type { RequestLog } from './requestLog.ts';
import type { Call, Route } from './route.ts';
import type { SandboxState } from './sandboxState.ts';
import type { PostureStore } from './sspm/postureStore.ts';
import type { Tokens } from './tokens.ts';

interface ControlParts {
  readonly state: SandboxState;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly tokens: readonly Tokens[];
}

/**
 * Lets another process script this console, with the access key: `POST /sandbox/faults {match, fault}` (a fault without
 * hooks), `POST /sandbox/expire-tokens`, `GET /sandbox/requests`,
 * `POST /sandbox/posture {shape, paging, pageSize}` (odd answers of the SSPM service), `PUT /sandbox/policies/<family>/<target>` (a
 * colleague's whole-policy write).
 */
export function controlRoutes({ state, faults, requests, tokens }: ControlParts): Route[] {
  const script = (call: Call): Answer => {
    const body = readBody(call);
    const { match = {}, fault } = toPlain(body) as { match?: FaultMatch; fault?: Fault };
    if (typeof fault?.kind !== 'string') {
      return problemAnswer(400, 'expected {match, fault}');
    }
    faults.next(match, fault);
    return emptyAnswer;
  };

  const colleague = (call: Call): Answer => {
    const body = readBody(call);
    if (!isJsonObject(body)) {
      return problemAnswer(400, 'expected a policy');
    }
    state.policies.replace(call.segments.join('/'), body);
    return emptyAnswer;
  };

  const shape = (call: Call): Answer => {
    const body = readBody(call);
    const given = toPlain(body) as Partial<Pick<PostureStore, 'shape' | 'paging' | 'pageSize'>>;
    Object.assign(state.posture, {
      shape: given.shape ?? state.posture.shape,
      paging: given.paging ?? state.posture.paging,
      pageSize: given.pageSize ?? state.posture.pageSize,
    });
    return emptyAnswer;
  };

  const expire = (): Answer => {
    tokens.forEach((each) => each.expireAll());
    return emptyAnswer;
  };

  const route = (method: string, path: string, handle: Route['handle']): Route => ({
    method,
    path: `/sandbox/${path}`,
    root: true,
    access: 'any',
    handle,
  });
  return [
    route('POST', 'faults', script),
    route('POST', 'expire-tokens', expire),
    route('POST', 'posture', shape),
    route('GET', 'requests', () => plainAnswer(requests.all())),
    route('PUT', 'policies/:family/:target', colleague),
  ];
}
