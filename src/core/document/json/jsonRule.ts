import type { ParsedRule } from '../chunks/chunk.ts';
import { factsOfNode, factsOfTape } from '../parser/facts.ts';
import { rangeOf } from '../parser/fromTape.ts';
import { notAnObject, problem, problemsOfTape } from '../parser/problems.ts';
import { NodeSlice, OnTape, TextSlice, type RecentNodes, type SeeRule } from '../parser/ruleSlices.ts';
import { Tape, tapeKind } from '../parser/tape.ts';
import { TapeReader } from '../parser/tapeReader.ts';
import type { RuleSlice, StructureProblem } from '../ruleView.ts';
import { JsonScanner, type JsonFlaw } from './scanJson.ts';
import { readTolerantly } from './tolerantJson.ts';

/** A rule stands in an array in an object. */
export const ruleDepth = 2;

const none: readonly StructureProblem[] = [];
const noTape = new Tape(false);

/** Reads rules of JSON policies. */
export class JsonRules extends TapeReader {
  readonly #recent: RecentNodes;
  readonly #see: SeeRule | undefined;

  constructor(recent: RecentNodes, see?: SeeRule) {
    super();
    this.#recent = recent;
    this.#see = see;
  }

  protected override scan(source: string, tape: Tape): void {
    new JsonScanner(source, tape).value(0, ruleDepth);
  }

  /** The slice of the value that was just read from `[start, end)` of `text` onto `tape`. */
  slice(text: string, start: number, end: number, tape: Tape, flaws: readonly JsonFlaw[]): TextSlice {
    const problems: StructureProblem[] = [];
    for (const flaw of flaws) {
      problems.push(problemOf(flaw, start));
    }
    problemsOfTape(tape, 0, text, start, (found) => problems.push(found));
    if (tape.kind(0) !== tapeKind.object) {
      problems.push(notAnObject({ start: 0, end: end - start }));
    }
    const source = text.slice(start, end);
    const { facts, nameAt } = factsOfTape(tape, 0, text);
    const name = nameAt < 0 ? undefined : rangeOf(tape, nameAt, start);
    const found = problems.length === 0 ? none : problems;
    const slice = new TextSlice(source, 0, { facts, name }, found, this, this.#recent);
    this.onTape = new OnTape(tape, text, start, source);
    this.#see?.(slice);
    return slice;
  }

  /** Reads the text of a rule and of what separates it from the next; `last`: nothing follows. */
  read(text: string, last: boolean, known?: RuleSlice): ParsedRule {
    const tape = this.tape;
    tape.clear();
    const scanner = new JsonScanner(text, tape);
    const end = scanner.value(0, ruleDepth);
    if (end < 0) {
      return this.#broken(text, scanner);
    }
    const same = known instanceof TextSlice && known.source.length === end && text.startsWith(known.source);
    const slice = same ? known : this.slice(text, 0, end, tape, scanner.flaws);
    const trail = readTrail(text, end, last);
    return { start: 0, end, slice, problems: trail ? [trail] : none, valid: !trail?.fatal, openAliases: [] };
  }

  #broken(text: string, scanner: JsonScanner): ParsedRule {
    const node = readTolerantly(text);
    const { error } = scanner;
    const body = lengthWithoutCommas(text);
    const end = Math.min(text.length, Math.max(1, node.range.end, body));
    const problems = scanner.flaws.map((flaw) => problemOf(flaw, 0));
    if (error) {
      const start = Math.min(error.at, Math.max(0, end - 1));
      const range = { start, end: Math.min(text.length, Math.max(start + 1, Math.min(error.end, end))) };
      problems.push(problem(error.code, error.message, range, true));
    }
    const slice = new NodeSlice(text.slice(0, end), 0, factsOfNode(node), node, problems, true);
    return { start: 0, end, slice, problems: none, valid: false, openAliases: [] };
  }
}

/** Without commas and space at the end. */
function lengthWithoutCommas(text: string): number {
  let length = text.length;
  while (length > 0 && /[\s,]/.test(text.charAt(length - 1))) {
    length--;
  }
  return length;
}

export function problemOf(flaw: JsonFlaw, base: number): StructureProblem {
  const range = { start: flaw.start - base, end: flaw.end - base };
  return problem(flaw.code, flaw.message, range, false);
}

export function trailingComma(at: number): StructureProblem {
  return problem(
    'trailing-comma',
    'JSON has no comma behind the last item',
    { start: at, end: at + 1 },
    false,
  );
}

/** What is wrong behind a rule that ends at `end`: exactly one comma and only space and comments are expected. */
function readTrail(text: string, end: number, last: boolean): StructureProblem | undefined {
  // The bracket stands for what follows the text: it shows whether a comment runs on into it.
  const probe = text.includes('/', end) ? `${text}]` : text;
  const scanner = new JsonScanner(probe, noTape);
  const comma = scanner.space(end);
  if (comma >= 0 && probe.charCodeAt(comma) === 0x2c) {
    const next = scanner.space(comma + 1);
    if (next === text.length) {
      return last ? trailingComma(comma) : undefined;
    }
    return wrong(text, next < 0 ? (scanner.error?.at ?? end) : next, 'a value was expected');
  }
  if (comma === text.length && last) {
    return undefined;
  }
  return wrong(
    text,
    comma < 0 ? (scanner.error?.at ?? end) : comma,
    'a comma or a closing bracket was expected',
  );
}

function wrong(text: string, at: number, message: string): StructureProblem {
  const start = Math.max(0, Math.min(at, text.length - 1));
  return problem('syntax', message, { start, end: Math.min(start + 1, text.length) }, true);
}
