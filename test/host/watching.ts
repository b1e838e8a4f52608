import { setTimeout as delay } from 'node:timers/promises';
import { RelativePattern, Uri, workspace } from 'vscode';

const name = '.probe';

/**
 * Until the editor sees what happens on disk. A folder that is made while it begins to watch may stay unseen as long as
 * the window is open.
 */
export async function watching(): Promise<void> {
  const [folder] = workspace.workspaceFolders ?? [];
  if (!folder) {
    return;
  }
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, name));
  const seen = new Promise<true>((resolve) => {
    watcher.onDidCreate(() => resolve(true));
    watcher.onDidChange(() => resolve(true));
  });
  const probe = Uri.joinPath(folder.uri, name);
  do {
    await workspace.fs.writeFile(probe, Buffer.from(String(Date.now())));
  } while (!(await Promise.race([seen, delay(100, false)])));
  watcher.dispose();
  await workspace.fs.delete(probe);
}
