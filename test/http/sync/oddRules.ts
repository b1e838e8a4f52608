import * as fc from 'fast-check';
import { JsonNumber, type JsonObject, type JsonValue } from '../../../src/core/json/json.ts';
import { rule } from '../../unit/sync/workspace.ts';

const key = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6 }),
  fc.constantFrom('__proto__', '1', '$$hashKey', 'yes', '~', 'ключ'),
);
const lexeme = fc.constantFrom(
  '1.0',
  '1e2',
  '-0',
  '0.10',
  '9007199254740993',
  '1E+2',
  '12345678901234567890.5',
  '7',
);
const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    'no',
    'null',
    '1.0',
    '2024-01-01',
    '- a',
    'a: b',
    '# x',
    ' lead',
    'two\nlines\n',
    'é😀',
    '0o17',
    '"q"',
    "it's",
  ),
);
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  lexeme.map((number) => new JsonNumber(number)),
  text,
  fc.boolean(),
);
const unknown: fc.Arbitrary<JsonValue> = fc.oneof(
  leaf,
  fc.array(leaf, { minLength: 1, maxLength: 3 }),
  fc.array(fc.tuple(key, leaf), { minLength: 1, maxLength: 3 }).map((members) => new Map(members)),
);
const members = fc.array(
  fc.tuple(
    key.map((name) => `x ${name}`),
    unknown,
  ),
  { maxLength: 4 },
);
/** Rules with members nobody has declared, odd keys, numbers and texts among them. */
export const oddRules: fc.Arbitrary<JsonObject[]> = fc
  .uniqueArray(fc.constantFrom('Alpha', 'Beta', 'Gamma: 1', '- Delta', 'Ω'), { minLength: 1 })
  .chain((names) =>
    fc.tuple(...names.map((name) => members.map((more) => new Map([...rule(name), ...more])))),
  );
