import { isJsonArray, stringAt } from '../core/json/json.ts';
import type { JsonObject, JsonValue } from '../core/json/json.ts';
import { emptyAnswer, jsonAnswer, readBody, RefusedRequestError } from './http.ts';
import type { Answer, Call, Route } from './http.ts';
import type { SandboxState } from './sandboxState.ts';

const path = '/policies/firewall/app/network-list';

/** Routes for network lists of WAAS, each written separately. The answer without lists is `null`. */
export function networkListRoutes(state: SandboxState): readonly Route[] {
  const lists = state.networkLists;

  const store = (call: Call, exists: boolean): Answer => {
    const body = readBody(call);
    const id = stringAt(body, '_id') ?? '';
    const subnets = body.get('subnets') ?? [];
    if (id === '') {
      throw new RefusedRequestError(400, 'a network list needs an _id');
    }
    if (!isJsonArray(subnets) || !subnets.every(isSubnet)) {
      throw new RefusedRequestError(400, 'invalid subnet');
    }
    if (lists.has(id) !== exists) {
      throw exists
        ? new RefusedRequestError(404, `no network list ${id}`)
        : new RefusedRequestError(400, `${id} already exists`);
    }
    lists.set(id, filled(body, call.user, state.time()));
    return emptyAnswer;
  };

  const remove = ({ segments: [id = ''] }: Call): Answer => {
    if (!lists.delete(id)) {
      throw new RefusedRequestError(404, 'no such network list');
    }
    return emptyAnswer;
  };

  const list = (): Answer => jsonAnswer(lists.size > 0 ? [...lists.values()] : null);

  return [
    { method: 'GET', path, access: 'any', handle: list },
    { method: 'POST', path, access: 'any', handle: (call) => store(call, false) },
    { method: 'PUT', path, access: 'any', handle: (call) => store(call, true) },
    { method: 'DELETE', path: `${path}/:id`, access: 'any', handle: remove },
  ];
}

function isSubnet(value: JsonValue): boolean {
  return typeof value === 'string' && /^[\d./]+$/.test(value);
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
