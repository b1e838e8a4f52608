import type { PolicyKind } from '../../../../src/core/policy/families.ts';
import sample from '../../../../src/sandbox/sample.json' with { type: 'json' };

/** Picks a number below `count`. */
export type Pick = (count: number) => number;

type Plain = Record<string, unknown>;

/** The policy of this kind in the sample of the sandbox. */
export function samplePolicy({ name }: PolicyKind): Plain {
  return structuredClone((sample.policies as Readonly<Record<string, Plain>>)[name]!);
}

interface Place {
  readonly holder: Plain | unknown[];
  readonly key: string | number;
}

/** One mistake, as people make them, somewhere in `document`, which is changed. */
export function mistake(document: Plain, pick: Pick): Plain {
  const whole = pick(40);
  if (whole === 0) {
    return { policy: document };
  }
  if (whole === 1) {
    const [first] = (document['rules'] ?? document['containerRules']) as Plain[];
    return first!;
  }
  const places = [...placesIn(document)];
  const { holder, key } = places[pick(places.length)]!;
  if (Array.isArray(holder)) {
    inList(holder, Number(key), pick);
  } else {
    inObject(holder, String(key), pick);
  }
  return document;
}

function* placesIn(value: unknown): Generator<Place> {
  if (Array.isArray(value)) {
    for (const [key, item] of value.entries()) {
      yield { holder: value, key };
      yield* placesIn(item);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      yield { holder: value as Plain, key };
      yield* placesIn(item);
    }
  }
}

function inList(list: unknown[], index: number, pick: Pick): void {
  if (pick(3) === 0) {
    list.push(structuredClone(list[index]));
  } else {
    list[index] = wrong(list[index], pick);
  }
}

function inObject(object: Plain, key: string, pick: Pick): void {
  const value = object[key];
  switch (pick(6)) {
    case 0:
      delete object[key];
      break;
    case 1:
      delete object[key];
      object[slip(key, pick)] = value;
      break;
    case 2:
      object[slip(key, pick)] = structuredClone(value);
      break;
    default:
      object[key] = wrong(value, pick);
  }
}

const numbers = [-1, 0, 1, 3, 7, 10, 70_000, 1.5, 2 ** 53];
const texts = [
  '',
  ' ',
  'High',
  'yes',
  'true',
  '30',
  'block',
  '(?=x)',
  '10.0.0.0/33',
  'CVE_2031_0001',
  '2031-01-02',
];

/** Something else in the place of a value. */
function wrong(value: unknown, pick: Pick): unknown {
  const kind = pick(8);
  if (kind === 0) {
    return null;
  }
  if (kind === 1) {
    return [value];
  }
  if (kind === 2) {
    return Array.isArray(value) ? value[0] : typeof value === 'object' ? [] : { value };
  }
  if (kind === 3) {
    return typeof value === 'object' ? firstText(value) : JSON.stringify(value).replaceAll('"', '');
  }
  if (typeof value === 'string') {
    return kind < 6 ? slip(value, pick) : kind === 6 ? ` ${value}` : texts[pick(texts.length)];
  }
  if (typeof value === 'number') {
    return numbers[pick(numbers.length)];
  }
  if (typeof value === 'boolean') {
    return ['yes', 'No', 'on', !value, 0][pick(5)];
  }
  return kind === 4 ? {} : kind === 5 ? [] : texts[pick(texts.length)];
}

function firstText(value: unknown): unknown {
  const inside = JSON.stringify(value)?.match(/"name":"([^"\\]*)"/)?.[1];
  return inside ?? 'All';
}

/** A letter left out, doubled, swapped or in another case. */
function slip(word: string, pick: Pick): string {
  const at = pick(Math.max(1, word.length));
  const [before, letter = '', after] = [word.slice(0, at), word[at], word.slice(at + 1)];
  switch (pick(5)) {
    case 0:
      return before + after;
    case 1:
      return before + letter + letter + after;
    case 2:
      return before + (after[0] ?? '') + letter + after.slice(1);
    case 3:
      return before + (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()) + after;
    default:
      return `${word}Effect`;
  }
}
