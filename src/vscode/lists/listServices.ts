import type { FeatureServices } from '../featureServices.ts';

/** The lists and their commands use these services. */
export type ListServices = Pick<
  FeatureServices,
  | 'commands'
  | 'consoles'
  | 'connections'
  | 'tables'
  | 'lookups'
  | 'scopes'
  | 'files'
  | 'rules'
  | 'ruleEditor'
  | 'ruleHistory'
  | 'syncs'
  | 'liveDocuments'
  | 'settings'
  | 'log'
>;
