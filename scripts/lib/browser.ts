import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { cachedFolder } from './cached.ts';
import { Failure, firstLine } from './failure.ts';
import { cacheFolder, projectRoot } from './paths.ts';
import { startProcess } from './processes.ts';

/** Flags for a closed network and for a container: small shared memory, no user namespaces, no GPU. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

/** The fonts of this computer and those of the browser package, because some computers have none. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Ends a browser that hangs. A busy computer starts it slowly. */
const startSeconds = 180;

interface Candidate {
  readonly executable: string;
  readonly env?: Record<string, string>;
}

/** Starts a headless browser: the one of this computer, else the one from npm. */
export async function launchBrowser(say: (line: string) => void): Promise<Browser> {
  const failures: string[] = [];
  for (const candidate of [...installed(), ...(await packaged())]) {
    try {
      const env = { ...process.env, ...candidate.env } as Record<string, string>;
      const browser = await chromium.launch({
        executablePath: candidate.executable,
        args: flags,
        env,
        timeout: startSeconds * 1000,
      });
      say(`browser: ${candidate.executable} (${browser.version()})`);
      return browser;
    } catch (error) {
      failures.push(`${candidate.executable}: ${firstLine(error)}`);
    }
  }
  throw new Failure(
    failures.length === 0
      ? 'no browser: install Chrome or Chromium (the one from npm is for Linux on x64 only)'
      : `no browser starts: ${failures.join('; ')}`,
  );
}

function installed(): Candidate[] {
  const own = process.env['CHROME_PATH'];
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const standardPaths = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
      const folder = process.env[name];
      return folder === undefined ? [] : [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')];
    }),
  ];
  return [...(own ? [own] : []), ...onPath, ...standardPaths]
    .filter(existsSync)
    .slice(0, 2)
    .map((executable) => ({ executable }));
}

/**
 * The browser from npm: first with the libraries of this computer, then with the few that it brings along.
 */
async function packaged(): Promise<Candidate[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return [];
  }
  const manifest = readFileSync(join(projectRoot, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = await cachedFolder(cacheFolder(), `chromium-${version}-2`, async (draft) => {
    const script = fileURLToPath(new URL('unpackBrowser.ts', import.meta.url));
    const running = startProcess(process.execPath, [script], {
      cwd: projectRoot,
      env: { ...process.env, TMPDIR: draft },
    });
    if ((await running.ended) !== 0) {
      throw new Failure(`could not unpack the browser: ${running.tail()}`);
    }
    await writeFile(join(draft, 'fonts', 'fonts.conf'), fontsConf);
  });
  const executable = join(folder, 'chromium');
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts', 'fonts.conf') };
  const libraries = [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return [
    { executable, env: fonts },
    { executable, env: { ...fonts, LD_LIBRARY_PATH: libraries } },
  ];
}
