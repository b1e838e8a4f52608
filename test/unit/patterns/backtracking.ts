/**
 * A regular expression as the engine of JavaScript runs it, by backtracking, with its steps counted: a count grows in the
 * same way on every machine and under any load, which a time does not.
 */

export type PatternNode =
  | { readonly kind: 'character' | 'assertion'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'group'; readonly body: PatternNode; readonly number: number }
  | { readonly kind: 'ahead'; readonly body: PatternNode; readonly isNegative: boolean }
  | { readonly kind: 'reference'; readonly number: number }
  | {
      readonly kind: 'repeat';
      readonly body: PatternNode;
      readonly least: number;
      readonly most: number;
      readonly isLazy: boolean;
    };

const character =
  /\[(?:\\[^]|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\[^]|[^]/uy;
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/y;

/** Reads a pattern. Lookbehind is one assertion: it must not repeat anything, so its cost is bounded. */
export function parsePattern(source: string): PatternNode {
  let at = 0;
  let groups = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    at += found?.[0].length ?? 0;
    return found;
  };
  const choice = (): PatternNode => {
    const parts = [sequence()];
    while (source[at] === '|') {
      at += 1;
      parts.push(sequence());
    }
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts };
  };
  const sequence = (): PatternNode => {
    const parts: PatternNode[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const body = single();
      const found = take(quantifier);
      if (found) {
        const [, sign, from = '0', comma, to] = found;
        const least = sign ? Number(sign === '+') : Number(from);
        const open = sign ? sign !== '?' : comma === ',' && to === '';
        const most = open ? Infinity : sign ? 1 : comma === '' ? least : Number(to);
        parts.push({ kind: 'repeat', body, least, most, isLazy: found[5] === '?' });
      } else {
        parts.push(body);
      }
    }
    return { kind: 'sequence', parts };
  };
  const single = (): PatternNode => {
    const start = at;
    if (take(/\(\?<[=!]/y)) {
      choice();
      at += 1;
      if (/[*+}]/.test(source.slice(start, at).replaceAll(/\[(?:\\.|[^\]\\])*\]/g, ''))) {
        throw new Error(`lookbehind repeats something: ${source}`);
      }
      return { kind: 'assertion', source: source.slice(start, at) };
    }
    const ahead = take(/\(\?([=!])/y);
    if (ahead) {
      const body = choice();
      at += 1;
      return { kind: 'ahead', body, isNegative: ahead[1] === '!' };
    }
    if (take(/\(\?:/y)) {
      const body = choice();
      at += 1;
      return body;
    }
    if (take(/\((?:\?<\w+>)?/y)) {
      groups += 1;
      const number = groups;
      const body = choice();
      at += 1;
      return { kind: 'group', body, number };
    }
    const reference = take(/\\([1-9])/y);
    if (reference) {
      return { kind: 'reference', number: Number(reference[1]) };
    }
    if (take(/[$^]|\\[bB]/y)) {
      return { kind: 'assertion', source: source.slice(start, at) };
    }
    take(character);
    return { kind: 'character', source: source.slice(start, at) };
  };
  const node = choice();
  if (at < source.length) {
    throw new Error(`not read to its end: ${source}`);
  }
  return node;
}

type Step =
  | { readonly does: 'character'; readonly matches: (unit: string) => boolean }
  | { readonly does: 'assertion'; readonly pattern: RegExp }
  | { readonly does: 'ahead'; readonly program: readonly Step[]; readonly isNegative: boolean }
  | { readonly does: 'save' | 'progress' | 'reference'; readonly slot: number }
  | { readonly does: 'fork'; first: number; second: number };

/** Where a search goes on, when what it tries now fails. */
interface Way {
  readonly step: number;
  readonly at: number;
  readonly slots: readonly number[];
}

export class TooManySteps extends Error {}

/** One pattern, ready to run. */
export class Backtracking {
  readonly node: PatternNode;
  readonly #flags: string;
  readonly #program: readonly Step[];
  #slots = 0;
  #steps = 0;

  constructor(source: string, flags: string) {
    this.node = parsePattern(source);
    this.#flags = flags;
    // Two for each group, then one for each loop.
    this.#slots = 2 * (source.split('(').length + 1);
    this.#program = this.#compiled(this.node);
  }

  /** The ends of all matches that a search makes, the first one only where the pattern is not global; and its steps. */
  search(text: string, mostSteps: number): { readonly ends: readonly number[]; readonly steps: number } {
    this.#steps = 0;
    const ends: number[] = [];
    const isSticky = this.#flags.includes('y');
    const isGlobal = this.#flags.includes('g') || isSticky;
    for (let at = 0; at <= text.length;) {
      const end = this.#run(this.#program, text, at, mostSteps)?.at;
      if (end !== undefined) {
        ends.push(end);
      }
      if (end === undefined ? isSticky : !isGlobal) {
        break;
      }
      at = end === undefined || end === at ? at + this.#width(text, at) : end;
    }
    return { ends, steps: this.#steps };
  }

  #width(text: string, at: number): number {
    return /[uv]/.test(this.#flags) ? String.fromCodePoint(text.codePointAt(at) ?? 0).length : 1;
  }

  #run(
    program: readonly Step[],
    text: string,
    start: number,
    mostSteps: number,
    before: readonly number[] = [],
  ): Way | undefined {
    const others: Way[] = [];
    let now: Way | undefined = { step: 0, at: start, slots: before };
    while (now) {
      this.#steps += 1;
      if (this.#steps > mostSteps) {
        throw new TooManySteps();
      }
      const step: Step | undefined = program[now.step];
      if (!step) {
        return now;
      }
      let { at, slots }: Way = now;
      let next: number = now.step + 1;
      let holds = true;
      switch (step.does) {
        case 'character': {
          const width = this.#width(text, at);
          holds = at < text.length && step.matches(text.slice(at, at + width));
          at += width;
          break;
        }
        case 'assertion':
          step.pattern.lastIndex = at;
          holds = step.pattern.test(text);
          break;
        case 'ahead': {
          const found = this.#run(step.program, text, at, mostSteps, slots);
          holds = (found === undefined) === step.isNegative;
          slots = found?.slots ?? slots;
          break;
        }
        case 'save':
          slots = withSlot(slots, step.slot, at);
          break;
        case 'progress':
          holds = slots[step.slot] !== at;
          break;
        case 'reference': {
          const [from = 0, to = 0] = [slots[2 * step.slot], slots[2 * step.slot + 1]];
          holds = text.startsWith(text.slice(from, to), at);
          at += to - from;
          break;
        }
        case 'fork':
        default:
          next = step.first;
          if (step.second >= 0) {
            others.push({ step: step.second, at, slots });
          }
      }
      now = holds ? { step: next, at, slots } : others.pop();
    }
    return undefined;
  }

  #compiled(root: PatternNode): Step[] {
    const program: Step[] = [];
    const fork = (): Extract<Step, { does: 'fork' }> => {
      const step = { does: 'fork' as const, first: program.length + 1, second: -1 };
      program.push(step);
      return step;
    };
    const emit = (node: PatternNode): void => {
      switch (node.kind) {
        case 'character':
          program.push({ does: 'character', matches: matcher(node.source, this.#flags) });
          break;
        case 'assertion': {
          const flags = this.#flags.replaceAll(/[gy]/g, '');
          program.push({ does: 'assertion', pattern: new RegExp(node.source, `${flags}y`) });
          break;
        }
        case 'sequence':
          node.parts.forEach(emit);
          break;
        case 'choice': {
          const ends = node.parts.map((part, index) => {
            const way = index < node.parts.length - 1 ? fork() : undefined;
            emit(part);
            const end = fork();
            if (way) {
              way.second = program.length;
            }
            return end;
          });
          for (const end of ends) {
            end.first = program.length;
          }
          break;
        }
        case 'group':
          program.push({ does: 'save', slot: 2 * node.number });
          emit(node.body);
          program.push({ does: 'save', slot: 2 * node.number + 1 });
          break;
        case 'ahead':
          program.push({ does: 'ahead', program: this.#compiled(node.body), isNegative: node.isNegative });
          break;
        case 'reference':
          program.push({ does: 'reference', slot: node.number });
          break;
        case 'repeat':
        default:
          for (let count = 0; count < node.least; count += 1) {
            emit(node.body);
          }
          this.#emitOptional(node, program, emit, fork);
      }
    };
    emit(root);
    return program;
  }

  #emitOptional(
    node: Extract<PatternNode, { kind: 'repeat' }>,
    program: Step[],
    emit: (node: PatternNode) => void,
    fork: () => Extract<Step, { does: 'fork' }>,
  ): void {
    const slot = this.#slots++;
    const rounds = node.most === Infinity ? 1 : node.most - node.least;
    const ways: Extract<Step, { does: 'fork' }>[] = [];
    for (let count = 0; count < rounds; count += 1) {
      const start = program.length;
      ways.push(fork());
      program.push({ does: 'save', slot });
      emit(node.body);
      program.push({ does: 'progress', slot });
      if (node.most === Infinity) {
        fork().first = start;
      }
    }
    for (const way of ways) {
      way.second = program.length;
      if (node.isLazy) {
        [way.first, way.second] = [way.second, way.first];
      }
    }
  }
}

function withSlot(slots: readonly number[], slot: number, at: number): readonly number[] {
  const copy = [...slots];
  copy[slot] = at;
  return copy;
}

/** Whether one character matches, remembered. */
export function matcher(source: string, flags: string): (unit: string) => boolean {
  const pattern = new RegExp(`^(?:${source})$`, flags.replaceAll(/[gmy]/g, ''));
  const known = new Map<string, boolean>();
  return (unit) => {
    const remembered = known.get(unit) ?? pattern.test(unit);
    known.set(unit, remembered);
    return remembered;
  };
}
