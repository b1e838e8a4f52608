/** What a server may make of a value that it echoes: its spellings. */

/** Longer values are tokens, of characters that need no escape. */
const longest = 256;
/** A shorter run of base64 stands in many texts. */
const shortestRun = 8;

/** A value as it is, as JSON, JavaScript, HTML and addresses escape it, once or twice, and in base64 at any place of it. */
export function spellingsOf(value: string): readonly string[] {
  const address = encodeURIComponent(value.toWellFormed());
  const json = JSON.stringify(value).slice(1, -1);
  const own = [value, address, withLowerCodes(address), json];
  if (value.length > longest) {
    return [...new Set(own)];
  }
  const hex = Buffer.from(value.toWellFormed(), 'utf8').toString('hex');
  const units = Array.from({ length: value.length }, (_, at) =>
    value.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  const points = Array.from(value, (character) => character.codePointAt(0) ?? 0);
  const html = asHtml(value);
  return [
    ...new Set([
      ...own,
      encodeURIComponent(address),
      hex.replaceAll(/../g, '%$&'),
      hex.toUpperCase().replaceAll(/../g, '%$&'),
      json.replaceAll('/', String.raw`\/`),
      JSON.stringify(json).slice(1, -1),
      units.map((unit) => `\\u${unit}`).join(''),
      units.map((unit) => `\\u${unit.toUpperCase()}`).join(''),
      html,
      html.replaceAll('&quot;', '&#34;').replaceAll('&apos;', '&#39;'),
      html.replaceAll('&apos;', '&#x27;'),
      asHtml(html),
      points.map((point) => `&#${point};`).join(''),
      points.map((point) => `&#x${point.toString(16)};`).join(''),
      ...inBase64(value),
      ...inBase64(value).map(encodeURIComponent),
    ]),
  ];
}

/** The spellings in which a value stands in a document: as it is, in an address, and in base64. */
export function plainSpellings(value: string): readonly string[] {
  const address = encodeURIComponent(value.toWellFormed());
  const runs = value.length > longest ? [] : inBase64(value);
  return [...new Set([value, address, withLowerCodes(address), ...runs])];
}

function withLowerCodes(address: string): string {
  return address.replaceAll(/%../g, (code) => code.toLowerCase());
}

function asHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

/** The runs of base64 digits that a value makes, by its place among the groups of three bytes, without those it shares. */
function inBase64(value: string): string[] {
  const bytes = Buffer.from(value.toWellFormed(), 'utf8');
  return [0, 1, 2]
    .map((before) => {
      const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
      return digits.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    })
    .filter((run) => run.length >= shortestRun)
    .flatMap((run) => [run, run.replaceAll('+', '-').replaceAll('/', '_')]);
}
