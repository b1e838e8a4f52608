import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalHash } from '../src/model/canonical.ts';
import { policyKind } from '../src/model/families.ts';
import { arrayAt, isJsonObject, toPlain, type JsonObject, type JsonValue } from '../src/model/json.ts';
import { parseJson, writeJson } from '../src/model/jsonText.ts';
import { mergePolicies } from '../src/model/merge/mergePolicies.ts';
import { diffPolicies } from '../src/model/ruleDiff.ts';
import { writePolicyText } from '../src/language/writePolicy.ts';
import type { LivePolicies } from '../src/sync/ports.ts';
import { ConsoleSync } from '../src/sync/consoleSync.ts';
import { DiskWorkingCopies } from '../src/sync/diskWorkingCopies.ts';
import { silentLogger } from '../src/util/logger.ts';
import type { Case, Measurement } from './case.ts';
import type { EngineFactory } from './engine.ts';
import { generatedPolicy } from './policies.ts';

const counted = 7;
const images = policyKind('vulnerability/images');
if (!images) {
  throw new Error('the policy is there');
}
const kind = images;

/** A case whose engines are functions of their own kind. */
function caseOf<E>(
  id: string,
  title: string,
  engines: Readonly<Record<string, E>>,
  measure: (engine: E) => Promise<Measurement>,
): Case {
  return {
    id,
    title,
    engines: engines as unknown as Case['engines'],
    measure: (engine: EngineFactory) => measure(engine as unknown as E),
  };
}

/** Records of the difference between two policies. */
type Differ = (before: JsonObject, after: JsonObject) => Promise<() => number>;

const ordinance: Differ = (before, after) => {
  const texts = [before, after].map((document) => writeJson(document));
  const [a, b] = texts.map((text) => parseJson(text)) as [JsonObject, JsonObject];
  return Promise.resolve(() => diffPolicies(kind, a, b).steps.length);
};
const keyed: Differ = async (before, after) => {
  const { create } = await import('jsondiffpatch');
  const differ = create({ objectHash: (rule) => (rule as { name?: string }).name });
  const [a, b] = plain(before, after);
  return () => {
    const delta = differ.diff(a, b) as { rules?: object } | undefined;
    return Object.keys(delta?.rules ?? {}).filter((key) => key !== '_t').length;
  };
};
const micro: Differ = async (before, after) => {
  const { default: diff } = await import('microdiff');
  const [a, b] = plain(before, after);
  return () => diff(a, b).length;
};
const deep: Differ = async (before, after) => {
  const { default: library } = await import('deep-diff');
  const [a, b] = plain(before, after);
  return () => library.diff(a, b)?.length ?? 0;
};

function plain(...documents: readonly JsonObject[]): [object, object] {
  return documents.map((document) => JSON.parse(JSON.stringify(toPlain(document))) as object) as [
    object,
    object,
  ];
}

function withRules(document: JsonObject, change: (rules: readonly JsonValue[]) => JsonValue[]): JsonObject {
  return new Map([...document, ['rules', change(arrayAt(document, 'rules'))]]);
}

/** Every `every`-th rule gets a note. */
function noted(every: number, from: number, note: string) {
  return (rules: readonly JsonValue[]): JsonValue[] =>
    rules.map((rule, at) =>
      at % every === from && isJsonObject(rule) ? new Map([...rule, [note, note]]) : rule,
    );
}

function diffCase(
  id: string,
  title: string,
  change: (rules: readonly JsonValue[]) => JsonValue[],
  engines: Readonly<Record<string, Differ>>,
  records: number,
): Case {
  return caseOf(id, title, engines, async (engine) => {
    const before = generatedPolicy(10_000);
    const work = await engine(before, withRules(before, change));
    const samples: number[] = [];
    let found = 0;
    for (let run = 0; run <= counted; run++) {
      const start = performance.now();
      found = work();
      if (run > 0) {
        samples.push(performance.now() - start);
      }
    }
    const wrong = found === 0 ? 'no difference was found' : undefined;
    return { samples, wrong, note: `${found} records for ${records}` };
  });
}

const lastFirst = (rules: readonly JsonValue[]): JsonValue[] => [...rules.slice(-1), ...rules.slice(0, -1)];
const keyedEngines = { Ordinance: ordinance, 'jsondiffpatch, keyed': keyed };
const mixed = (rules: readonly JsonValue[]): JsonValue[] =>
  lastFirst(noted(100, 7, 'x-note')(rules)).filter((_, at) => at % 500 !== 3);

