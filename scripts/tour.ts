import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mainJob, signIn, type Step } from '../test/workbench/mainJob.ts';
import { pictureSession, pictureSteps } from '../test/workbench/orderPicture.ts';
import { postureSteps } from '../test/workbench/posture.ts';
import { safetySettings, safetySteps } from '../test/workbench/safety.ts';
import { openSession, type SessionOptions } from '../test/workbench/session.ts';
import { weakerMove } from '../test/workbench/weakerMove.ts';
import { animatedPng, type Frame } from './lib/animatedPng.ts';
import { temporaryFolder } from './lib/cleanup.ts';
import { Failure, firstLine, runScript } from './lib/failure.ts';
import { projectRoot } from './lib/paths.ts';
import { pictureFolder, picturesInPages } from './lib/pictures.ts';
import { packExtension } from './package.ts';

/**
 * `npm run tour` does the main job with the packed extension in the real workbench. Then it shows a conflict
 * with someone else, the order as a picture, and the SaaS posture, each in a dark and a light theme. Every
 * step offers a picture. Pictures that a page shows go to `docs/images`. Words after `--` choose parts: `npm
 * run tour -- posture light`. Pictures named `film-…` become the frames of the moving picture of the README.
 */
interface Part {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly session: SessionOptions;
}

const uncluttered = {
  'editor.minimap.enabled': false,
  'window.commandCenter': false,
  'window.title': '${rootName}',
};

/** Pages show the dark pictures and link to the light ones. */
const themes = [
  { theme: 'Dark Modern', colorScheme: 'dark', suffix: '' },
  { theme: 'Light Modern', colorScheme: 'light', suffix: '-light' },
] as const;

const images = join(projectRoot, pictureFolder);

const FILM = 'tour';
const secondsPerFrame = 3;

function parts(vsix: string): readonly Part[] {
  return [
    { name: 'the main job', steps: [signIn, ...mainJob], session: { vsix } },
    { name: 'a move that weakens a decision', steps: [signIn, ...weakerMove], session: { vsix } },
    {
      name: 'when someone else was faster',
      steps: safetySteps,
      session: { settings: safetySettings },
    },
    { name: 'the order as a picture', steps: pictureSteps, session: pictureSession },
    { name: 'the SaaS posture', steps: postureSteps, session: {} },
  ];
}

async function tour(
  { name, steps, session: options }: Part,
  shown: ReadonlySet<string>,
  { theme, colorScheme, suffix }: (typeof themes)[number],
): Promise<void> {
  console.log(`${name}, ${colorScheme}`);
  const session = await openSession({
    ...options,
    colorScheme,
    painted: true,
    settings: { ...uncluttered, 'workbench.colorTheme': theme, ...options.settings },
    say: (line) => console.log(`  ${line}`),
  });
  const film = `${FILM}${suffix}.png`;
  const frames: Frame[] = [];
  try {
    await session.workbench.widenSideBar(80);
    for (const step of steps) {
      console.log(`  ${step.name}`);
      try {
        await step.run(session, async (picture, hovering) => {
          if (picture.startsWith('film-')) {
            if (shown.has(`${pictureFolder}/${film}`)) {
              await session.page.mouse.move(720, 899);
              await session.settled();
              frames.push({ png: await session.page.screenshot(), seconds: secondsPerFrame });
            }
            return;
          }
          const file = `${picture}${suffix}.png`;
          if (shown.has(`${pictureFolder}/${file}`)) {
            const path = join(images, file);
            if (hovering === undefined) {
              await session.page.mouse.move(720, 899);
            }
            await session.settled();
            if ((await session.page.locator('.notifications-toasts .codicon-error').count()) > 0) {
              throw new Failure('the window shows an error, so the picture is not usable');
            }
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
    if (frames.length > 0) {
      await writeFile(join(images, film), animatedPng(frames));
      console.log(`    ${join(images, film)}`);
    }
  } finally {
    await session.dispose();
  }
}

await runScript(async () => {
  await mkdir(images, { recursive: true });
  const folder = await temporaryFolder('tour');
  const vsix = await packExtension(folder.path);
  const words = process.argv.slice(2);
  const shown = await picturesInPages();
  const chosen = themes
    .flatMap((theme) => parts(vsix).map((part) => ({ part, theme })))
    .filter(({ part, theme }) => words.every((word) => `${part.name}, ${theme.colorScheme}`.includes(word)));
  if (chosen.length === 0) {
    throw new Failure(`no part of the tour is called ${words.join(' ')}`);
  }
  for (const { part, theme } of chosen) {
    await tour(part, shown, theme);
  }
  await folder.dispose();
});
