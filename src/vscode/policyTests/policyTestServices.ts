import type { FeatureServices } from '../featureServices.ts';

/** The services of tests of policies. */
export type PolicyTestServices = Pick<
  FeatureServices,
  | 'commands'
  | 'targets'
  | 'consoles'
  | 'scopes'
  | 'policyTests'
  | 'files'
  | 'documents'
  | 'savedTexts'
  | 'settings'
  | 'report'
>;
