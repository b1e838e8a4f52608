import { policyKinds } from '../../core/policy/families.ts';
import type { PullReport } from '../../core/sync/outcomes.ts';
import { pull } from './pull.ts';
import { chooseConsole } from '../targets/targets.ts';
import type { Tools } from '../tools.ts';

export async function pullConsole(
  tools: Pick<Tools, 'consoles' | 'syncs' | 'settings' | 'log'>,
  row?: unknown,
): Promise<PullReport> {
  return pull(tools, await chooseConsole(tools, row), policyKinds);
}
