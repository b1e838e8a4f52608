import type { SavedTexts } from '../../src/vscode/workspace/writeTextFile.ts';

/** Files whose saved text below unsaved edits is this one, or unknown. */
export function savedTextsOf(text?: string): SavedTexts {
  return { savedText: () => text } as Pick<SavedTexts, 'savedText'> as SavedTexts;
}
