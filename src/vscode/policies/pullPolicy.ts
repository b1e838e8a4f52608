import type { PolicyKind } from '../../core/policy/families.ts';
import type { PullReport } from '../../core/sync/outcomes.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { pull, type Pulling } from './pull.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { Target } from '../workspace/target.ts';

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
    const [only, ...more] = kinds;
    const row: Target =
      only && more.length === 0
        ? { kind: 'policy', consoleId: console.id, policy: only.name }
        : { kind: 'console', consoleId: console.id };
    reports.push(await pull(services, console, kinds, row));
  }
  return reports;
}
