import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SandboxConsole } from '../src/sandbox/sandboxConsole.ts';
import { build } from './build.ts';
import { runScript } from './lib/failure.ts';
import { projectRoot } from './lib/paths.ts';
import { startProcess } from './lib/processes.ts';
import { profileSettings } from './lib/profile.ts';
import {
  announceSandbox,
  commandLineVariables,
  sampleFolder,
  signInEnvironment,
  writeSampleWorkspace,
} from './lib/sample.ts';
import { serverVersion } from './lib/serverBuild.ts';
import { findDesktop } from './lib/vscodeDesktop.ts';
import { VsCodeServer } from './lib/vscodeServer.ts';
import { writeProfile } from './lib/writeProfile.ts';

/** `npm start` builds, starts the sandbox, opens VS Code with a workspace for it, and runs until Ctrl+C. */
interface Surroundings {
  readonly workspace: string;
  readonly dataFolder: string;
  readonly env: Record<string, string>;
}

const settings = profileSettings({ trusted: true });
const say = (line: string): void => console.log(line);

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      /** Keeps the workspace and profile of the last start. */
      keep: { type: 'boolean', default: false },
      /** Starts only the sandbox, for an editor that is already open. */
      'no-editor': { type: 'boolean', default: false },
    },
  });
  const surroundings = {
    workspace: join(sampleFolder, 'workspace'),
    dataFolder: join(sampleFolder, 'vscode'),
  };
  say('building');
  await build({ development: true });
  if (!values.keep) {
    await rm(sampleFolder, { recursive: true, force: true });
  }
  const sandbox = await SandboxConsole.start();
  await writeSampleWorkspace(surroundings.workspace, sandbox.url);
  await announceSandbox(sandbox);
  say(
    `sandbox console: ${sandbox.url}  access key ${sandbox.accessKey.id}, secret ${sandbox.accessKey.secret}`,
  );
  say(`workspace: ${surroundings.workspace}`);
  say('the command line, in another terminal:');
  say(`  export ${commandLineVariables(sandbox.url, sandbox.accessKey)}`);
  say(
    `  cd "${surroundings.workspace}" && "${process.execPath}" "${join(projectRoot, 'dist/ordinance.cjs')}" pull`,
  );
  say('a colleague: npm run colleague -- add | move | edit | delete, in another terminal');
  if (values['no-editor']) {
    say('Ctrl+C stops it.');
    return;
  }
  await openEditor({ ...surroundings, env: signInEnvironment(sandbox.url, sandbox.accessKey) });
});

async function openEditor({ workspace, dataFolder, env }: Surroundings): Promise<void> {
  const desktop = await findDesktop();
  if (desktop.kind === 'none') {
    const server = await VsCodeServer.start({ dataFolder, settings, env, say });
    say(
      `VS Code ${serverVersion()}, server build (${desktop.reason}). Open this address in a browser; Ctrl+C stops it:\n`,
    );
    say(`  ${server.address({ workspace, extensionDevelopmentPath: projectRoot })}\n`);
    return;
  }
  const user = join(dataFolder, 'user');
  await writeProfile(user, settings);
  const window = startProcess(
    desktop.executable,
    [
      workspace,
      `--extensionDevelopmentPath=${projectRoot}`,
      `--user-data-dir=${user}`,
      `--extensions-dir=${join(dataFolder, 'extensions')}`,
      '--skip-welcome',
      '--skip-release-notes',
    ],
    { env: { ...process.env, ...env } },
  );
  say(`VS Code ${serverVersion()} desktop is opening. Closing it or Ctrl+C stops everything.`);
  await window.ended;
  process.exit(0);
}
