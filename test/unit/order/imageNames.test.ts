import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { canBeImage, findImage, isOfImages } from '../../../src/core/order/imageNames.ts';
import { matches, readPattern, type Pattern } from '../../../src/core/order/pattern.ts';

function pattern(written: string): Pattern {
  const read = readPattern(written);
  assert.ok(read, written);
  return read;
}

const imageWith = (patterns: readonly Pattern[]) =>
  findImage(
    patterns.map((one) => ({ some: [one], none: [] })),
    [],
    false,
    { looks: 1_000_000 },
  );

const areApart = (one: string, another: string): boolean => areOfNoImage(pattern(one), pattern(another));

/** One that no image has by itself is believed. */
function areOfNoImage(one: Pattern, another: Pattern): boolean {
  return isOfImages(one) && isOfImages(another) && imageWith([one, another]).kind === 'none';
}

/** All texts of at most so many of the letters. */
function* texts(letters: string, most: number): Generator<string, void, void> {
  yield '';
  if (most > 0) {
    for (const rest of texts(letters, most - 1)) {
      for (const letter of letters) {
        if (rest.length === most - 1) {
          yield rest + letter;
        }
      }
    }
    yield* texts(letters, most - 1);
  }
}

describe('names of images', () => {
  const images = [
    '',
    'nginx',
    'nginx:1.27',
    'registry.example/payments/api:1',
    'registry.example:5000/payments/api:1',
    '[::1]:5000/payments/api:1',
    'registry.example/payments/api@sha256:0123',
    'sha256:0123',
  ];
  for (const name of images) {
    it(`can be ${name || 'empty'}`, () => assert.equal(canBeImage(name), true));
  }
  for (const name of ['registry.example/a:1/b', 'a:1/b:2/c', 'a:/b', '/a', 'https://a/b', 'a/b:5000/c']) {
    it(`cannot be ${name}`, () => assert.equal(canBeImage(name), false));
  }

  it('are not what a beginning with a tag and an end with a path ask for', () => {
    assert.equal(areApart('registry.example/search/docs:*', '*/pay-gateway:*'), true);
    assert.equal(areApart('registry.example/search/docs:*', '*/docs:1'), false);
    assert.equal(areApart('registry.example/search/*', '*/pay-gateway:*'), false);
    assert.equal(areApart('registry.example:*', '*/pay-gateway:*'), false, 'a port');
    assert.equal(areApart('registry.example/a:*', '*:5000/b'), true);
  });

  it('have colons in an address in brackets, and only there', () => {
    assert.equal(areApart('*:1*', '*:5000/x'), false, '[::1]:5000/x');
    assert.equal(areApart('*::*', '*/a'), false, '[fe::1]/a');
    assert.equal(canBeImage('[a/b:c]:1/d'), false);
    assert.equal(canBeImage('[a:1]b:1/d'), false);
  });

  it('are read as patterns are, by halves of what a screen shows as one', () => {
    assert.equal(areApart('*:1', '*\u{1f600}/*'), false);
  });

  it('may be what a person wrote, whatever that is', () => {
    assert.equal(areApart('a:x/b*', '*c'), false);
    assert.equal(areApart('*a:1/b:2/c', 'a/*'), false);
  });

  const part = fc.string({ unit: fc.constantFrom('a', '1', '/', ':'), minLength: 1, maxLength: 3 });
  const patterns = fc
    .tuple(part, fc.constantFrom('exact', 'prefix', 'suffix', 'contains'))
    .map(([text, kind]): Pattern => ({ kind: kind as 'exact', text }));
  const all = [...new Set(texts('a1/:x', 7))];

  it('of two patterns are found where there are any, and nowhere else', () => {
    fc.assert(
      fc.property(patterns, patterns, (one, another) => {
        const named = all.filter((name) => matches(one, name) && matches(another, name) && canBeImage(name));
        const found = imageWith([one, another]);
        assert.equal(isOfImages(one), imageWith([one]).kind === 'image');
        if (found.kind === 'image') {
          assert.ok(canBeImage(found.name) && matches(one, found.name) && matches(another, found.name));
        } else {
          assert.equal(found.kind, 'none');
          assert.deepEqual(named, []);
        }
      }),
      { numRuns: 300, seed: 20_261_122 },
    );
  });
});
