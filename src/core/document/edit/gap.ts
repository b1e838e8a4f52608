/**
 * What stands between two entries of a list: white space, comments and, in the comma style, one comma. Comments belong to
 * an entry when they begin on its last line (the trail) or stand directly above the next entry (the lead); all others
 * are detached and stay where they are. Offsets count from the start of the gap.
 */
export interface Gap {
  readonly text: string;
  /** Behind the comma and the comments that belong to the entry before. */
  readonly trailEnd: number;
  /** At the first comment that belongs to the entry behind, else at the end of the gap. */
  readonly leadStart: number;
  readonly comma: number;
  /** The trail ends in a comment that runs to the end of its line. */
  readonly openTrail: boolean;
  /** Start of the first and end of the last detached comment; -1 when there is none. */
  readonly detachedStart: number;
  readonly detachedEnd: number;
}

export interface GapStyle {
  /** `#` comments (YAML); otherwise `//` and block comments. */
  readonly hash: boolean;
  /** Comments that are indented deeper than this column belong to the entry above (YAML block style). */
  readonly column?: number;
}

interface Comment {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly lastLine: number;
  readonly column: number;
  readonly toLineEnd: boolean;
}

/** `last`: no entry follows, so there is no lead. Stops at the first character that is neither space, comment nor comma. */
export function analyzeGap(text: string, style: GapStyle, last: boolean): Gap {
  const { comments, comma, commaLine, line: endLine, end } = tokens(text, style.hash);
  let trailEnd = comma >= 0 && commaLine === 0 ? comma + 1 : 0;
  let openTrail = false;
  let trailLine = 0;
  let first = 0;
  for (; first < comments.length; first++) {
    const comment = comments[first] as Comment;
    const sameLine =
      comment.line === 0 && (last || endLine > comment.lastLine || (comma >= 0 && comment.start < comma));
    const deeper =
      style.column !== undefined && comment.line === trailLine + 1 && comment.column > style.column;
    if (!sameLine && !deeper) {
      break;
    }
    trailLine = comment.lastLine;
    trailEnd = Math.max(trailEnd, comment.end);
    openTrail = comment.toLineEnd;
  }
  let leadStart = last ? end : text.length;
  let leadFrom = comments.length;
  let nextLine = endLine;
  while (leadFrom > first) {
    const comment = comments[leadFrom - 1] as Comment;
    if (last || nextLine - comment.lastLine > 1 || comment.start < comma) {
      break;
    }
    leadFrom--;
    leadStart = comment.start;
    nextLine = comment.line;
  }
  const detached = comments.slice(first, leadFrom);
  return {
    text,
    trailEnd,
    leadStart,
    comma,
    openTrail,
    detachedStart: detached[0]?.start ?? -1,
    detachedEnd: detached.at(-1)?.end ?? -1,
  };
}

function tokens(text: string, hash: boolean) {
  const comments: Comment[] = [];
  let comma = -1;
  let commaLine = -1;
  let line = 0;
  let lineStart = Number.NEGATIVE_INFINITY;
  let at = 0;
  for (; at < text.length; at++) {
    const character = text[at];
    if (character === '\n') {
      line++;
      lineStart = at + 1;
    } else if (character === ',' && comma < 0) {
      comma = at;
      commaLine = line;
    } else if (character === '#' ? hash : character === '/' && !hash) {
      const end = commentEnd(text, at);
      const breaks = text.slice(at, end).split('\n').length - 1;
      const toLineEnd = hash || text[at + 1] === '/';
      comments.push({ start: at, end, line, lastLine: line + breaks, column: at - lineStart, toLineEnd });
      line += breaks;
      at = end - 1;
    } else if (character !== ' ' && character !== '\t' && character !== '\r') {
      break;
    }
  }
  return { comments, comma, commaLine, line, end: at };
}

function commentEnd(text: string, start: number): number {
  if (text.startsWith('/*', start)) {
    const close = text.indexOf('*/', start + 2);
    return close < 0 ? text.length : close + 2;
  }
  const newline = text.indexOf('\n', start);
  const end = newline < 0 ? text.length : newline;
  return text[end - 1] === '\r' ? end - 1 : end;
}
