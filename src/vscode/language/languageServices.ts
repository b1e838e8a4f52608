import type { RuleEditHistory } from '../workspace/ruleEditHistory.ts';
import type { CodePages } from './codePages.ts';
import type { FeatureServices } from '../featureServices.ts';

export interface LanguageServices extends Pick<
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
> {
  readonly ruleHistory: Pick<RuleEditHistory, 'onDidChange'>;
}

/** The services of classes that underline findings. */
export interface LanguageDiagnosticsServices extends LanguageServices {
  /** The documentation of codes. */
  readonly pages: CodePages;
}
