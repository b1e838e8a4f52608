import type { Spelling } from '../policy/policyFile.ts';
import { readJsonText } from './json/splitJson.ts';
import { readWholeYaml, settledFile, type WholeFile } from './wholeYaml.ts';

/** Reads a file that is no policy, in either spelling, as `readWholeYaml` does. */
export function readWholeFile(text: string, spelling: Spelling, name: string): WholeFile {
  if (spelling === 'yaml') {
    return readWholeYaml(text, name);
  }
  return settledFile(text, readJsonText(text), name);
}
