import type { BaseTexts } from './baseTexts.ts';
import type { Pushes } from '../targets/pushes.ts';
import type { FeatureServices } from '../featureServices.ts';

export interface ChangeServices extends Pick<
  FeatureServices,
  | 'commands'
  | 'consoles'
  | 'documents'
  | 'files'
  | 'syncs'
  | 'models'
  | 'savedTexts'
  | 'liveDocuments'
  | 'settings'
  | 'report'
> {
  readonly pushes: Pushes;
  readonly baseTexts: BaseTexts;
}
