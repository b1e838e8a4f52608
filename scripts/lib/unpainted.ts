import type { Page, PageScreenshotOptions } from 'playwright-core';

const unpaintedStyle = `if (window === window.top) {
  const sheet = new CSSStyleSheet();
  const moving = 'animation-duration: 0s !important; animation-iteration-count: 1 !important';
  sheet.replaceSync('html { opacity: 0 } *, *::before, *::after { ' + moving + ' }');
  document.adoptedStyleSheets.push(sheet);
}`;

/**
 * Leaves a page unpainted until a screenshot, and ends animations at once. Without a graphics card, painting
 * takes more processor time than many tests. Elements keep their layout, and can be focused and clicked.
 */
export async function leaveUnpainted(page: Page): Promise<void> {
  await page.addInitScript({ content: unpaintedStyle });
}

/** Options of a screenshot of any page. */
export const painted: Pick<PageScreenshotOptions, 'style'> = { style: 'html { opacity: 1 !important }' };
