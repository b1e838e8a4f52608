import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mainJob, signIn, type Step } from '../test/workbench/mainJob.ts';
import { postureSteps } from '../test/workbench/posture.ts';
import { safetySettings, safetySteps } from '../test/workbench/safety.ts';
import { openSession, type SessionOptions } from '../test/workbench/session.ts';
import { temporaryFolder } from './lib/cleanup.ts';
import { Failure, firstLine, runScript } from './lib/failure.ts';
import { projectRoot } from './lib/paths.ts';
import { packExtension } from './package.ts';

/**
 * `npm run tour`: does the main job with the packed extension in the real workbench and leaves a picture of every step in
 * `docs/images`; then what happens when somebody else was faster, and the SaaS posture, with a few pictures of each. The
 * README's pictures come from here.
 */
interface Part {
  readonly name: string;
  readonly theme: keyof typeof themes;
  readonly steps: readonly Step[];
  /** Pictures that are kept; all of them unless given. */
  readonly only?: ReadonlySet<string>;
  readonly session: SessionOptions;
}

const themes = {
  dark: { colorTheme: 'Dark Modern', colorScheme: 'dark' },
  light: { colorTheme: 'Light Modern', colorScheme: 'light' },
} as const;

const uncluttered = {
  'editor.minimap.enabled': false,
  'window.commandCenter': false,
  'window.title': '${rootName}',
};

const images = join(projectRoot, 'docs', 'images');

function parts(vsix: string): readonly Part[] {
  const job = { steps: [signIn, ...mainJob], session: { vsix } };
  return [
    { ...job, name: 'the main job', theme: 'dark' },
    // Of the light theme only these are kept: they are there to show that it works.
    { ...job, name: 'the main job in light', theme: 'light', only: new Set(['rules', 'plan']) },
    {
      name: 'when somebody else was faster',
      theme: 'dark',
      steps: safetySteps,
      only: new Set(['conflicts', 'history', 'source-control']),
      session: { settings: safetySettings },
    },
    {
      name: 'the SaaS posture',
      theme: 'dark',
      steps: postureSteps,
      only: new Set(['posture-overview']),
      session: {},
    },
  ];
}

async function tour({ name, theme, steps, only, session: options }: Part): Promise<void> {
  console.log(name);
  const { colorTheme, colorScheme } = themes[theme];
  const session = await openSession({
    ...options,
    colorScheme,
    settings: { ...uncluttered, ...options.settings, 'workbench.colorTheme': colorTheme },
    say: (line) => console.log(`  ${line}`),
  });
  try {
    await session.workbench.widenSideBar(80);
    for (const step of steps) {
      console.log(`  ${step.name}`);
      try {
        await step.run(session, async (picture, hovering) => {
          if (only?.has(picture) ?? true) {
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
  for (const part of parts(vsix)) {
    await tour(part);
  }
  await folder.dispose();
});
