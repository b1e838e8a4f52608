import { stringAt } from '../core/json/json.ts';
import { emptyAnswer, jsonAnswer, pageOf, plainAnswer, readBody, RefusedRequestError } from './http.ts';
import type { Answer, Call, Route } from './http.ts';
import type { SandboxState } from './sandboxState.ts';

/** Routes to list, add, change and delete collections, and to read their usages and the short list. */
export function collectionRoutes(state: SandboxState): readonly Route[] {
  const { collections, policies } = state;

  const add = (call: Call): Answer => {
    const body = readBody(call);
    const name = stringAt(body, 'name') ?? '';
    if (!/^[\w:-]+$/.test(name)) {
      throw new RefusedRequestError(400, `invalid collection name ${name}`);
    }
    if (collections.get(name)) {
      throw new RefusedRequestError(400, `collection ${name} already exists`);
    }
    collections.set(name, body, call.user, state.time());
    return emptyAnswer;
  };

  const change = (call: Call): Answer => {
    const body = readBody(call);
    const [name = ''] = call.segments;
    const current = collections.get(name);
    if (!current || stringAt(body, 'name') !== name) {
      throw new RefusedRequestError(404, `no collection ${name}`);
    }
    if (current.get('system') === true) {
      throw new RefusedRequestError(400, 'a system collection is fixed');
    }
    collections.set(name, body, call.user, state.time());
    return emptyAnswer;
  };

  const remove = ({ segments: [name = ''] }: Call): Answer => {
    const current = collections.get(name);
    if (!current) {
      throw new RefusedRequestError(404, `no collection ${name}`);
    }
    const users = policies.usersOf(name);
    if (users.length > 0 || current.get('system') === true) {
      const by = users.length > 0 ? ` by ${users.join(', ')}` : '';
      throw new RefusedRequestError(400, `collection ${name} is in use${by}`);
    }
    collections.delete(name);
    return emptyAnswer;
  };

  const usages = ({ segments: [name = ''] }: Call): Answer =>
    plainAnswer(policies.usersOf(name).map((policy) => ({ name: policy, type: 'policy' })));

  const list = ({ query }: Call): Answer => pageOf(collections.all(), query);

  const mine = (): Answer =>
    jsonAnswer(
      collections.all().map((row) => new Map(['name', 'color'].map((key) => [key, row.get(key) ?? '']))),
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
