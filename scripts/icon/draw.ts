import { readFile, writeFile } from 'node:fs/promises';
import { launchBrowser } from '../lib/browser.ts';

/** Draws `media/icon.png` from `icon.svg`: `node scripts/icon/draw.ts` after a change of the drawing. */
const size = 256;
const drawing = await readFile(new URL('icon.svg', import.meta.url), 'utf8');
const browser = await launchBrowser(() => undefined);
try {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
  const picture = await page.screenshot({ omitBackground: true });
  await writeFile(new URL('../../media/icon.png', import.meta.url), picture);
} finally {
  await browser.close();
}
