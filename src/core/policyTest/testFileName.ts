import type { Spelling } from '../policy/policyFile.ts';

/** A larger file is not read. */
export const MAX_TEST_FILE_BYTES = 256 * 1024;

/** `<anything>.policy-test.yaml`, at any depth in the folder of a console. */
const ending = /\.policy-test\.(json|ya?ml)$/;

/** Undefined for any other file. */
export function testSpellingOf(path: string): Spelling | undefined {
  const [, found] = ending.exec(path) ?? [];
  return found === undefined ? undefined : found === 'json' ? 'json' : 'yaml';
}

export function testFileName(target: string, spelling: Spelling): string {
  return `${target}.policy-test.${spelling}`;
}
