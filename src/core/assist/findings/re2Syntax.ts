const MAX_REPEATS = 1000;

/** The parts of a pattern in the dialect of the service (RE2). Any other character matches itself. */
const part = new RegExp(
  [
    String.raw`(?<quote>\\Q[^]*?(?:\\E|$))`,
    String.raw`(?<reference>\\[1-9](?![0-7]))`,
    String.raw`(?<escape>\\(?:[pPx]\{[^}]{0,64}\}|[^]|$))`,
    String.raw`(?<look>\(\?<?[=!])`,
    String.raw`(?<flags>\(\?[imsU]*(?:-[imsU]+)?\))`,
    String.raw`(?<group>\((?!\?)|\(\?(?:P?<\w{1,64}>|[imsU]*(?:-[imsU]+)?:))`,
    String.raw`(?<strange>\(\?[^]{0,2})`,
    // A bracket at the start of a class matches itself.
    String.raw`\[\^?(?<items>\]?(?:\[:\^?\w{1,64}:\]|(?:\\[^]|[^\]\\])(?:-\[)?)*)(?<closing>\]?)`,
    String.raw`(?<repetition>(?:[*+?]|\{(?<lowest>\d+)(?:,(?<highest>\d*))?\})\??)`,
    '[^]',
  ].join('|'),
  'gu',
);

/** The parts of a class. An escape has no place in the order of characters. */
const classItem = /\\(?:[pPx]\{[^}]{0,64}\}|[^])|\[:\^?\w{1,64}:\]|([^])-([^\]\\])|[^]/gu;

/** The result says why no engine of the service compiles the pattern. It is undefined where that is uncertain. */
export function re2Problem(pattern: string): string | undefined {
  let open = 0;
  let before: 'nothing' | 'part' | 'repetition' = 'nothing';
  for (const { 0: text, groups = {} } of pattern.matchAll(part)) {
    const { repetition, items } = groups;
    const problem =
      (repetition === undefined ? undefined : repetitionProblem(before, groups)) ??
      (items === undefined ? undefined : classProblem(items, groups['closing'] === ']')) ??
      partProblem(text, groups);
    if (problem !== undefined) {
      return problem;
    }
    open += groups['group'] === undefined ? (text === ')' ? -1 : 0) : 1;
    if (open < 0) {
      return 'a `)` has no `(`';
    }
    const begins = groups['group'] !== undefined || text === '|';
    before = repetition === undefined ? (begins ? 'nothing' : 'part') : 'repetition';
  }
  return open > 0 ? 'a `(` has no `)`' : undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function repetitionProblem(before: string, { repetition = '', lowest, highest }: Groups): string | undefined {
  const written = `\`${repetition}\``;
  if (before !== 'part') {
    return before === 'nothing'
      ? `nothing before ${written} can be repeated`
      : `${written} repeats a repetition`;
  }
  if (Math.max(Number(lowest ?? 0), Number(highest ?? 0)) > MAX_REPEATS) {
    return `${written} repeats more than ${MAX_REPEATS} times`;
  }
  return highest && Number(highest) < Number(lowest) ? `${written} ends before it begins` : undefined;
}

function classProblem(items: string, isClosed: boolean): string | undefined {
  for (const [range, from, to] of isClosed ? items.matchAll(classItem) : []) {
    if (from !== undefined && to !== undefined && to.codePointAt(0)! < from.codePointAt(0)!) {
      return `the range \`${range}\` ends before it begins`;
    }
  }
  return isClosed ? undefined : 'a `[` has no `]`';
}

function partProblem(text: string, { look, strange, reference }: Groups): string | undefined {
  if (look !== undefined) {
    return `the service does not support \`${look}…)\`, which looks ahead or behind`;
  }
  if (strange !== undefined) {
    return `\`${strange}\` does not begin a group that the service supports`;
  }
  if (reference !== undefined) {
    return `the service does not support \`${reference}\`, which refers back to a group`;
  }
  return text === '\\' ? 'the `\\` at the end escapes nothing' : undefined;
}
