import * as vscode from 'vscode';
import { policyKind, type PolicyName } from '../../core/policy/families.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { pulledForm } from '../../core/policy/pulledForm.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import { updatedText } from '../../core/document/updatedText.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { untilSays } from '../workspace/virtualTexts.ts';
import type { ChangeServices } from './changeServices.ts';

export const baseScheme = 'ordinance-base';

export type BaseTextsDeps = Pick<ChangeServices, 'consoles' | 'documents' | 'models' | 'settings' | 'syncs'>;

/**
 * The base of a policy file, as text in the spelling and formatting of the file. The text follows the file when the file is opened or
 * saved and when the base moves, not at every keystroke.
 */
export class BaseTexts
  extends DisposableOwner
  implements vscode.QuickDiffProvider, vscode.TextDocumentContentProvider
{
  readonly #deps: BaseTextsDeps;
  readonly #changed = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changed.event;
  readonly #appeared = this.disposables.add(new Emitter<string>());
  /** Fires the id of a console when a file that had no base may have one. */
  readonly onDidAppear = this.#appeared.event;
  /** Files without a base that the editor asked for, by console. */
  readonly #without = new Map<string, Set<PolicyName>>();
  /** Files that have a base, by console: the editor asks again while a person types, and reading a base is slow. */
  readonly #with = new Map<string, Set<PolicyName>>();
  /** Files whose base is shown somewhere, by their uri. */
  readonly #shown = new Map<string, { readonly consoleId: string; readonly policy: PolicyName }>();

  /** Texts that the editor got last, by the URI of the document. */
  readonly #provided = new Map<string, string>();

  constructor(deps: BaseTextsDeps) {
    super();
    this.#deps = deps;
    this.disposables.addAll(
      vscode.workspace.registerTextDocumentContentProvider(baseScheme, this),
      deps.models.onDidChange(({ consoleId, policies, what }) => {
        if (consoleId !== undefined && what.has('sync')) {
          policies.forEach((policy) => this.#moved(consoleId, policy));
        } else if (consoleId === undefined && what.has('state')) {
          // Once the workspace is trusted, bases are found in the history of git.
          deps.consoles.consoles.forEach(({ id }) => this.#moved(id));
        }
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.#shown.has(uri.toString())) {
          this.#changed.fire(baseUri(uri));
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === baseScheme) {
          this.#shown.delete(fileUri(uri).toString());
          this.#provided.delete(uri.toString());
        }
      }),
    );
  }

  /** Called by the editor for every file it opens; undefined for what is no policy of ours or has no base. */
  async provideOriginalResource(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    const at = spellingOf(uri.path) && this.#deps.consoles.policyAt(uri);
    const kind = at && policyKind(at.ref.policy);
    if (!at || !kind) {
      return undefined;
    }
    const known = this.#with.get(at.console.id)?.has(kind.name);
    if (!known && (await this.#deps.syncs.of(at.console).base(kind)) === undefined) {
      const without = this.#without.get(at.console.id) ?? new Set();
      this.#without.set(at.console.id, without.add(kind.name));
      return undefined;
    }
    this.#with.set(at.console.id, (this.#with.get(at.console.id) ?? new Set<PolicyName>()).add(kind.name));
    return this.uri(at.console, kind.name, uri);
  }

  /** The document that shows the base of a file; what the editor still holds of it says the base of this moment. */
  async current(console: ConsoleHandle, policy: PolicyName, file: vscode.Uri): Promise<vscode.Uri> {
    const text = await this.textOf(file);
    const uri = this.uri(console, policy, file);
    const key = uri.toString();
    this.#provided.delete(key);
    await untilSays(uri, text, {
      requestText: () => this.#changed.fire(uri),
      // The file was edited meanwhile, and its base is laid out after it.
      isOver: () => (this.#provided.get(key) ?? text) !== text,
    });
    return uri;
  }

  /** The document that shows the base of a file. */
  uri(console: ConsoleHandle, policy: PolicyName, file: vscode.Uri): vscode.Uri {
    this.#shown.set(file.toString(), { consoleId: console.id, policy });
    return baseUri(file);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const text = await this.textOf(fileUri(uri));
    this.#provided.set(uri.toString(), text);
    return text;
  }

  /** The base in the spelling and formatting of the file. */
  async textOf(file: vscode.Uri): Promise<string> {
    const at = this.#deps.consoles.policyAt(file);
    const kind = at && policyKind(at.ref.policy);
    const base = at && kind && (await this.#deps.syncs.of(at.console).base(kind));
    if (!base) {
      throw new ExpectedError('no-base', vscode.l10n.t('The base of this file is unknown.'));
    }
    const full = this.#deps.settings.flag('ordinance.pull.fullDocuments', at.console.folder.uri);
    const next = pulledForm(kind, base, { full });
    const copy = await this.#deps.documents.working(file);
    return updatedText(copy?.document, spellingOf(file.path) ?? 'yaml', kind, next);
  }

  #moved(consoleId: string, policy?: PolicyName): void {
    this.#with.delete(consoleId);
    for (const [file, shown] of this.#shown) {
      if (shown.consoleId === consoleId && (policy === undefined || policy === shown.policy)) {
        this.#changed.fire(baseUri(vscode.Uri.parse(file, true)));
      }
    }
    const without = this.#without.get(consoleId);
    if (without && (policy === undefined ? without.size > 0 : without.has(policy))) {
      this.#without.delete(consoleId);
      this.#appeared.fire(consoleId);
    }
  }
}

/** The path stays, so that the editor picks the language; the scheme of the file is kept in the query. */
function baseUri(file: vscode.Uri): vscode.Uri {
  return file.with({ scheme: baseScheme, query: file.scheme });
}

function fileUri(base: vscode.Uri): vscode.Uri {
  return base.with({ scheme: base.query || 'file', query: '' });
}
