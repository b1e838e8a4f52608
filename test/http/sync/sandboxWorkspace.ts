import type { TestContext } from 'node:test';
import type { ConsoleConnection } from '../../../src/core/consoleFile/connectionOf.ts';
import type { PolicyKind } from '../../../src/core/policy/families.ts';
import { arrayAt, stringAt, type JsonObject } from '../../../src/core/json/json.ts';
import type { TestConsole, TestConsoleOptions } from '../../sandbox/testConsole.ts';
import { asObject } from '../../unit/policy/policyArbitraries.ts';
import { TestWorkspace } from '../../unit/sync/workspace.ts';
import { quickFolder } from '../quickFolder.ts';
import { sandboxClient } from '../console/sandboxClient.ts';

export interface SandboxWork {
  readonly sandbox: TestConsole;
  readonly work: TestWorkspace;
  /** PUTs that arrived. */
  readonly puts: () => number;
  /** Names of the rules that the console holds, in order. */
  readonly held: (kind: PolicyKind) => string[];
  /** A colleague's write. */
  readonly colleague: (kind: PolicyKind, change: (rules: JsonObject[]) => readonly JsonObject[]) => void;
}

/** Unless a test asks for more: what takes time is the number of rules, and hardly any test is about that. */
const mostRules = 12;

/** A workspace whose console is the sandbox, reached by the real client over HTTP. */
export async function sandboxWorkspace(
  t: TestContext,
  options: TestConsoleOptions = {},
  connection: Partial<ConsoleConnection> = {},
): Promise<SandboxWork> {
  const { client, sandbox } = await sandboxClient(t, connection, { mostRules, ...options });
  const work = await TestWorkspace.make(t, client.policies, {}, quickFolder());
  const rulesOf = (kind: PolicyKind): JsonObject[] =>
    kind.arrays.flatMap(({ key }) => arrayAt(sandbox.state.policies.get(kind.name), key).map(asObject));
  return {
    sandbox,
    work,
    puts: () => sandbox.requests.of('PUT').length,
    held: (kind) => rulesOf(kind).map((rule) => stringAt(rule, 'name') ?? ''),
    colleague: (kind, change) =>
      sandbox.state.policies.replace(
        kind.name,
        new Map([...sandbox.state.policies.get(kind.name), ['rules', change(rulesOf(kind))]]),
      ),
  };
}
