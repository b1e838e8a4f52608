import { policyKinds } from '../../core/policy/families.ts';
import type { PullReport } from '../../core/sync/outcomes.ts';
import { pull, type Pulling } from './pull.ts';
import { chooseConsole } from '../targets/targets.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';

export async function pullConsole(
  services: Pulling & { readonly consoles: ConsoleRegistry },
  row?: unknown,
): Promise<PullReport> {
  const console = await chooseConsole(services, row);
  return pull(services, console, policyKinds, { kind: 'console', consoleId: console.id });
}
