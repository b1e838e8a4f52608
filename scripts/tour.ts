import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mainJob, signIn } from '../test/workbench/mainJob.ts';
import { openSession } from '../test/workbench/session.ts';
import { temporaryFolder } from './lib/cleanup.ts';
import { Failure, firstLine, runScript } from './lib/failure.ts';
import { projectRoot } from './lib/paths.ts';
import { packExtension } from './package.ts';

/**
 * `npm run tour`: does the main job with the packed extension in the real workbench and leaves a picture of every step in `docs/images`. The
 * README's pictures come from here.
 */
const themes = [
  { name: 'dark', colorTheme: 'Dark Modern', scheme: 'dark' },
  { name: 'light', colorTheme: 'Light Modern', scheme: 'light' },
] as const;

/** Of the light theme only these are kept: they are there to show that it works. */
const alsoLight = new Set(['rules', 'plan']);

const uncluttered = {
  'editor.minimap.enabled': false,
  'window.commandCenter': false,
  'window.title': '${rootName}',
};

const images = join(projectRoot, 'docs', 'images');

async function tour(
  vsix: string,
  { name: theme, colorTheme, scheme }: (typeof themes)[number],
): Promise<void> {
  console.log(colorTheme);
  const session = await openSession({
    vsix,
    colorScheme: scheme,
    settings: { ...uncluttered, 'workbench.colorTheme': colorTheme },
    say: (line) => console.log(`  ${line}`),
  });
  try {
    await session.workbench.widenSideBar(80);
    for (const step of [signIn, ...mainJob]) {
      console.log(`  ${step.name}`);
      try {
        await step.run(session, async (picture, hovering) => {
          if (theme === 'dark' || alsoLight.has(picture)) {
            const path = join(images, `${picture}${theme === 'dark' ? '' : `-${theme}`}.png`);
            if (hovering === undefined) {
              await session.page.mouse.move(720, 899);
            }
            await session.settled();
            await session.page.screenshot({ path });
            console.log(`    ${path}`);
          }
        });
      } catch (error) {
        const picture = await session.picture('tour');
        throw new Failure(`the tour ended at "${step.name}" (${picture}): ${firstLine(error)}`, {
          cause: error,
        });
      }
    }
  } finally {
    await session.dispose();
  }
}

await runScript(async () => {
  await mkdir(images, { recursive: true });
  const folder = await temporaryFolder('tour');
  const vsix = await packExtension(folder.path);
  for (const theme of themes) {
    await tour(vsix, theme);
  }
  await folder.dispose();
});
