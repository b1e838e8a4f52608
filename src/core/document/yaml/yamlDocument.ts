import { nodeOfTape } from '../parser/fromTape.ts';
import { Tape } from '../parser/tape.ts';
import { readWithLibrary, type LibraryReading } from './libraryYaml.ts';
import { YamlScanner } from './scanYaml.ts';
import { TooDeep } from './yamlDepth.ts';
import { tooDeep } from './yamlProblems.ts';
import { Unsure } from './yamlScalars.ts';

/** Reads a whole text into nodes, fast where that is certain. `largest`: characters that the library may be given. */
export function readYamlDocument(text: string, largest?: number): LibraryReading {
  const tape = new Tape();
  try {
    new YamlScanner(text, tape).document(0);
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
  const root = tape.length > 0 ? nodeOfTape(tape, 0, text, 0) : undefined;
  return { root, problems: [], fatal: false, openAliases: [] };
}
