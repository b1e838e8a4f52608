import type { ConsoleHandle } from './consoleRegistry.ts';

/**
 * What a sync is made for: with another address, login or folder another one begins, which knows nothing of what was read. Whether
 * the console is protected is asked anew by every push.
 */
export function fixedIn({ entry, policyFolder }: Pick<ConsoleHandle, 'entry' | 'policyFolder'>): string {
  const { protected: _, ...fixed } = entry;
  return JSON.stringify([policyFolder.toString(), fixed]);
}
