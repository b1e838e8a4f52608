import * as vscode from 'vscode';
import { checkCollectionsFile } from '../../core/assist/consoleFile/checkCollectionsFile.ts';
import { withSeverities } from '../../core/assist/findings/shownDiagnostics.ts';
import { LineIndex } from '../../core/document/text.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { messageOf } from '../../core/util/errors.ts';
import { diagnostic } from '../platform/languageTexts.ts';
import { rangeIn } from '../workspace/textEdits.ts';
import { readFromDisk } from '../workspace/textFiles.ts';
import { collectionsFileOf } from '../workspace/consoleLookups.ts';
import type { FeatureServices } from '../featureServices.ts';

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
