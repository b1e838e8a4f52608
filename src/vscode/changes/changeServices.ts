import type { FeatureServices } from '../featureServices.ts';
import type { Pushes } from '../targets/pushes.ts';
import type { BaseTexts } from './baseTexts.ts';

export interface ChangeServices extends FeatureServices {
  readonly pushes: Pushes;
  readonly baseTexts: BaseTexts;
}
