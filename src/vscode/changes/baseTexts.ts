import * as vscode from 'vscode';
import type { PolicyName } from '../../core/policy/families.ts';
import { spellingOf } from '../../core/policy/policyFile.ts';
import { pulledForm } from '../../core/policy/pulledForm.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { updatedText } from '../../core/document/updatedText.ts';
import { ExpectedError } from '../../core/util/errors.ts';
import { openDocument } from '../workspace/textFiles.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { Pushes } from '../targets/pushes.ts';
import { baseDocument } from '../../core/sync/pull.ts';

export interface ChangeServices extends FeatureServices {
  readonly pushes: Pushes;
  readonly baseTexts: BaseTexts;
}

const baseScheme = 'ordinance-base';

type BaseTextServices = Pick<FeatureServices, 'consoles' | 'documents' | 'models' | 'settings' | 'syncs'>;

/**
 * The base of a policy file, as text in the spelling and formatting of the file. The text follows the file when the file is opened or
 * saved and when the base moves, not at every keystroke.
 */
export class BaseTexts extends DisposableOwner implements vscode.QuickDiffProvider {
  readonly #deps: BaseTextServices;
  readonly #texts = this.disposables.add(new VirtualTexts(baseScheme, (uri) => this.textOf(fileUri(uri))));

  constructor(deps: BaseTextServices) {
    super();
    this.#deps = deps;
    this.disposables.addAll(
      deps.models.onDidChange(({ consoleId, policies, what }) => {
        // A pull may bring the text of a base whose hash was known.
        if (what.has('base') || what.has('sync')) {
          this.#onMoved(consoleId, policies);
        }
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#renew(uri)),
    );
  }

  /** The editor calls this for each file, also while a person types, so it reads no base. Undefined without a base. */
  async provideOriginalResource(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    const at = spellingOf(uri.path) && this.#deps.consoles.policyAt(uri);
    if (!at) {
      return undefined;
    }
    await this.#deps.models.whenRead(uri);
    return this.#deps.models.status(at.console.id, at.kind.name)?.base === undefined
      ? undefined
      : baseUri(uri);
  }

  /** The document with the base of a file. Resolves when an open document shows the current base. */
  async current(file: vscode.Uri): Promise<vscode.Uri> {
    const uri = baseUri(file);
    await this.#texts.set(uri, await this.textOf(file));
    return uri;
  }

  /** The base in the spelling and formatting of the file. */
  async textOf(file: vscode.Uri): Promise<string> {
    const at = this.#deps.consoles.policyAt(file);
    const base = at && (await baseDocument(this.#deps.syncs.of(at.console), at.kind));
    if (!base) {
      throw new ExpectedError('no-base', vscode.l10n.t('The base of this file is unknown.'));
    }
    const full = this.#deps.settings.flag('ordinance.pull.fullDocuments', at.console.folder.uri);
    const next = pulledForm(at.kind, base, { full });
    const copy = await this.#deps.documents.working(file);
    return updatedText(copy, spellingOf(file.path) ?? 'yaml', next);
  }

  #onMoved(consoleId: string | undefined, policies: readonly PolicyName[]): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      const at = uri.scheme === baseScheme ? this.#deps.consoles.policyAt(fileUri(uri)) : undefined;
      if (
        at &&
        (consoleId === undefined || (at.console.id === consoleId && policies.includes(at.kind.name)))
      ) {
        this.#renew(fileUri(uri));
      }
    }
  }

  /** An open document keeps its text when the base is unknown now. */
  #renew(file: vscode.Uri): void {
    if (openDocument(baseUri(file))) {
      void this.current(file).catch(() => undefined);
    }
  }
}

/** The path stays the same, so that the editor detects the language. The query keeps the scheme of the file. */
function baseUri(file: vscode.Uri): vscode.Uri {
  return file.with({ scheme: baseScheme, query: file.scheme });
}

function fileUri(base: vscode.Uri): vscode.Uri {
  return base.with({ scheme: base.query || 'file', query: '' });
}
