import type { commandIds } from '../../generated/manifest.ts';

/**
 * Commands for links and buttons of Ordinance. The manifest does not contribute them, so the palette never
 * lists them.
 */
export const internalCommandIds = [
  '_ordinance.collections.create',
  '_ordinance.history.reveal',
  '_ordinance.posture.openComparison',
  '_ordinance.posture.openPage',
  '_ordinance.posture.reveal',
  '_ordinance.rule.moveTo',
] as const;

export type CommandId = (typeof commandIds)[number] | (typeof internalCommandIds)[number];

/** Commands whose arguments differ from the policy or rule of the other groups. */
export const otherCommands = {
  'ordinance.apiSpecification.resolve': 'rule',
  'ordinance.policy.addTest': 'row',
  'ordinance.policy.undoPush': 'row',
  'ordinance.rule.add': 'policy',
  'ordinance.rule.find': 'row',
  'ordinance.rule.foldAll': 'row',
  'ordinance.rule.preview': 'row',
  'ordinance.rule.showMove': 'row',
  'ordinance.rule.undoEdit': 'row',
  'ordinance.rule.whichRuleApplies': 'row',
  'ordinance.sandbox.simulateEdit': 'policy',
} as const satisfies Partial<Record<CommandId, 'policy' | 'rule' | 'row'>>;

type Otherwise = typeof otherCommands;
type On<Kind extends 'policy' | 'rule'> =
  | Exclude<Extract<CommandId, `ordinance.${Kind}.${string}`>, keyof Otherwise>
  | { [Id in keyof Otherwise]: Otherwise[Id] extends Kind ? Id : never }[keyof Otherwise];

/** Commands that act on policies. The place of the call determines the policies, see `chosenPolicies`. */
export type PolicyCommandId = On<'policy'>;
/** Commands that act on rules. */
export type RuleCommandId = On<'rule'>;
