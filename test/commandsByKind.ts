import { commandIds } from '../src/generated/manifest.ts';
import {
  otherCommands,
  type PolicyCommandId,
  type RuleCommandId,
} from '../src/vscode/platform/commandIds.ts';

/** Every command that acts on policies or on rules: their type lets no feature register one of them in another way. */
export const policyCommandIds = commandIds.filter((id): id is PolicyCommandId => kindOf(id) === 'policy');
export const ruleCommandIds = commandIds.filter((id): id is RuleCommandId => kindOf(id) === 'rule');

function kindOf(id: string): string | undefined {
  return new Map<string, string>(Object.entries(otherCommands)).get(id) ?? id.split('.')[1];
}
