import type { FeatureServices } from '../featureServices.ts';
import type { Merges } from './merges.ts';

/** The services that merges use. */
export interface MergeServices extends Pick<
  FeatureServices,
  | 'commands'
  | 'consoles'
  | 'contextKeys'
  | 'files'
  | 'liveDocuments'
  | 'log'
  | 'models'
  | 'policyTests'
  | 'scopes'
  | 'syncs'
> {
  readonly merges: Merges;
}
