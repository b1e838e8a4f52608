import type * as vscode from 'vscode';
import type { Settings } from '../platform/settings.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';
import type { KnownScopes } from '../workspace/knownScopes.ts';
import type { PolicyTestFiles } from '../workspace/policyTestFiles.ts';
import type { PolicyModels } from '../workspace/policyModels.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { RuleEditHistory } from '../workspace/ruleEditHistory.ts';
import type { CodePages } from './codePages.ts';

export interface LanguageServices {
  readonly documents: PolicyDocuments;
  readonly consoles: ConsoleRegistry;
  readonly settings: Settings;
  readonly log: Logger;
  readonly extensionUri: vscode.Uri;
  readonly files: PolicyFiles;
  /** Facts about the console of a file; never waited for. */
  readonly lookups: ConsoleLookups;
  readonly models: PolicyModels;
  readonly ruleHistory: Pick<RuleEditHistory, 'onDidChange'>;
  readonly scopes: KnownScopes;
  readonly policyTests: PolicyTestFiles;
}

/** The services of classes that underline findings. */
export interface LanguageDiagnosticsServices extends LanguageServices {
  /** The documentation of codes. */
  readonly pages: CodePages;
}
