import { plainLists, type PlainListName } from '../core/consoleFile/lists.ts';
import { jsonAnswer, plainAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Route } from './route.ts';
import type { SandboxState } from './sandboxState.ts';

/** Routes for completion, and two small reads that prove that the console is reachable. */
export function lookupRoutes(state: SandboxState): Route[] {
  const read = (path: string, handle: () => Answer, access: Route['access'] = 'session'): Route => ({
    method: 'GET',
    path,
    access,
    handle,
  });
  return [
    read('/_ping', () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }), 'open'),
    read('/version', () => plainAnswer(state.version)),
    ...Object.entries(plainLists).map(([list, { path }]) =>
      read(path, () => jsonAnswer(state.lists.get(list as PlainListName) ?? [])),
    ),
    read('/static/vulnerabilities', () =>
      jsonAnswer(
        new Map([
          ['complianceVulnerabilities', state.complianceChecks],
          ['cveVulnerabilities', []],
        ]),
      ),
    ),
  ];
}
