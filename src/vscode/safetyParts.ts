import { UnfinishedPush } from './push/unfinishedPush.ts';
import type { Tools } from './tools.ts';
import type { ContextKeys } from './platform/contextKeys.ts';
import type { Log } from './platform/log.ts';
import type { Memory } from './platform/memory.ts';
import type { Settings } from './platform/settings.ts';
import type { Disposable } from '../core/util/disposable.ts';
import { BackgroundRefresh } from './policies/backgroundRefresh.ts';
import { ConflictsView } from './merge/conflictsView.ts';
import { Merges } from './merge/merges.ts';
import type { ConsoleSyncPool } from './workspace/consoleSyncPool.ts';
import { HistoryRetention } from './history/historyRetention.ts';
import { HistoryView } from './history/historyView.ts';
import { PlanTexts } from './push/planTexts.ts';
import type { PoliciesView } from './policies/policiesView.ts';
import type { PolicyStates } from './workspace/policyStates.ts';
import { BaseTexts } from './changes/baseTexts.ts';
import { SourceControls } from './changes/sourceControls.ts';
import type { Consoles } from './workspace/consoles.ts';
import type { PolicyDocuments } from './workspace/policyDocuments.ts';
import type { PolicyFiles } from './workspace/policyFiles.ts';

interface Around {
  readonly consoles: Consoles;
  readonly syncs: ConsoleSyncPool;
  readonly files: PolicyFiles;
  readonly documents: PolicyDocuments;
  readonly states: PolicyStates;
  readonly view: PoliciesView;
  readonly settings: Settings;
  /** What this workspace remembers between sessions. */
  readonly workspaceMemory: Memory;
  readonly contextKeys: ContextKeys;
  readonly log: Log;
  readonly report: (what: string, error: unknown) => void;
}

/** The part of the house that shows drift, conflicts and past pushes: the container's own work, in a file of its own. */
export function safetyParts(
  own: <T extends Disposable>(item: T) => T,
  around: Around,
): Pick<Tools, 'baseTexts' | 'merges' | 'conflicts' | 'history' | 'planTexts' | 'unfinishedPush'> {
  const baseTexts = own(new BaseTexts(around));
  own(new SourceControls({ ...around, baseTexts }));
  const merges = own(new Merges(around.contextKeys));
  const conflicts = own(new ConflictsView({ ...around, merges }));
  const history = own(new HistoryView(around));
  const planTexts = own(new PlanTexts());
  own(new BackgroundRefresh(around));
  own(new HistoryRetention(around));
  return {
    baseTexts,
    merges,
    conflicts,
    history,
    planTexts,
    unfinishedPush: new UnfinishedPush(around.workspaceMemory, around.contextKeys),
  };
}
