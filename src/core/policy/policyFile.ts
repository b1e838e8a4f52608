import { policyKind, type PolicyName } from './families.ts';
import { ExpectedError } from '../util/errors.ts';

/** The two spellings of a policy file. Every feature works in both. */
export type Spelling = 'json' | 'yaml';

/** The policy and its console: the address of every operation. */
export interface PolicyRef {
  /** The console's name in `ordinance.yaml`. */
  readonly console: string;
  readonly policy: PolicyName;
}

export function fileName(target: string, spelling: Spelling): string {
  return `${target}.policy.${spelling}`;
}

/** Every name that the file of a policy may have. */
export function fileNames(target: string): readonly string[] {
  return [fileName(target, 'yaml'), `${target}.policy.yml`, fileName(target, 'json')];
}

export function spellingOf(path: string): Spelling | undefined {
  if (path.endsWith('.policy.json')) {
    return 'json';
  }
  return /\.policy\.ya?ml$/.test(path) ? 'yaml' : undefined;
}

/** Returns the policy named by the last two segments of a path: `…/<family>/<target>.policy.yaml`. */
export function policyNameOfPath(path: string): PolicyName | undefined {
  const match = /(?<![^/\\])([^/\\]+)[/\\]([^/\\]+)\.policy\.(?:json|ya?ml)$/.exec(path);
  return match ? policyKind(`${match[1]}/${match[2]}`)?.name : undefined;
}

/** Ordinance cannot know which file is right, and choosing one would lose the other. */
export function severalFilesError(policy: PolicyName, files: readonly string[]): ExpectedError {
  return new ExpectedError('several-files', `${policy} has more than one file: ${files.join(', ')}.`, {
    advice: 'Keep the right file, and remove the others.',
  });
}

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
