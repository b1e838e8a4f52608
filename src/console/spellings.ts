/** What a server may make of a value that it echoes: spellings of it, as sources of regular expressions. */

/** Longer values are tokens; of these only what is special about them is looked for, in fewer ways. */
const longest = 256;
const tail = 64;
/** A shorter run of base64 stands in many texts. */
const shortestRun = 8;

/** Finds a value as it is, as JSON, JavaScript, HTML and addresses escape it, and in base64 wherever it stands in it. */
export function spellingsOf(value: string): RegExp {
  const isLong = value.length > longest;
  const sources = isLong
    ? [literal(value), escaped(value.slice(-tail))]
    : [escaped(value), ...runsInBase64(value).map((run) => `[\\w+/-]?${escaped(run, true)}[\\w+/-]?`)];
  return new RegExp(`(?:${sources.join('|')})${padding}`, 'giu');
}

/** The spellings in which a value stands in a document: as it is, in an address, and in base64. */
export function plainSpellings(value: string): readonly string[] {
  const runs = value.length > longest ? [] : runsInBase64(value);
  const address = encodeURIComponent(value.toWellFormed());
  return [
    ...new Set([
      value,
      address,
      address.replaceAll(/%../g, (code) => code.toLowerCase()),
      ...runs,
      ...runs.map((run) => run.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ];
}

const padding = '(?:=|%(?:25)*3D|\\\\{1,4}u003D|&(?:amp;)*#0*61;|&(?:amp;)*#x0*3D;){0,2}';

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

function escaped(text: string, isBase64 = false): string {
  return Array.from(text, (character) => `(?:${waysOf(character, isBase64).join('|')})`).join('');
}

function waysOf(character: string, isBase64: boolean): string[] {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const named = entities[character];
  const others: Readonly<Record<string, string>> = isBase64 ? { '+': '-', '/': '_' } : { ' ': '+' };
  const other = others[character];
  return [
    // A backslash before a character, as in `\/` and `\"`; four where a text was escaped twice.
    `\\\\{0,4}${literal(character)}`,
    ...(other === undefined ? [] : [literal(other)]),
    `\\\\{1,4}${[...units(character)].map((unit) => `u${unit}`).join('\\\\{1,4}')}`,
    `\\\\{1,4}u\\{0*${hex}\\}`,
    ...(code < 256 ? [`\\\\{1,4}x${hex.padStart(2, '0')}`] : []),
    [...Buffer.from(character.toWellFormed(), 'utf8')]
      .map((byte) => `%(?:25)*${byte.toString(16).padStart(2, '0')}`)
      .join(''),
    `&(?:amp;)*#0*${code};`,
    `&(?:amp;)*#x0*${hex};`,
    ...(named === undefined ? [] : [`&(?:amp;)*${named};`]),
  ];
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function units(character: string): string[] {
  return Array.from({ length: character.length }, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  );
}

/** The runs of base64 digits that a value makes, by its place among the groups of three bytes, without those it shares. */
function runsInBase64(value: string): string[] {
  const bytes = Buffer.from(value.toWellFormed(), 'utf8');
  return [0, 1, 2]
    .map((before) => {
      const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      return digits.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    })
    .filter((run) => run.length >= shortestRun);
}
