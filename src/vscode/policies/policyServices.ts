import type { FeatureServices } from '../featureServices.ts';

/** The services of the Policies view and of pulls. */
export type PolicyServices = Pick<
  FeatureServices,
  | 'commands'
  | 'targets'
  | 'lastPush'
  | 'consoles'
  | 'files'
  | 'rules'
  | 'scopes'
  | 'ruleEditor'
  | 'syncs'
  | 'models'
  | 'liveDocuments'
  | 'settings'
  | 'contextKeys'
  | 'log'
  | 'report'
>;
