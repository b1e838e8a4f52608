import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './paths.ts';
import { firstLine } from './failure.ts';
import { serverVersion } from './serverBuild.ts';

export type Desktop =
  | { readonly kind: 'desktop'; readonly executable: string }
  | { readonly kind: 'none'; readonly reason: string };

/** Finds a desktop VS Code, if this computer has a display and can download it. */
export async function findDesktop(root = cacheFolder(), env = process.env): Promise<Desktop> {
  if (env['ORDINANCE_VSCODE'] === 'server') {
    return { kind: 'none', reason: 'ORDINANCE_VSCODE=server' };
  }
  if (process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return { kind: 'none', reason: 'this computer has no display' };
  }
  try {
    // Loads the package only here, because it is useless without a display.
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
