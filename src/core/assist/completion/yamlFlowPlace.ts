import type { CompletionPlace } from './completionPlace.ts';
import { restOfQuoted, yamlPlace } from './yamlPlace.ts';

interface Frame {
  readonly kind: 'object' | 'array';
  key: string | undefined;
  index: number;
  readonly present: Set<string>;
}

interface Found {
  readonly frame: Frame;
  readonly path: readonly (string | number)[];
  readonly want: 'key' | 'value';
  readonly start: number;
  readonly end: number;
}

/**
 * The place is found between YAML brackets, closed or not. It is undefined outside brackets and in comments. The path
 * counts from the start of the text.
 */
export function yamlFlowPlace(text: string, offset: number): CompletionPlace | undefined {
  let base: readonly (string | number)[] = [];
  let frames: Frame[] = [];
  let found: Found | undefined;
  let token = '';
  let tokenStart = 0;
  const look = (): void => {
    const frame = frames.at(-1);
    if (frame && !found) {
      found = placeIn(frame, frames, base, token === '' ? offset : tokenStart, text, offset);
    }
  };
  for (let at = 0; at <= text.length; at++) {
    if (at === offset) {
      look();
      if (!found) {
        return undefined;
      }
    }
    const character = text[at] ?? '';
    const frame = frames.at(-1);
    if (found && frame && !frames.includes(found.frame)) {
      break;
    }
    const fresh = token === '' && /[\s,[{:-]/.test(text[at - 1] ?? ' ');
    if (character === '#' && /\s/.test(text[at - 1] ?? ' ')) {
      const end = text.indexOf('\n', at);
      const next = end < 0 ? text.length : end;
      if (offset > at && offset <= next) {
        return undefined;
      }
      at = next - 1;
    } else if ((character === '"' || character === "'") && fresh) {
      const end = closingQuote(text, at, character);
      token = text.slice(at, end);
      tokenStart = at;
      if (offset > at && offset < end) {
        look();
        if (!found) {
          return undefined;
        }
      }
      at = end - 1;
    } else if (character === '[' || character === '{') {
      if (frames.length > 0 || fresh) {
        if (frames.length === 0) {
          base = yamlPlace(text.slice(0, at), at)?.path ?? [];
        }
        frames.push({
          kind: character === '[' ? 'array' : 'object',
          key: undefined,
          index: 0,
          present: new Set(),
        });
      }
      token = '';
    } else if (character === ']' || character === '}') {
      frames = frames.slice(0, -1);
      token = '';
      if (found && !frames.includes(found.frame)) {
        break;
      }
    } else if (frame && character === ',') {
      frame.index += 1;
      frame.key = undefined;
      token = '';
    } else if (frame?.kind === 'object' && character === ':' && frame.key === undefined) {
      frame.key = unquoted(token.trim());
      if (!(found?.frame === frame && found.want === 'key' && found.start === tokenStart)) {
        frame.present.add(frame.key);
      }
      token = '';
    } else if (token !== '' || !/\s/.test(character)) {
      tokenStart = token === '' ? at : tokenStart;
      // Text outside brackets matters only as the start of a value.
      token = frames.length === 0 && /[\s:-]/.test(character) ? '' : token + character;
    }
  }
  return found && { ...found, present: found.frame.present, flow: true };
}

function placeIn(
  frame: Frame,
  frames: readonly Frame[],
  base: readonly (string | number)[],
  start: number,
  text: string,
  offset: number,
): Found {
  const isKey = frame.kind === 'object' && frame.key === undefined;
  const steps = frames
    .slice(0, isKey ? -1 : undefined)
    .map(({ kind, key, index }) => (kind === 'array' ? index : (key ?? '')));
  const quote = /^["']/.exec(text.slice(start))?.[0];
  const after = text.slice(offset);
  const rest = quote ? restOfQuoted(after, quote) : (/^[\w.-]*/.exec(after)?.[0] ?? '');
  const path = [...base, ...steps];
  return { frame, path, want: isKey ? 'key' : 'value', start, end: offset + rest.length };
}

/** The offset is behind the closing quote, or at the end of the line when the quote is missing. */
function closingQuote(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\n' || text[at] === '\r') {
      return at;
    }
    if (text[at] === '\\' && quote === '"') {
      at += 1;
    } else if (text[at] === quote) {
      return at + 1;
    }
  }
  return text.length;
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}
