import type * as vscode from 'vscode';
import type { RuleView } from '../../core/document/policyDocument.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { RuleTarget } from '../workspace/target.ts';

/** Makes the targets of the rules of a list, for what is shown in the text. Undefined where that is no policy of a console. */
export function drawnRules(
  consoles: Pick<ConsoleRegistry, 'policyAt'>,
  { uri, version }: vscode.TextDocument,
  rules: readonly RuleView[],
): ((rule: RuleView) => RuleTarget) | undefined {
  const at = consoles.policyAt(uri);
  const once = new Set<string>();
  const twice = new Set<string | undefined>([undefined]);
  for (const { name = '' } of at ? rules.map(({ facts }) => facts) : []) {
    (once.has(name) ? twice : once).add(name);
  }
  return (
    at &&
    (({ array, index, facts: { name } }) => ({
      kind: 'rule',
      consoleId: at.console.id,
      policy: at.ref.policy,
      array,
      index,
      name,
      drawn: { of: 'document', version, isAlone: !twice.has(name) },
    }))
  );
}
