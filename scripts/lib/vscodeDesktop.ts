import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './paths.ts';
import { firstLine } from './failure.ts';
import { serverVersion } from './serverBuild.ts';

export type Desktop =
  | { readonly kind: 'desktop'; readonly executable: string }
  | { readonly kind: 'none'; readonly reason: string };

/** VS Code with a window of its own, where this machine can show one and its download can be reached. */
export async function findDesktop(root = cacheFolder(), env = process.env): Promise<Desktop> {
  if (env['ORDINANCE_VSCODE'] === 'server') {
    return { kind: 'none', reason: 'ORDINANCE_VSCODE=server' };
  }
  if (process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return { kind: 'none', reason: 'this machine has no display' };
  }
  try {
    // Loaded only when wanted: it is of no use where there is nothing to show.
    const { download, SilentReporter } = await import('@vscode/test-electron');
    const executable = await download({
      version: serverVersion(),
      cachePath: join(root, 'vscode-desktop'),
      reporter: new SilentReporter(),
      timeout: 20_000,
    });
    return existsSync(executable)
      ? { kind: 'desktop', executable }
      : { kind: 'none', reason: 'the downloaded VS Code is incomplete' };
  } catch (error) {
    return { kind: 'none', reason: `its download is not reachable: ${firstLine(error)}` };
  }
}
