import type { Page } from 'playwright-core';

/** The part of Playwright behind a page, as far as it is used here. */
interface Inside {
  readonly _connection?: {
    toImpl?(page: Page):
      | {
          readonly delegate?: {
            readonly _mainFrameSession?: {
              readonly _client?: { send(method: 'Network.disable'): Promise<unknown> };
            };
          };
        }
      | undefined;
  };
}

/**
 * Lets the browser tell nothing any more of what a page sends and gets. Playwright hears of every message between a window and its
 * extension host, each in full, and no test asks for one. There is no public switch: where this one is missing, all is told as ever.
 */
export async function leaveUnheard(page: Page): Promise<void> {
  const inside = page as unknown as Inside;
  await inside._connection?.toImpl?.(page)?.delegate?._mainFrameSession?._client?.send('Network.disable');
}
