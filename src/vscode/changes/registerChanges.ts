import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import type { Settings } from '../platform/settings.ts';
import type { Commands } from '../targets/commands.ts';
import type { Pushes } from '../targets/pushes.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';
import type { ConsoleSyncs } from '../workspace/consoleSyncs.ts';
import type { LiveDocuments } from '../workspace/liveDocuments.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { PolicyStates } from '../workspace/policyStates.ts';
import type { RuleMarks } from '../workspace/ruleMarks.ts';
import { BaseTexts } from './baseTexts.ts';
import { ChangeLenses } from './changeLenses.ts';
import { ChangeMarks } from './changeMarks.ts';
import { compareWithBase, compareWithLive } from './compareFile.ts';
import { compareRule } from './compareRule.ts';
import { discardEdits } from './discardEdits.ts';
import { openLive } from './openLive.ts';
import { SourceControls } from './sourceControls.ts';

export interface ChangeServices {
  readonly commands: Commands;
  readonly consoles: ConsoleRegistry;
  readonly documents: PolicyDocuments;
  readonly files: PolicyFiles;
  readonly syncs: ConsoleSyncs;
  readonly states: PolicyStates;
  readonly liveDocuments: LiveDocuments;
  readonly ruleMarks: RuleMarks;
  readonly pushes: Pushes;
  readonly settings: Settings;
  readonly report: (what: string, error: unknown) => void;
}

/** What was edited and what is different live: source control, comparisons, the way back to base. */
export function registerChanges(services: ChangeServices): Disposable {
  const { commands } = services;
  const store = new DisposableStore();
  const baseTexts = store.add(new BaseTexts(services));
  const comparing = { ...services, baseTexts };
  store.addAll(new SourceControls(comparing), new ChangeLenses(services), new ChangeMarks(services));
  commands.onPolicy(comparing, {
    'ordinance.policy.compareBase': compareWithBase,
    'ordinance.policy.compareLive': compareWithLive,
    'ordinance.policy.openLive': openLive,
  });
  commands.onPolicies(comparing, { 'ordinance.policy.discard': discardEdits });
  commands.onRules(comparing, { 'ordinance.rule.compare': compareRule });
  return store;
}
