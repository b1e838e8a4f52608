import type { Logger } from '../../core/util/logger.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Commands } from '../targets/commands.ts';
import type { LastPush } from '../targets/lastPush.ts';
import type { Targets } from '../targets/targets.ts';
import type { ConsoleLookups } from '../workspace/consoleLookups.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { MovePreview } from '../workspace/movePreview.ts';
import type { PolicyModels } from '../workspace/policyModels.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyTestFiles } from '../workspace/policyTestFiles.ts';
import type { PolicyRules } from '../workspace/policyRules.ts';
import type { RuleEditHistory } from '../workspace/ruleEditHistory.ts';
import type { RuleEditor } from '../workspace/ruleEditor.ts';

export interface RuleServices {
  readonly commands: Commands;
  readonly targets: Targets;
  readonly files: PolicyFiles;
  readonly rules: PolicyRules;
  readonly ruleEditor: RuleEditor;
  readonly ruleHistory: RuleEditHistory;
  readonly lookups: ConsoleLookups;
  readonly consoles: ConsoleRegistry;
  readonly policyTests: PolicyTestFiles;
  readonly models: PolicyModels;
  readonly movePreview: MovePreview;
  readonly contextKeys: ContextKeys;
  readonly lastPush: LastPush;
  readonly log: Logger;
  readonly report: (what: string, error: unknown) => void;
}
