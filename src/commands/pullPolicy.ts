import type { PolicyKind } from '../model/families.ts';
import type { PullReport } from '../sync/outcomes.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { pull } from './pull.ts';
import { choosePolicies } from './targets.ts';
import type { Tools } from './tools.ts';

/** Pulls the chosen policies, console by console. */
export async function pullPolicy(
  tools: Pick<Tools, 'consoles' | 'view' | 'planDocuments' | 'syncs' | 'settings' | 'log'>,
  row?: unknown,
  rows?: unknown,
): Promise<readonly PullReport[]> {
  const byConsole = new Map<ConsoleHandle, PolicyKind[]>();
  for (const { console, kind } of await choosePolicies(tools, row, rows)) {
    byConsole.set(console, [...(byConsole.get(console) ?? []), kind]);
  }
  const reports: PullReport[] = [];
  for (const [console, kinds] of byConsole) {
    reports.push(await pull(tools, console, kinds));
  }
  return reports;
}
