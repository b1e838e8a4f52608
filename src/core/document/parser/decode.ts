import { tapeKind, type Tape } from './tape.ts';

/** The string that entry `index` stands for (a key as well as a value). */
export function decodeString(tape: Tape, index: number, text: string): string {
  const start = tape.start(index);
  const end = tape.end(index);
  switch (tape.kind(index)) {
    case tapeKind.quoted:
      return text.slice(start + 1, end - 1);
    case tapeKind.escaped:
      return unescaped(text.slice(start + 1, end - 1));
    case tapeKind.single:
      return text.slice(start + 1, end - 1).replaceAll("''", "'");
    case tapeKind.literal:
      return literal(text.slice(start, end), tape.link(index));
    default:
      return text.slice(start, end);
  }
}

const simple = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  // From here on YAML only.
  ['0', '\0'],
  ['a', '\x07'],
  ['e', '\x1b'],
  ['v', '\v'],
  ['N', '\u0085'],
  ['_', '\u00a0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);

/** JSON's escapes and YAML's; an unknown escape stands for its character. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|([^]))/g,
    (_, unit: string | undefined, byte: string | undefined, point: string | undefined, other: string) => {
      const digits = unit ?? byte;
      if (digits !== undefined) {
        return String.fromCharCode(Number.parseInt(digits, 16));
      }
      return point === undefined
        ? (simple.get(other) ?? other)
        : String.fromCodePoint(Math.min(Number.parseInt(point, 16), 0x10ffff));
    },
  );
}

/** A literal block scalar from its header on, clipped or stripped; its content begins at `column`. */
function literal(source: string, column: number): string {
  const [header = '', ...lines] = source.split(/\r?\n/);
  const content = lines.map((line) => line.slice(column)).join('\n');
  return header.startsWith('|-') ? content : `${content}\n`;
}
