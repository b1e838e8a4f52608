import * as vscode from 'vscode';
import type { BaseImageScope } from '../../core/consoles/resources.ts';
import { isBaseImageScope } from '../../core/consoles/resourceText.ts';
import { note, pick } from '../platform/dialogs.ts';
import { multiStepInput, type Step } from '../platform/multiStepInput.ts';
import { CanceledError } from '../../core/util/errors.ts';
import type { ConsoleHandle } from '../workspace/consoleRegistry.ts';
import { replaceTextFile } from '../workspace/writeTextFile.ts';
import { chooseReadyConsole } from '../targets/targets.ts';
import { confirmDelete, confirmWrite, deletingEach, writing } from './writing.ts';
import type { ListServices } from './listServices.ts';
import type { RowActions } from './tableActions.ts';
import { reading } from '../connection/reading.ts';

interface Draft {
  id: string;
  description: string;
}

export async function addBaseImage(services: ListServices, row?: unknown): Promise<void> {
  await addTo(services, await chooseReadyConsole(services, row));
}

export async function deleteBaseImage(services: ListServices, row?: unknown): Promise<void> {
  const console = await chooseReadyConsole(services, row);
  const scopes = await read(services, console);
  const items = scopes.map((scope) => ({ label: scope.id, description: scope.description, scope }));
  const { scope } = await pick(items, { placeHolder: vscode.l10n.t('Which scope of base images?') });
  await remove(services, console, [scope]);
}

/** The command saves a download of the console and returns the file. */
export async function downloadBaseImages(
  services: ListServices,
  row?: unknown,
  target?: unknown,
): Promise<vscode.Uri> {
  const console = await chooseReadyConsole(services, row);
  const text = await reading(
    services.connections,
    console,
    vscode.l10n.t('base images'),
    (resources, signal) => resources.baseImages.csv(signal),
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

/** The message counts the other images. */
const mostImages = 5;

/** These actions belong to the table of base images. */
export function baseImageActions(services: ListServices, console: ConsoleHandle): RowActions {
  return {
    actions: [
      { label: vscode.l10n.t('Add…'), on: 'table', writes: true, run: () => addTo(services, console) },
      {
        label: vscode.l10n.t('Delete…'),
        on: 'rows',
        writes: true,
        run: async (rows) => {
          const chosen = new Set(rows.map(({ scope }) => scope));
          const scopes = (await read(services, console)).filter(({ id }) => chosen.has(id));
          await remove(services, console, scopes);
        },
      },
      {
        label: vscode.l10n.t('Download CSV…'),
        on: 'table',
        run: () => downloadBaseImages(services, { target: { kind: 'console', consoleId: console.id } }),
      },
    ],
  };
}

function read(services: ListServices, console: ConsoleHandle): Thenable<readonly BaseImageScope[]> {
  return reading(services.connections, console, vscode.l10n.t('base images'), (resources, signal) =>
    resources.baseImages.list(signal),
  );
}

async function addTo(services: ListServices, console: ConsoleHandle): Promise<void> {
  const taken = (await read(services, console)).map(({ id }) => id);
  const scope: Step<Draft> = async (input, draft) => {
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
  const description: Step<Draft> = async (input, draft) => {
    draft.description = await input.ask({
      prompt: vscode.l10n.t('Description, may stay empty'),
      value: draft.description,
    });
  };
  const draft = await multiStepInput<Draft>(vscode.l10n.t('Add Base Images'), [scope, description], {
    id: '',
    description: '',
  });
  await confirmWrite(console, {
    message: vscode.l10n.t('Add the base images {0} to {1}?', draft.id, console.entry.name),
    detail: [
      ...(draft.description === '' ? [] : [draft.description]),
      vscode.l10n.t('The console looks for images of this scope among those it has scanned.'),
    ],
    verb: vscode.l10n.t('Add'),
  });
  await writing(services.connections, console, draft.id, (resources) => resources.baseImages.add(draft));
}

/** A scope is deleted with all its images, be only one of them selected. */
function imagesOf(images: BaseImageScope['images']): readonly string[] {
  const more = images.length - mostImages;
  return [
    ...images.slice(0, mostImages).map(({ name }) => `    ${name}`),
    ...(more > 0 ? [`    ${vscode.l10n.t('and {0} more', more)}`] : []),
  ];
}

async function remove(
  services: ListServices,
  console: ConsoleHandle,
  scopes: readonly BaseImageScope[],
): Promise<void> {
  if (scopes.length === 0) {
    return;
  }
  const show = { label: vscode.l10n.t('Show Base Images'), list: 'base-images' } as const;
  await confirmDelete(console, show, {
    message:
      scopes.length === 1
        ? vscode.l10n.t('Delete 1 scope of base images of {0}?', console.entry.name)
        : vscode.l10n.t('Delete {0} scopes of base images of {1}?', scopes.length, console.entry.name),
    detail: scopes.flatMap(({ id, description, images }) => [
      description === '' ? `− ${id}` : `− ${id} (${description})`,
      ...imagesOf(images),
    ]),
  });
  await deletingEach(
    services.connections,
    console,
    scopes,
    ({ id }) => id,
    (resources, scope) => resources.baseImages.remove(scope),
  );
}
