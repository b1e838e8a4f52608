import { isJsonArray, isJsonObject, stringAt } from '../core/json/json.ts';
import type { JsonObject, JsonValue } from '../core/json/json.ts';
import { emptyAnswer, jsonAnswer, problemAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { readBody } from './readBody.ts';
import type { Call, Route } from './route.ts';
import type { SandboxState } from './sandboxState.ts';

const path = '/policies/firewall/app/network-list';

function listProblem(list: JsonValue): string | undefined {
  if (!isJsonObject(list) || !stringAt(list, '_id')) {
    return 'a network list needs an _id';
  }
  const subnets = list.get('subnets') ?? [];
  const isValid =
    isJsonArray(subnets) && subnets.every((subnet) => typeof subnet === 'string' && /^[\d./]+$/.test(subnet));
  return isValid ? undefined : 'invalid subnet';
}

/** Routes for network lists of WAAS, each written separately. The answer without lists is `null`. */
export function networkListRoutes(state: SandboxState, now: () => number): Route[] {
  const lists = state.networkLists;

  const store = (call: Call, exists: boolean): Answer => {
    const body = readBody(call);
    const problem = listProblem(body);
    if (problem !== undefined || !isJsonObject(body)) {
      return problemAnswer(400, problem ?? 'invalid list');
    }
    const id = stringAt(body, '_id') ?? '';
    if (lists.has(id) !== exists) {
      return exists
        ? problemAnswer(404, `no network list ${id}`)
        : problemAnswer(400, `${id} already exists`);
    }
    lists.set(id, filled(body, call.user, new Date(now()).toISOString()));
    return emptyAnswer;
  };

  const remove = (call: Call): Answer =>
    lists.delete(call.segments[0] as string) ? emptyAnswer : problemAnswer(404, 'no such network list');

  return [
    {
      method: 'GET',
      path,
      access: 'any',
      handle: () => jsonAnswer(lists.size > 0 ? [...lists.values()] : null),
    },
    { method: 'POST', path, access: 'any', handle: (call) => store(call, false) },
    { method: 'PUT', path, access: 'any', handle: (call) => store(call, true) },
    { method: 'DELETE', path: `${path}/:id`, access: 'any', handle: remove },
  ];
}

/** Returns a list in the form that reads return: with the fields of the console and with empty fields. */
function filled(list: JsonObject, owner: string, modified: string): JsonObject {
  return new Map<string, JsonValue>([
    ['name', ''],
    ['description', ''],
    ['notes', ''],
    ['disabled', false],
    ['subnets', null],
    ...list,
    ['owner', owner],
    ['modified', modified],
    ['previousName', ''],
  ]);
}
