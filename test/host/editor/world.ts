import {
  EndOfLine,
  EventEmitter,
  TextEdit,
  workspace,
  WorkspaceEdit,
  type SecretStorage,
  type Uri,
} from 'vscode';
import type { KnownCollections } from '../../../src/core/policy/collections.ts';
import type { PolicyName } from '../../../src/core/policy/families.ts';
import { Settings } from '../../../src/vscode/platform/settings.ts';
import { LastPush } from '../../../src/vscode/targets/pushes.ts';
import type { ConsoleLookups } from '../../../src/vscode/workspace/consoleLookups.ts';
import { Secrets } from '../../../src/vscode/platform/secrets.ts';
import type { PolicyStatus, PolicyState } from '../../../src/core/sync/policyStatus.ts';
import { DisposableStore, Emitter } from '../../../src/core/util/disposable.ts';
import type { Blame } from '../../../src/core/policy/ruleMark.ts';
import type { SyncContext } from '../../../src/core/sync/syncContext.ts';
import { noRuleChanges, type RuleChanges } from '../../../src/core/sync/ruleChanges.ts';
import { silentLogger } from '../../../src/core/util/logger.ts';
import type { SyncChange } from '../../../src/vscode/workspace/consoleSyncs.ts';
import { PolicyModels } from '../../../src/vscode/workspace/policyModels.ts';
import { PolicyTree } from '../../../src/vscode/policies/policyTree.ts';
import { Consoles } from '../../../src/vscode/workspace/consoles.ts';
import { SavedTexts, replaceTextFile } from '../../../src/vscode/workspace/writeTextFile.ts';
import { PolicyDocuments, PolicyRules } from '../../../src/vscode/workspace/policyDocuments.ts';
import { RuleEditor } from '../../../src/vscode/workspace/ruleEditor.ts';
import type { ChosenRules } from '../../../src/vscode/workspace/target.ts';
import { openDocument } from '../../../src/vscode/workspace/textFiles.ts';
import { waitFor } from '../harness.ts';
import { fileOf } from '../mainJob.ts';

const never = (): { dispose(): void } => ({ dispose: () => undefined });

/** Live was read by whoever gives the states. */
const liveReadAt = new Date();

/**
 * The parts behind the Policies view, made a second time beside those of the extension, as nobody can look into a view
 * that is shown. States of policies are given by the test.
 */
export class World {
  readonly #disposables = new DisposableStore();
  readonly #synced = this.#disposables.add(new Emitter<SyncChange>());
  readonly given = new Map<PolicyName, PolicyStatus>();
  /** Who changed each live rule last. */
  blame: Blame | undefined;
  /** The differences of the rules of each policy. */
  ruleChanges: RuleChanges = noRuleChanges;
  readonly consoles: Consoles;
  readonly documents: PolicyDocuments;
  readonly savedTexts: SavedTexts;
  readonly rules: PolicyRules;
  readonly editor: RuleEditor;
  readonly models: PolicyModels;
  readonly tree: PolicyTree;

  /** The contents of the collections. */
  collections: KnownCollections = new Map();

  constructor() {
    const own = <T extends { dispose(): void }>(item: T): T => this.#disposables.add(item);
    const changed = own(new EventEmitter<{ key: string }>());
    const storage = {
      get: async (name: string) => {
        const address = name.slice(name.indexOf(':') + 1);
        return JSON.stringify({ id: 'test', secret: 'test', agreed: [{ address, login: address }] });
      },
      onDidChange: changed.event,
    } as unknown as SecretStorage;
    this.consoles = own(new Consoles(own(new Secrets(storage, silentLogger)), silentLogger));
    this.documents = own(new PolicyDocuments(silentLogger));
    this.savedTexts = own(new SavedTexts());
    this.editor = own(new RuleEditor(this.documents));
    this.models = own(
      new PolicyModels({
        consoles: this.consoles,
        syncs: {
          of: () =>
            ({ known: { blame: () => this.blame }, busy: { has: () => false } }) as unknown as SyncContext,
          onDidChange: this.#synced.event,
        },
        reads: {
          policyStatus: async (_, { name }) => this.given.get(name) ?? { state: 'in-sync', liveReadAt },
          ruleChanges: async () => this.ruleChanges,
        },
        documents: this.documents,
        ruleEditor: this.editor,
        lookups: { collectionsAt: () => this.collections, onDidChange: never, onDidRead: never },
        log: silentLogger,
      }),
    );
    this.rules = new PolicyRules(this.documents, this.models);
    this.tree = own(
      new PolicyTree({
        consoles: this.consoles,
        models: this.models,
        rules: this.rules,
        ruleEditor: this.editor,
        settings: own(new Settings()),
        lookups: { sourceOf: async () => ({ kind: 'nothing' }) } as unknown as ConsoleLookups,
        lastPush: new LastPush({ set: () => undefined }),
      }),
    );
  }

  async ready(): Promise<void> {
    await this.consoles.reload();
    await this.models.whenSettled();
  }

  /** Sets a state, as a pull or a push would. */
  async setState(policy: PolicyName, state: PolicyState, reason?: string): Promise<void> {
    this.given.set(policy, { state, liveReadAt, ...(reason === undefined ? {} : { reason }) });
    const [console] = this.consoles.consoles;
    this.#synced.fire({ consoleId: console?.id ?? '', policy });
    await this.models.whenSettled();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

/** Rules by their places in the list `rules`. */
export function rulesAt(uri: Uri, ...indices: readonly number[]): ChosenRules {
  return { uri, array: 'rules', rules: indices.map((index) => ({ array: 'rules', index })) };
}

/** A document that shows it from an earlier test, edited or not, says the same afterwards, with the same line endings. */
export async function writePolicy(name: PolicyName, text: string): Promise<Uri> {
  const uri = fileOf(name);
  if (openDocument(uri)?.eol === EndOfLine.CRLF) {
    const edit = new WorkspaceEdit();
    edit.set(uri, [TextEdit.setEndOfLine(EndOfLine.LF)]);
    await workspace.applyEdit(edit);
  }
  await replaceTextFile(uri, text);
  await waitFor(`what is open of ${name} to say so`, () => (openDocument(uri)?.getText() ?? text) === text);
  return uri;
}

/** A vulnerability policy with a comment at each rule. */
export function policyText(...names: readonly string[]): string {
  const rules = names.map(
    (name) => `  # about ${name}\n  - name: ${name}\n    collections:\n      - name: All # behind ${name}\n`,
  );
  return `# on top\npolicyType: hostVulnerability\nrules:\n${rules.join('')}`;
}
