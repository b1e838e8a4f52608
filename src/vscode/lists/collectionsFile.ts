import * as vscode from 'vscode';
import type { KnownCollections } from '../../core/policy/collections.ts';
import { keepCollections, textToKeep } from '../../core/sync/store/collectionsFile.ts';
import { FreshFlight } from '../../core/util/concurrency.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { ExpectedError, messageOf } from '../../core/util/errors.ts';
import { showMessage } from '../platform/dialogs.ts';
import { withProgress } from '../platform/progress.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { collectionsFileOf } from '../workspace/consoleLookups.ts';
import { exists, openDocument, readFromDisk, rangeIn } from '../workspace/textFiles.ts';
import type { FeatureServices } from '../featureServices.ts';
import { checkCollectionsFile } from '../../core/assist/consoleFile/checkCollectionsFile.ts';
import { withSeverities } from '../../core/assist/findings/shownDiagnostics.ts';
import { LineIndex } from '../../core/document/text.ts';
import { diagnostic } from '../platform/languageTexts.ts';

const setting = 'ordinance.pull.keepCollections';

/** Reads the collections of a console and keeps them beside its policies, for work and reviews without it. */
export async function pullCollections(services: FeatureServices, row?: unknown): Promise<boolean> {
  const console = await chooseReadyConsole(services, row);
  const { scopes } = await withProgress(
    {
      title: vscode.l10n.t('Reading the collections of {0}', console.entry.name),
      cancellable: false,
    },
    () => services.lookups.read(console),
  );
  const isWritten = await keep(console, scopes);
  const { name } = console.entry;
  const file = vscode.workspace.asRelativePath(collectionsFileOf(console));
  showMessage(
    'info',
    isWritten
      ? scopes.size === 1
        ? vscode.l10n.t('1 collection of {0} written to {1}.', name, file)
        : vscode.l10n.t('{0} collections of {1} written to {2}.', scopes.size, name, file)
      : vscode.l10n.t('{0} already covers the contents of the collections of {1}.', file, name),
    {
      label: vscode.l10n.t('Open'),
      run: () => vscode.window.showTextDocument(collectionsFileOf(console)),
    },
  );
  return isWritten;
}

/** Saves the collections of each console whenever their contents change, where a setting controls that. */
export function keepCollectionsUpToDate({ consoles, lookups, settings, log }: FeatureServices): Disposable {
  const writes = new FreshFlight<void>();
  const keepLast = async (console: ConsoleHandle): Promise<void> => {
    const { name } = console.entry;
    try {
      const scopes = lookups.ofConsole(console)?.scopes;
      // A console without pulled policies gets no file.
      const hasAny = scopes && scopes.size > 0 && (await exists(console.policyFolder));
      if (hasAny && (await keep(console, scopes))) {
        log.info(`the collections of ${name} were kept`);
      }
    } catch (error) {
      log.warn(`the collections of ${name} were not kept: ${messageOf(error)}`);
    }
  };
  const update = (console: ConsoleHandle | undefined): void => {
    if (console?.access === 'ready' && settings.flag(setting, console.policyFolder)) {
      void writes.run(console.id, () => keepLast(console));
    }
  };
  const store = new DisposableStore();
  store.addAll(
    lookups.onDidRead((id) => update(consoles.get(id))),
    settings.onDidChange((id) => id === setting && consoles.consoles.forEach(update)),
  );
  return store;
}

/** The result is false when the file already has these contents. */
async function keep(console: ConsoleHandle, collections: KnownCollections): Promise<boolean> {
  if (!vscode.workspace.isTrusted) {
    throw new ExpectedError(
      'untrusted',
      vscode.l10n.t('Ordinance writes nothing in a workspace that is not trusted.'),
    );
  }
  const file = collectionsFileOf(console);
  if (openDocument(file)?.isDirty) {
    throw new ExpectedError(
      'file-changed',
      vscode.l10n.t('{0} has unsaved edits.', vscode.workspace.asRelativePath(file)),
    );
  }
  const { fsPath } = console.policyFolder;
  return keepCollections(console.folder.uri.fsPath, fsPath, textToKeep(fsPath, collections));
}

/** Shows the problems of each `collections.yaml`: why it cannot be read, and the collections without contents. */
export function showCollectionsProblems(services: FeatureServices): Disposable {
  const { lookups, settings, log } = services;
  const store = new DisposableStore();
  const shown = store.add(vscode.languages.createDiagnosticCollection('ordinance-collections'));
  const refresh = async (): Promise<void> => {
    try {
      const problems = await findProblems(services);
      if (!store.isDisposed) {
        shown.clear();
        shown.set(problems);
      }
    } catch (error) {
      log.warn(messageOf(error));
    }
  };
  store.addAll(
    lookups.onDidChange(() => void refresh()),
    settings.onDidChange((id) => id === 'ordinance.diagnostics.severity' && void refresh()),
  );
  void refresh();
  return store;
}

async function findProblems({
  consoles,
  lookups,
  settings,
}: FeatureServices): Promise<[vscode.Uri, vscode.Diagnostic[]][]> {
  return Promise.all(
    consoles.consoles.map(async (console): Promise<[vscode.Uri, vscode.Diagnostic[]]> => {
      const { fileProblem } = await lookups.sourceOf(console);
      const file = collectionsFileOf(console);
      const text = fileProblem === undefined ? await readFromDisk(file) : undefined;
      const severities = settings.severities(file);
      const problem = { code: 'collections-file', message: fileProblem ?? '', range: { start: 0, end: 0 } };
      const problems =
        fileProblem === undefined
          ? text === undefined
            ? []
            : checkCollectionsFile(text, severities)
          : withSeverities([problem], severities);
      const lines = new LineIndex(text ?? '');
      return [
        file,
        problems.map(({ code, message, range, severity }) =>
          diagnostic(rangeIn(lines, range), message, severity, code),
        ),
      ];
    }),
  );
}
