import { isJsonObject, stringAt } from '../core/json/json.ts';
import type { JsonValue } from '../core/json/json.ts';
import { emptyAnswer, jsonAnswer, plainAnswer, problemAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { pageOf } from './pageOf.ts';
import { readBody } from './readBody.ts';
import type { Call, Route } from './route.ts';
import type { SandboxState } from './sandboxState.ts';

/** Routes to list, add, change and delete collections, and to read their usages and the short list. */
export function collectionRoutes(state: SandboxState, now: () => number): Route[] {
  const { collections, policies } = state;

  const write = (call: Call, check: (name: string) => Answer | undefined): Answer => {
    const body = readBody(call);
    const name = isJsonObject(body) ? stringAt(body, 'name') : undefined;
    if (!isJsonObject(body) || !name) {
      return problemAnswer(400, 'a collection needs a name');
    }
    const refusal = check(name);
    if (!refusal) {
      collections.set(name, body, call.user, new Date(now()).toISOString());
    }
    return refusal ?? emptyAnswer;
  };

  const add = (call: Call): Answer =>
    write(call, (name) => {
      if (!/^[\w:-]+$/.test(name)) {
        return problemAnswer(400, `invalid collection name ${name}`);
      }
      return collections.get(name) ? problemAnswer(400, `collection ${name} already exists`) : undefined;
    });

  const change = (call: Call): Answer =>
    write(call, (name) => {
      const current = collections.get(call.segments[0] as string);
      if (!current || name !== call.segments[0]) {
        return problemAnswer(404, `no collection ${call.segments[0]}`);
      }
      return current.get('system') === true ? problemAnswer(400, 'a system collection is fixed') : undefined;
    });

  const remove = (call: Call): Answer => {
    const name = call.segments[0] as string;
    const current = collections.get(name);
    if (!current) {
      return problemAnswer(404, `no collection ${name}`);
    }
    const users = policies.usersOf(name);
    if (users.length > 0 || current.get('system') === true) {
      return problemAnswer(
        400,
        `collection ${name} is in use${users.length > 0 ? ` by ${users.join(', ')}` : ''}`,
      );
    }
    collections.delete(name);
    return emptyAnswer;
  };

  const usages = (call: Call): Answer =>
    plainAnswer(policies.usersOf(call.segments[0] as string).map((name) => ({ name, type: 'policy' })));

  const list = (call: Call): Answer => pageOf(collections.all(), call.query);

  const mine = (): Answer =>
    jsonAnswer(
      collections.all().map(
        (collection) =>
          new Map<string, JsonValue>([
            ['name', collection.get('name') ?? ''],
            ['color', collection.get('color') ?? ''],
          ]),
      ),
    );

  return [
    { method: 'GET', path: '/collections', access: 'session', handle: list },
    { method: 'POST', path: '/collections', access: 'session', handle: add },
    { method: 'PUT', path: '/collections/:name', access: 'session', handle: change },
    { method: 'DELETE', path: '/collections/:name', access: 'session', handle: remove },
    { method: 'GET', path: '/collections/:name/usages', access: 'session', handle: usages },
    { method: 'GET', path: '/current/collections', access: 'session', handle: mine },
  ];
}
