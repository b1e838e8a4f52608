import { bodyStories } from './bodyStories.ts';
import { colleagueStories } from './colleagueStories.ts';
import { diskStories } from './diskStories.ts';
import { networkStories } from './networkStories.ts';
import { processStories } from './processStories.ts';
import { secretStories } from './secretStories.ts';
import { sessionStories } from './sessionStories.ts';
import { sspmStories } from './sspmStories.ts';
import type { Story } from './story.ts';

export const stories: readonly Story[] = [
  ...colleagueStories,
  ...sessionStories,
  ...bodyStories,
  ...networkStories,
  ...diskStories,
  ...processStories,
  ...secretStories,
  ...sspmStories,
];
