import type { ConsoleConnections } from '../connection/consoleConnections.ts';
import type { TablePage } from '../table/tablePage.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';
import type { Consoles } from '../workspace/consoles.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';

/** The lists and their commands use these services. */
export interface ListServices {
  readonly consoles: Consoles;
  readonly connections: ConsoleConnections;
  readonly syncs: Pick<ConsoleSyncs, 'of'>;
  readonly tables: TablePage;
  readonly lookups: ConsoleLookups;
  readonly files: PolicyFiles;
  readonly rules: PolicyRules;
  readonly ruleEditor: RuleEditor;
}
