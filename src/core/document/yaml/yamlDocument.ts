import type { TextReading } from '../reading/pieces.ts';
import { readWithLibrary } from './libraryYaml.ts';
import { YamlScanner } from './scanYaml.ts';
import { TooDeep } from './yamlDepth.ts';
import { tooDeep } from './yamlProblems.ts';
import { Unsure } from './yamlScalars.ts';

/** Reads a whole text into nodes, fast where that is certain. `largest`: characters that the library may be given. */
export function readYamlDocument(text: string, largest?: number): TextReading {
  try {
    const root = new YamlScanner(text).document(0);
    return { root, problems: [], fatal: false, openAliases: [] };
  } catch (error) {
    if (error instanceof Unsure) {
      return readWithLibrary(text, 0, largest);
    }
    if (error instanceof TooDeep) {
      const problems = [tooDeep({ start: error.at, end: error.at + 1 })];
      return { root: undefined, problems, fatal: true, openAliases: [] };
    }
    throw error;
  }
}
