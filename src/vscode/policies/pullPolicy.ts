import type { PolicyKind } from '../../core/policy/families.ts';
import type { PullReport } from '../../core/sync/outcomes.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { pull, type Pulling } from './pull.ts';
import type { ChosenPolicy } from '../targets/targets.ts';

/** Pulls the chosen policies, console by console. */
export async function pullPolicy(
  services: Pulling,
  policies: readonly ChosenPolicy[],
): Promise<readonly PullReport[]> {
  const byConsole = new Map<ConsoleHandle, PolicyKind[]>();
  for (const { console, kind } of policies) {
    byConsole.set(console, [...(byConsole.get(console) ?? []), kind]);
  }
  const reports: PullReport[] = [];
  for (const [console, kinds] of byConsole) {
    reports.push(await pull(services, console, kinds));
  }
  return reports;
}
