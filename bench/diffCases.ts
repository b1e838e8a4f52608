import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { policyKind } from '../src/core/policy/families.ts';
import type { JsonObject } from '../src/core/json/json.ts';
import { parseJson } from '../src/core/json/jsonText.ts';
import { diffPolicies } from '../src/core/policy/ruleDiff.ts';
import { canonicalHash } from '../src/core/policy/canonical.ts';
import type { Case } from './case.ts';
import { caseOf } from './caseOf.ts';
import type { Change } from './changes.ts';
import { counted, grownBy } from './counted.ts';

const kind = policyKind('vulnerability/images');

/** Reads two texts, then answers with the number of records of their difference. */
type Differ = (before: string, after: string) => () => number;
type DifferFactory = () => Promise<Differ>;

/** As documents are read: their rules are hashed when they are compared. */
const ordinance: DifferFactory = () =>
  Promise.resolve((before, after) => {
    const [a, b] = [before, after].map((text) => parseJson(text)) as [JsonObject, JsonObject];
    canonicalHash(kind, a);
    canonicalHash(kind, b);
    return () => diffPolicies(kind, a, b).steps.length;
  });
/** Two documents that nothing is known of. */
const apart: DifferFactory = () =>
  Promise.resolve((before, after) => {
    const [a, b] = [before, after].map((text) => parseJson(text)) as [JsonObject, JsonObject];
    return () => diffPolicies(kind, a, b).steps.length;
  });
const peer = (diff: (a: object, b: object) => number): Differ => {
  return (before, after) => {
    const [a, b] = [before, after].map((text) => JSON.parse(text) as object) as [object, object];
    return () => diff(a, b);
  };
};
/** Every kind of item is known by something: by its name alone, lists without names would always differ. */
const keyed: DifferFactory = async () => {
  const { create } = await import('jsondiffpatch');
  const differ = create({
    objectHash: (item) => {
      const { name, id } = item as { name?: string; id?: string };
      return name ?? id ?? JSON.stringify(item);
    },
  });
  return peer((a, b) => {
    const delta = differ.diff(a, b) as { rules?: object } | undefined;
    return Object.keys(delta?.rules ?? {}).filter((key) => key !== '_t').length;
  });
};
const micro: DifferFactory = async () => {
  const { default: diff } = await import('microdiff');
  return peer((a, b) => diff(a, b).length);
};
const deep: DifferFactory = async () => {
  const { default: library } = await import('deep-diff');
  return peer((a, b) => library.diff(a, b)?.length ?? 0);
};

function textsOf(change: Change): { before: string; after: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ordinance-bench-'));
  try {
    const writer = fileURLToPath(new URL('./writeTexts.ts', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [writer, change, folder], { encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(stderr);
    }
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    return { before: read('before'), after: read('after') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function diffCase(
  id: string,
  title: string,
  change: Change,
  engines: Readonly<Record<string, DifferFactory>>,
  records: number,
  readingCounts = false,
): Case {
  return caseOf(id, title, engines, async (create) => {
    const differ = await create();
    const { before, after } = textsOf(change);
    let found = 0;
    const growth: number[] = [];
    const samples = await counted(() => {
      // Read anew each time, so that nothing is remembered of the last run.
      const start = performance.now();
      const work = differ(before, after);
      if (readingCounts) {
        found = work();
        return performance.now() - start;
      }
      let taken = 0;
      const grown = grownBy(() => {
        const begun = performance.now();
        found = work();
        taken = performance.now() - begun;
      });
      growth.push(...(grown === undefined ? [] : [grown]));
      return taken;
    });
    const own = create === ordinance || create === apart;
    const wrong = found === 0 || (own && found !== records) ? `${found} records for ${records}` : undefined;
    const most =
      growth.length === 0 ? '' : `; takes ${Math.round(Math.max(...growth))} MB more than the policies`;
    return { samples, wrong, note: `${found} records for ${records}${most}` };
  });
}

const both = { Ordinance: ordinance, 'Ordinance, read apart': apart, 'jsondiffpatch, keyed': keyed };
export const diffCases: readonly Case[] = [
  diffCase('P5', 'rule diff of two parsed policies, 10 000 rules, the last moved first', 'move', both, 1),
  diffCase(
    'P5-text',
    'the same from text to records, reading included',
    'move',
    { Ordinance: ordinance, 'jsondiffpatch, keyed': keyed },
    1,
    true,
  ),
  diffCase('P6-mixed', 'rule diff, 10 000 rules, 100 changed, 20 removed, 1 moved', 'mixed', both, 121),
  diffCase('P6-reverse', 'rule diff, 10 000 rules, full reverse', 'reverse', both, 9999),
  diffCase(
    'P7',
    'records for one move, 10 000 rules',
    'move',
    { Ordinance: ordinance, microdiff: micro, 'deep-diff': deep },
    1,
  ),
];
