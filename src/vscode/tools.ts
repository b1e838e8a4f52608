import type { Uri } from 'vscode';
import type { NewConsole } from './consoles/consoleFileEdits.ts';
import type { ConsoleResources } from '../core/consoles/resources.ts';
import type { Log } from './platform/log.ts';
import type { Agreement, Secrets, StoredAccessKey } from './platform/secrets.ts';
import type { Settings } from './platform/settings.ts';
import type { ConflictsView } from './merge/conflictsView.ts';
import type { Merges } from './merge/merges.ts';
import type { ConsoleSyncs } from './workspace/consoleSyncs.ts';
import type { HistoryView } from './history/historyView.ts';
import type { LiveDocuments } from './workspace/liveDocuments.ts';
import type { PlanDocuments } from './push/planDocuments.ts';
import type { PlanTexts } from './push/planTexts.ts';
import type { PoliciesView } from './policies/policiesView.ts';
import type { PolicyStates } from './workspace/policyStates.ts';
import type { BaseTexts } from './changes/baseTexts.ts';
import type { TablePage } from './table/tablePage.ts';
import type { ConsoleLookups } from './workspace/consoleLookups.ts';
import type { AuthorityReader } from './workspace/agreement.ts';
import type { ConsoleHandle } from './workspace/consoleRegistry.ts';
import type { Consoles } from './workspace/consoles.ts';
import type { PolicyDocuments } from './workspace/policyDocuments.ts';
import type { PolicyFiles } from './workspace/policyFiles.ts';
import type { PolicyRules } from './workspace/policyRules.ts';
import type { RuleEditor } from './workspace/ruleEditor.ts';
import type { SandboxRunner } from './sandbox/sandboxRunner.ts';
import type { UnfinishedPush } from './push/unfinishedPush.ts';
import type { LastPush } from './push/lastPush.ts';
import type { PostureTools } from './posture/commands/postureTools.ts';

/** Everything commands act through; each command names the ones it uses. */
export interface Tools {
  readonly consoles: Pick<Consoles, 'consoles' | 'get' | 'policyAt' | 'reload'>;
  readonly syncs: ConsoleSyncs;
  readonly files: Pick<PolicyFiles, 'find' | 'place'>;
  readonly rules: PolicyRules;
  readonly ruleEditor: RuleEditor;
  readonly secrets: Pick<
    Secrets,
    'store' | 'delete' | 'accessKey' | 'agreements' | 'sspmCredential' | 'storeSspm' | 'deleteSspm'
  >;
  readonly settings: Settings;
  readonly log: Log;
  readonly view: Pick<PoliciesView, 'selection' | 'reveal' | 'revealRules' | 'isVisible' | 'wasUsedLast'>;
  readonly liveDocuments: Pick<LiveDocuments, 'liveUri' | 'proposedUri' | 'ruleUris'>;
  readonly planDocuments: Pick<PlanDocuments, 'show' | 'showSeveral' | 'begun' | 'ended' | 'targetOf'>;
  readonly sandbox: Pick<SandboxRunner, 'setUp'>;
  readonly lastPush: LastPush;
  readonly unfinishedPush: UnfinishedPush;
  readonly states: Pick<PolicyStates, 'status' | 'whenSettled'>;
  readonly documents: Pick<PolicyDocuments, 'read'>;
  readonly baseTexts: Pick<BaseTexts, 'current' | 'textOf'>;
  readonly planTexts: Pick<PlanTexts, 'show'>;
  readonly merges: Pick<Merges, 'all' | 'begin' | 'choose' | 'end'>;
  readonly conflicts: Pick<
    ConflictsView,
    'selection' | 'reveal' | 'revealNext' | 'show' | 'edit' | 'hold' | 'isUnsaved'
  >;
  readonly history: Pick<HistoryView, 'selection' | 'pushes' | 'refresh'>;
  readonly tables: Pick<TablePage, 'show' | 'serialize'>;
  readonly lookups: Pick<ConsoleLookups, 'ofConsole' | 'read'>;
  readonly posture: PostureTools;
  /** Everything a console holds beside policies; fails when no request may be made. */
  resources(console: ConsoleHandle): Promise<ConsoleResources>;
  /** Whom a console would trust beside the authorities of this computer. */
  readonly authorityOf: AuthorityReader;
  /** Resolves when anything answers there; sends no key. */
  checkAddress(folder: Uri, url: string, signal: AbortSignal): Promise<void>;
  /** One cheap request with this key, to whom was agreed to; fails as a command would. */
  checkConnection(
    folder: Uri,
    console: NewConsole,
    key: StoredAccessKey,
    agreed: Agreement,
    signal: AbortSignal,
  ): Promise<void>;
}
