import type { FeatureServices } from '../featureServices.ts';

export type ConsoleServices = Pick<
  FeatureServices,
  | 'commands'
  | 'consoles'
  | 'connections'
  | 'targets'
  | 'secrets'
  | 'savedTexts'
  | 'contextKeys'
  | 'log'
  | 'extensionUri'
  | 'storageUri'
>;
