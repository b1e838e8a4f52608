import type { FeatureServices } from '../featureServices.ts';

export type RuleServices = Pick<
  FeatureServices,
  | 'commands'
  | 'targets'
  | 'files'
  | 'rules'
  | 'ruleEditor'
  | 'ruleHistory'
  | 'lookups'
  | 'consoles'
  | 'policyTests'
  | 'models'
  | 'contextKeys'
  | 'lastPush'
  | 'log'
>;
