import type { Page, PageScreenshotOptions } from 'playwright-core';

const unseen = `if (window === window.top) {
  const sheet = new CSSStyleSheet();
  const moving = 'animation-duration: 0s !important; animation-iteration-count: 1 !important';
  sheet.replaceSync('html { opacity: 0 } *, *::before, *::after { ' + moving + ' }');
  document.adoptedStyleSheets.push(sheet);
}`;

/**
 * Lets nothing of a page be painted until a picture of it is taken: without a graphics card to paint takes the processor longer than
 * much of what is tested. What turns as long as something is awaited, sixty times a second, is at its end at once. All that is there is
 * laid out, and can be focused and clicked, as ever.
 */
export async function leaveUnpainted(page: Page): Promise<void> {
  await page.addInitScript({ content: unseen });
}

/** Options of a screenshot of any page. */
export const painted: Pick<PageScreenshotOptions, 'style'> = { style: 'html { opacity: 1 !important }' };
