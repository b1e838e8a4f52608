import { applyEdits } from '../src/core/document/text.ts';
import { readPolicyText } from '../src/core/document/reading/readPolicy.ts';
import { moveRules } from '../src/core/document/ruleEdits.ts';
import { policyKind } from '../src/core/policy/families.ts';
import type { Spelling } from '../src/core/policy/policyFile.ts';
import type { EngineFactory } from './engine.ts';
import { jsonService } from './engines/jsonService.ts';
import { ordinance } from './engines/ordinance.ts';
import { yamlService } from './engines/yamlService.ts';
import type { Case } from './case.ts';
import { counted } from './counted.ts';
import { generatedText, textOfSize } from './policies.ts';
import { blockCases } from './blockCase.ts';
import { diffCases } from './diffCases.ts';
import { hostCases } from './hostCases.ts';
import { mergeCase } from './mergeCase.ts';
import { orderCases } from './orderCases.ts';
import { postureCase } from './postureCase.ts';
import { pullCases } from './pullCase.ts';
import { pushCase } from './pushCase.ts';
import { validateCases } from './validateCase.ts';
import { workbenchCases } from './workbenchCase.ts';

const megabyte = 1_000_000;

const jsonEngines = {
  Ordinance: ordinance,
  'vscode-json-languageservice': jsonService(true),
  'vscode-json-languageservice, syntax only': jsonService(false),
};
const yamlEngines = {
  Ordinance: ordinance,
  'yaml-language-server': yamlService(true),
  'yaml-language-server, syntax only': yamlService(false),
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Just behind the first letter of the name of the rule in the middle of the document. */
function middleOfName(text: string): number {
  return text.indexOf('service ', Math.floor(text.length / 2)) + 1;
}

function keystroke(id: string, spelling: Spelling, engines: Case['engines'], megabytes: number): Case {
  return {
    id,
    title: `keystroke inside a rule to diagnostics ready, ${spelling.toUpperCase()} ${megabytes} MB`,
    engines,
    async measure(create) {
      const engine = await create(spelling);
      const { text, rules } = textOfSize(megabytes * megabyte, spelling);
      const before = await engine.open(text);
      const at = middleOfName(text);
      const samples = await counted(async () => {
        const time = await timed(() => engine.edit(at, at, 'x'));
        await engine.edit(at, at + 1, '');
        return time;
      });
      // A mistake that breaks the syntax in one place must be seen, or the times above are of no use.
      const graceDays = text.indexOf('graceDays', at);
      const after = await engine.edit(graceDays - 1, graceDays - 1, spelling === 'json' ? '}' : '\t: [');
      const wrong = after > before ? undefined : 'a planted mistake was not reported';
      return { samples, wrong, note: `${rules} rules, ${before} diagnostics` };
    },
  };
}

function worst(id: string, spelling: Spelling, engines: Case['engines']): Case {
  return {
    id,
    title: `worst keystroke (opens a string that swallows what follows), ${spelling.toUpperCase()} 10 MB`,
    engines,
    async measure(create) {
      const engine = await create(spelling);
      const { text, rules } = textOfSize(10 * megabyte, spelling);
      const before = await engine.open(text);
      const line = text.indexOf(spelling === 'json' ? '"notes": "' : 'notes: ', Math.floor(text.length / 2));
      const at = line + (spelling === 'json' ? '"notes": '.length : 'notes: '.length);
      let after = before;
      let kept = rules;
      const samples = await counted(async () => {
        const time = await timed(async () => (after = await engine.edit(at, at, '"')));
        kept = engine.rules?.() ?? 0;
        await engine.edit(at, at + 1, '');
        return time;
      });
      const wrong = after > before ? undefined : 'the broken text was not reported';
      return { samples, wrong, note: `${kept} of ${rules} rules known meanwhile` };
    },
  };
}

function firstOpen(id: string, spelling: Spelling, engines: Case['engines']): Case {
  return {
    id,
    title: `first open to diagnostics ready, ${spelling.toUpperCase()} 10 MB`,
    engines,
    async measure(create) {
      const { text } = textOfSize(10 * megabyte, spelling);
      const blocks: (number | undefined)[] = [];
      const samples = await counted(async () => {
        const engine = await create(spelling);
        const time = await timed(() => engine.open(text));
        blocks.push(engine.longestBlock?.());
        return time;
      });
      // The warm-up does not count.
      const own = blocks.slice(1).filter((block) => block !== undefined);
      const longest = own.length === 0 ? undefined : Math.max(...own);
      return {
        samples,
        note: longest === undefined ? 'one block' : `longest block ${longest.toFixed(1)} ms`,
      };
    },
  };
}

/** What is left after several collections; one leaves what the last turn still held. */
async function collected(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
}

function memory(id: string, spelling: Spelling, engines: Case['engines']): Case {
  return {
    id,
    title: `memory with one ${spelling.toUpperCase()} policy of 10 MB open`,
    engines,
    async measure(create) {
      const engine = await create(spelling);
      await engine.open(generatedText(3, spelling));
      const { text } = textOfSize(10 * megabyte, spelling);
      await collected();
      const idle = process.memoryUsage();
      await engine.open(text);
      await engine.edit(middleOfName(text), middleOfName(text), 'x');
      await collected();
      const open = process.memoryUsage();
      const total = (usage: NodeJS.MemoryUsage): number => usage.heapUsed + usage.external;
      return { samples: [], memoryMb: Math.round((total(open) - total(idle)) / megabyte) };
    },
  };
}

/** The engines of this case are not language services but ways to move a rule; a factory marks which. */
function move(id: string, spelling: Spelling): Case {
  const rewrite: EngineFactory = jsonService(false);
  return {
    id,
    title: `move rule 9 999 of 10 000 to the top, ${spelling.toUpperCase()}`,
    engines:
      spelling === 'json'
        ? { Ordinance: ordinance, 'parse, splice, rewrite the file': rewrite }
        : { Ordinance: ordinance },
    async measure(create) {
      const text = generatedText(10_000, spelling);
      let note = '';
      const document = readPolicyText(text, spelling, policyKind('vulnerability/images'));
      const samples = await counted(() => {
        const start = performance.now();
        if (create === rewrite) {
          const policy = JSON.parse(text) as { rules: unknown[] };
          policy.rules.unshift(...policy.rules.splice(9_998, 1));
          note = `${JSON.stringify(policy, null, 2).length} characters written`;
        } else {
          const edits = moveRules(document, 'rules', [9_998], 0);
          const size = edits.reduce((sum, edit) => sum + edit.text.length + edit.end - edit.start, 0);
          const rule = document.array('rules')?.rules[9_998]?.range;
          note = `edits of ${size} characters for a rule of ${rule ? rule.end - rule.start : 0}`;
        }
        return performance.now() - start;
      });
      if (create !== rewrite) {
        const moved = readPolicyText(
          applyEdits(text, moveRules(document, 'rules', [9_998], 0)),
          spelling,
          document.kind,
        );
        const names = [moved, document].map(
          (one, first) => one.array('rules')?.rules[first === 0 ? 0 : 9_998]?.facts.name,
        );
        return { samples, note, wrong: names[0] === names[1] ? undefined : 'the rule did not arrive' };
      }
      return { samples, note };
    },
  };
}

export const cases: readonly Case[] = [
  keystroke('P1', 'json', jsonEngines, 10),
  keystroke('P2', 'yaml', yamlEngines, 10),
  keystroke('P1s', 'json', jsonEngines, 1.5),
  keystroke('P2s', 'yaml', yamlEngines, 1.5),
  worst('P3-json', 'json', jsonEngines),
  worst('P3-yaml', 'yaml', yamlEngines),
  firstOpen('P4-json', 'json', jsonEngines),
  firstOpen('P4-yaml', 'yaml', yamlEngines),
  move('P11-json', 'json'),
  move('P11-yaml', 'yaml'),
  memory('P12-json', 'json', jsonEngines),
  memory('P12-yaml', 'yaml', yamlEngines),
  ...diffCases,
  ...orderCases,
  mergeCase,
  ...pullCases,
  pushCase,
  ...blockCases,
  ...validateCases,
  postureCase,
  ...hostCases,
  ...workbenchCases,
];
