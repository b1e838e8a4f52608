import { plainLists, type PlainListName } from '../core/consoleFile/lists.ts';
import { jsonAnswer, plainAnswer, type Answer, type Route } from './http.ts';
import type { SandboxState } from './sandboxState.ts';

/** Routes for completion, and two small reads that prove that the console is reachable. */
export function lookupRoutes(state: SandboxState): readonly Route[] {
  const read = (path: string, handle: () => Answer, access: Route['access'] = 'session'): Route => ({
    method: 'GET',
    path,
    access,
    handle,
  });
  const checks = (): Answer =>
    jsonAnswer(
      new Map([
        ['complianceVulnerabilities', state.complianceChecks],
        ['cveVulnerabilities', []],
      ]),
    );
  return [
    read('/_ping', () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }), 'open'),
    read('/version', () => plainAnswer(state.version)),
    read('/static/vulnerabilities', checks),
    ...Object.entries(plainLists).map(([list, { path }]) =>
      read(path, () => jsonAnswer(state.lists.get(list as PlainListName) ?? [])),
    ),
  ];
}
