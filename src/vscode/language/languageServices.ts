import type { CodePages } from './codePages.ts';
import type { FeatureServices } from '../featureServices.ts';

export type LanguageServices = Pick<
  FeatureServices,
  | 'documents'
  | 'consoles'
  | 'settings'
  | 'log'
  | 'extensionUri'
  | 'files'
  | 'lookups'
  | 'models'
  | 'scopes'
  | 'policyTests'
>;

/** The services of classes that underline findings. */
export interface LanguageDiagnosticsServices extends LanguageServices {
  /** The documentation of codes. */
  readonly pages: CodePages;
}
