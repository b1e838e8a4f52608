import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSampleWorkspace } from '../../scripts/lib/sample.ts';
import { readPolicyText } from '../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../src/core/document/updatedText.ts';
import { policyKind } from '../../src/core/policy/families.ts';
import { arrayAt, isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json/json.ts';
import type { Spelling } from '../../src/core/policy/policyFile.ts';
import { syncContextOf } from '../../src/core/sync/syncContext.ts';
import { DiskWorkingCopies } from '../../src/core/sync/diskWorkingCopies.ts';
import { silentLogger } from '../../src/core/util/logger.ts';
import { generatedPolicy } from '../policies.ts';
import { testSeal } from '../../test/unit/sync/testSeal.ts';
import { testDestination } from '../../test/unit/sync/testDestination.ts';
import { pullPolicies } from '../../src/core/sync/pull.ts';

/** Path of the policy's file inside the workspace. */
export const policyFile = (spelling: Spelling): string =>
  `policies/sandbox/vulnerability/images.policy.${spelling}`;

/** Every rule for the collection that every console has: nothing is wrong with them. */
function cleanPolicy(count: number): JsonObject {
  const policy = generatedPolicy(count);
  for (const rule of arrayAt(policy, 'rules').filter(isJsonObject)) {
    (rule as Map<string, JsonValue>).set('collections', [new Map([['name', 'All']])]);
  }
  return policy;
}

/** The data of a policy text that this folder wrote. */
export function parsePolicyText(text: string, spelling: Spelling): JsonObject {
  const value = readPolicyText(text, spelling, policyKind('vulnerability/images')).value();
  if (!value) {
    throw new TypeError('a written policy can be read');
  }
  return value;
}

/** A policy text with `count` more rules at its end. */
export function addRules(text: string, spelling: Spelling, count: number): string {
  const policy = parsePolicyText(text, spelling);
  const rules = arrayAt(policy, 'rules');
  const added = arrayAt(cleanPolicy(rules.length + count), 'rules').slice(rules.length);
  return writePolicyText(new Map(policy).set('rules', [...rules, ...added]), spelling);
}

/** The sample workspace with one policy of `count` rules, pulled from a console that held it. @returns its text */
export async function writePulledWorkspace(
  folder: string,
  url: string,
  spelling: Spelling,
  count: number,
): Promise<string> {
  await writeSampleWorkspace(folder, url);
  const consoleFile = join(folder, 'ordinance.yaml');
  await writeFile(consoleFile, `format: ${spelling}\n${await readFile(consoleFile, 'utf8')}`);
  const kind = policyKind('vulnerability/images');
  if (!kind) {
    throw new TypeError('there are policies of images');
  }
  const policyFolder = join(folder, 'policies', 'sandbox');
  const never = (): Promise<never> => Promise.reject(new Error('only read'));
  const sync = syncContextOf({
    console: 'sandbox',
    seal: testSeal,
    live: {
      readPolicy: async () => ({ text: writePolicyText(cleanPolicy(count), 'json'), replace: never }),
      collectionNames: never,
      destination: { ...testDestination, url },
    },
    whereabouts: { url },
    copies: new DiskWorkingCopies(policyFolder, folder),
    paths: { policyFolder, storeFolder: join(folder, '.ordinance') },
    logger: silentLogger,
  });
  const { failed } = await pullPolicies(sync, [kind], {
    format: spelling,
    chooseOverwrite: () => Promise.resolve('overwrite'),
  });
  if (failed[0]) {
    throw failed[0].error;
  }
  return readFile(join(folder, policyFile(spelling)), 'utf8');
}
