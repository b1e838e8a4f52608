import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { FeatureServices } from '../featureServices.ts';

/** The lists and their commands use these services. */
export interface ListServices extends Pick<
  FeatureServices,
  'consoles' | 'connections' | 'tables' | 'lookups' | 'files' | 'rules' | 'ruleEditor'
> {
  readonly syncs: Pick<ConsoleSyncs, 'of'>;
}