type Merger = 'rules' | 'text';

const merge = caseOf<Merger>(
  'P8',
  'three-way merge, 10 000 rules, 1 % changed on each side',
  { Ordinance: 'rules', 'git merge-file on the text': 'text' },
  (engine) => {
    const base = generatedPolicy(10_000);
    const mine = withRules(base, noted(100, 3, 'x-mine'));
    const live = withRules(base, noted(100, 53, 'x-live'));
    const wanted = canonicalHash(kind, withRules(mine, noted(100, 53, 'x-live')));
    const folder = mkdtempSync(join(tmpdir(), 'ordinance-bench-'));
    const files = Object.entries({ mine, base, live }).map(([name, document]) => {
      writeFileSync(join(folder, name), writePolicyText(document, 'json'));
      return join(folder, name);
    });
    const samples: number[] = [];
    let wrong: string | undefined;
    for (let run = 0; run <= counted; run++) {
      const start = performance.now();
      if (engine === 'text') {
        const done = spawnSync('git', ['merge-file', '-p', ...files], {
          encoding: 'utf8',
          maxBuffer: 256_000_000,
        });
        samples.push(performance.now() - start);
        wrong =
          done.status === 0 && canonicalHash(kind, parseJson(done.stdout)) === wanted
            ? undefined
            : 'not the merged policy';
      } else {
        const { merged, open } = mergePolicies(kind, base, mine, live);
        samples.push(performance.now() - start);
        wrong =
          open.length === 0 && canonicalHash(kind, merged) === wanted ? undefined : 'not the merged policy';
      }
    }
    rmSync(folder, { recursive: true });
    return Promise.resolve({ samples: samples.slice(1), wrong });
  },
);

const push = caseOf<'push'>(
  'P14',
  'push of 10 MB beyond the PUT itself: 2 GETs, processor time',
  { Ordinance: 'push' },
  async () => {
    const samples: number[] = [];
    let gets = 0;
    let wrong: string | undefined;
    for (let run = 0; run <= counted; run++) {
      const root = mkdtempSync(join(tmpdir(), 'ordinance-bench-'));
      let held = writeJson(generatedPolicy(7000));
      const live: LivePolicies = {
        read: () => {
          gets++;
          return Promise.resolve(held);
        },
        replace: (_, body) => {
          held = body;
          return Promise.resolve();
        },
        collectionNames: () =>
          Promise.resolve(new Set(Array.from({ length: 40 }, (_, n) => `collection-${n}`))),
      };
      const policyFolder = join(root, 'policies');
      const copies = new DiskWorkingCopies(policyFolder, root);
      const paths = { policyFolder, storeFolder: join(root, '.ordinance') };
      const sync = new ConsoleSync({ console: 'bench', live, copies, paths, logger: silentLogger });
      await sync.pull([kind], { format: 'json', chooseOverwrite: () => Promise.resolve('cancel') });
      const copy = await copies.read({ console: 'bench', policy: kind.name });
      const value = parseJson(copy?.text ?? '') as JsonObject;
      const next = writePolicyText(withRules(value, noted(1000, 1, 'x-note')), 'json');
      await copies.write({ console: 'bench', policy: kind.name }, 'json', next, copy?.text);
      const outcome = await sync.plan(kind);
      if (outcome.kind !== 'plan') {
        throw new Error(outcome.kind);
      }
      gets = 0;
      const start = process.cpuUsage();
      const { verdict } = await sync.push(outcome.plan);
      const { user, system } = process.cpuUsage(start);
      wrong = verdict === 'applied' ? undefined : verdict;
      if (run > 0) {
        samples.push((user + system) / 1000);
      }
      rmSync(root, { recursive: true });
    }
    return { samples, wrong, note: `${gets} GETs, 1 PUT; the plan is not counted` };
  },
);

export const syncCases: readonly Case[] = [
  diffCase('P5', 'rule diff, 10 000 rules, the last moved first', lastFirst, keyedEngines, 1),
  diffCase('P6-mixed', 'rule diff, 10 000 rules, mixed changes', mixed, keyedEngines, 121),
  diffCase(
    'P6-reverse',
    'rule diff, 10 000 rules, full reverse',
    (rules) => rules.toReversed(),
    keyedEngines,
    9999,
  ),
  diffCase(
    'P7',
    'records for one move, 10 000 rules',
    lastFirst,
    { Ordinance: ordinance, microdiff: micro, 'deep-diff': deep },
    1,
  ),
  merge,
  push,
];
