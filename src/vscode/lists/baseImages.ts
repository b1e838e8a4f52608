import * as vscode from 'vscode';
import { type BaseImageScope, isBaseImageScope } from '../../core/consoleFile/resources.ts';
import { note } from '../platform/dialogs.ts';
import { multiStepInput, type Step } from '../platform/multiStepInput.ts';
import { CanceledError } from '../../core/util/errors.ts';
import { firstLines } from '../../core/util/firstLines.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import { replaceTextFile } from '../workspace/writeTextFile.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import type { TableAction } from '../table/tableContent.ts';
import { askDescription, descriptionLines, ListCommands, type ListTable } from './editableList.ts';
import type { FeatureServices } from '../featureServices.ts';

interface Draft {
  id: string;
  description: string;
}

export const baseImages = new ListCommands<BaseImageScope, Readonly<Draft>>({
  list: 'base-images',
  column: 'scope',
  words: () => ({
    entry: vscode.l10n.t('scope of base images'),
    entries: vscode.l10n.t('scopes of base images'),
    which: vscode.l10n.t('Which scope of base images?'),
  }),
  read: (resources, signal) => resources.baseImages.list(signal),
  columns: ['scope', 'description', 'image', 'topLayer', { key: 'created', kind: 'date' }],
  rows({ id, description, images }) {
    const scope = { scope: id, description };
    const rows = images.map(({ name, topLayer, created }) => ({ ...scope, image: name, topLayer, created }));
    return rows.length > 0 ? rows : [scope];
  },
  nameOf: ({ id }) => id,
  item: ({ description }) => ({ description }),
  ask(_entry, taken) {
    const askScope: Step<Draft> = async (input, draft) => {
      draft.id = await input.ask({
        prompt: vscode.l10n.t('Scope: registry/repository:tag, with wildcards in the tag only'),
        placeholder: 'registry.example/base/debian:*',
        value: draft.id,
        validate: (text) => {
          if (taken.includes(text)) {
            return vscode.l10n.t('This scope is already listed.');
          }
          return isBaseImageScope(text) ? undefined : vscode.l10n.t('Type registry/repository:tag.');
        },
      });
    };
    return multiStepInput<Draft>(vscode.l10n.t('Add Base Images'), [askScope, askDescription], {
      id: '',
      description: '',
    });
  },
  changes: (draft) => [
    ...descriptionLines(draft),
    vscode.l10n.t('The console looks for images of this scope among those it has scanned.'),
  ],
  add: (resources, draft) => resources.baseImages.add(draft),
  deletion: (scopes) =>
    scopes.flatMap(({ id, description, images }) => [
      description === '' ? `− ${id}` : `− ${id} (${description})`,
      ...imagesOf(images),
    ]),
  remove: (resources, scope) => resources.baseImages.remove(scope),
});

/** The message counts the other images. */
const MAX_IMAGES = 5;

/** A scope is deleted with all its images, be only one of them selected. */
function imagesOf(images: BaseImageScope['images']): readonly string[] {
  return firstLines(
    images,
    MAX_IMAGES,
    ({ name }) => `    ${name}`,
    (more) => `    ${vscode.l10n.t('and {0} more', more)}`,
  );
}

/** The table of base images with their download. */
export function baseImageTable(services: FeatureServices, console: ConsoleHandle): ListTable {
  const table = baseImages.table(services, console);
  const download: TableAction = {
    label: vscode.l10n.t('Download CSV…'),
    on: 'table',
    run: () => downloadBaseImages(services, { target: { kind: 'console', consoleId: console.id } }),
  };
  return { ...table, actions: [...table.actions, download] };
}

/** The command saves a download of the console and returns the file. */
export async function downloadBaseImages(
  services: FeatureServices,
  row?: unknown,
  target?: unknown,
): Promise<vscode.Uri> {
  const console = await chooseReadyConsole(services, row);
  const text = await services.connections.read(
    console,
    vscode.l10n.t('base images'),
    ({ resources }, signal) => resources.baseImages.csv(signal),
  );
  const file =
    target instanceof vscode.Uri
      ? target
      : await vscode.window.showSaveDialog({
          defaultUri: vscode.Uri.joinPath(console.folder.uri, `base-images-${console.entry.name}.csv`),
          filters: { CSV: ['csv'] },
        });
  if (!file) {
    throw new CanceledError();
  }
  await replaceTextFile(file, text);
  note(vscode.l10n.t('Saved {0}', file.fsPath));
  return file;
}
