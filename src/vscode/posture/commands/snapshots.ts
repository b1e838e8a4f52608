import * as vscode from 'vscode';
import { compareSnapshots } from '../../../core/posture/compareSnapshots.ts';
import { comparisonMarkdown } from '../../../core/posture/markdown.ts';
import {
  readSnapshot,
  snapshotFileName,
  snapshotSuffix,
  snapshotTime,
  writeSnapshot,
  type PostureSnapshot,
} from '../../../core/posture/snapshot.ts';
import { pick, showMessage } from '../../platform/dialogs.ts';
import { withProgress } from '../../platform/progress.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import { comparisonPage } from '../pages/pageBodies.ts';
import { nameIn, type PageName } from '../../platform/openPages.ts';
import type { PosturePage } from '../pages/posturePages.ts';
import { readTenant, requestsInFlight } from '../postureReadings.ts';
import type { PostureSource } from '../postureSources.ts';
import { shownPath, workingText } from '../../workspace/textFiles.ts';
import { momentWords } from '../../workspace/whenWords.ts';
import { replaceTextFile } from '../../workspace/writeTextFile.ts';
import { chooseSource, type PostureTarget, type Posture } from './postureTarget.ts';
import { showText } from './rowCommands.ts';

/** The whole tenant as the open overview page shows it. */
export function shownTenant({ pages }: Posture, sourceId: string): PostureSnapshot | undefined {
  return pages.get(['overview', sourceId])?.page?.tenant;
}

/** Reads every application again, with progress and a way to cancel. */
export async function readWholeTenant(posture: Posture, source: PostureSource): Promise<PostureSnapshot> {
  const { name } = source.console.entry;
  return withProgress(
    { title: vscode.l10n.t('Reading the posture of {0} ({1} requests at a time)', name, requestsInFlight) },
    (signal, report) =>
      readTenant(posture.readings, { id: source.id, name }, signal, (done, total) =>
        report(vscode.l10n.t('{0} of {1} requests', done, total), total === 0 ? 1 : done / total),
      ),
  );
}

/** Writes a dated file in the workspace: the tenant of the overview page for a link of this page, otherwise a new read. */
export async function saveSnapshot(posture: Posture, target: PostureTarget): Promise<vscode.Uri> {
  const source = await chooseSource(posture, target);
  const shown = target.kind === 'tenant' ? shownTenant(posture, source.id) : undefined;
  const snapshot = shown ?? (await readWholeTenant(posture, source));
  const uri = vscode.Uri.joinPath(folderOf(source), snapshotFileName(new Date(snapshot.takenAt)));
  await replaceTextFile(uri, writeSnapshot(snapshot));
  showMessage('info', vscode.l10n.t('Saved {0}', vscode.workspace.asRelativePath(uri)), {
    label: vscode.l10n.t('Open'),
    run: () => vscode.window.showTextDocument(uri),
  });
  return uri;
}

/** Compares two saved snapshots, or one with now. Resolves to the name of the page. */
export async function compareSnapshotsCommand(
  posture: Posture,
  target: PostureTarget,
  files?: unknown,
): Promise<PageName> {
  const source = await chooseSource(posture, target);
  const uris = Array.isArray(files) ? files.filter((file) => file instanceof vscode.Uri) : [];
  const saved = await savedSnapshots(source);
  if (saved.length === 0) {
    throw new ExpectedError(
      'no-snapshot',
      vscode.l10n.t('There is no saved snapshot of {0}.', source.console.entry.name),
      {
        advice: vscode.l10n.t('First save one: "Save Posture Snapshot" in the SaaS Posture view.'),
      },
    );
  }
  const first = uris[0] ?? (await choose(saved, vscode.l10n.t('Compare which snapshot…'), false));
  const second =
    uris.length > 0
      ? uris[1]
      : await choose(
          saved.filter((uri) => uri !== first),
          vscode.l10n.t('Compare with which snapshot?'),
          true,
        );
  const name = ['comparison', source.id, first?.toString() ?? '', second?.toString() ?? ''];
  await posture.pages.open(name);
  return name;
}

/** The comparison of two snapshots by their files. No file is now. */
export async function comparisonOf(
  posture: Posture,
  source: PostureSource,
  [first = '', second = '']: readonly string[],
): Promise<PosturePage> {
  const saved = await open(first);
  const other = second === '' ? await readWholeTenant(posture, source) : await open(second);
  const [before, after] = saved.takenAt > other.takenAt ? [other, saved] : [saved, other];
  const comparison = compareSnapshots(before, after);
  return {
    title: vscode.l10n.t('{0}: changes of posture', after.console),
    body: comparisonPage(['comparison', source.id, first, second], before, after, comparison),
    document: { console: after.console, text: comparisonMarkdown(before, after, comparison) },
  };
}

/** The comparison of a page as a document. */
export async function openComparison(posture: Posture, name: unknown): Promise<vscode.Uri> {
  const { document } = posture.pages.get(nameIn(name))?.page ?? {};
  if (!document) {
    throw new ExpectedError('no-comparison', vscode.l10n.t('First compare two snapshots.'));
  }
  return showText(posture, document.console, { name: 'comparison', extension: 'md' }, document.text);
}

function folderOf({ console }: PostureSource): vscode.Uri {
  return vscode.Uri.joinPath(console.folder.uri, 'posture', console.entry.name);
}

/** Newest first. */
async function savedSnapshots(source: PostureSource): Promise<readonly vscode.Uri[]> {
  const pattern = new vscode.RelativePattern(folderOf(source), `*${snapshotSuffix}`);
  const uris = await vscode.workspace.findFiles(pattern, null);
  return uris.toSorted((a, b) => (a.path < b.path ? 1 : -1));
}

async function choose(
  files: readonly vscode.Uri[],
  placeHolder: string,
  withNow: boolean,
): Promise<vscode.Uri | undefined> {
  const items: (vscode.QuickPickItem & { uri?: vscode.Uri })[] = [
    ...(withNow
      ? [{ label: vscode.l10n.t('Now'), description: vscode.l10n.t('reads every application') }]
      : []),
    ...files.map((uri) => {
      const name = uri.path.split('/').at(-1) ?? '';
      const at = snapshotTime(name);
      return at
        ? { label: momentWords(at), description: name, uri }
        : { label: name.replace(snapshotSuffix, ''), uri };
    }),
  ];
  return (await pick(items, { placeHolder, matchOnDescription: true })).uri;
}

async function open(address: string): Promise<PostureSnapshot> {
  const uri = vscode.Uri.parse(address, true);
  const file = await workingText(uri);
  const snapshot = file === undefined ? undefined : readSnapshot(file);
  if (snapshot === 'unknown-version') {
    throw new ExpectedError(
      'not-a-snapshot',
      vscode.l10n.t('This release cannot read {0}, a posture snapshot of another version.', shownPath(uri)),
    );
  }
  if (!snapshot) {
    throw new ExpectedError(
      'not-a-snapshot',
      vscode.l10n.t('{0} is not a posture snapshot.', shownPath(uri)),
    );
  }
  return snapshot;
}
