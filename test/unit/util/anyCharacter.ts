import * as fc from 'fast-check';

/**
 * Any character there is, every second one of those on keyboards. What fast-check has for it makes a table of all of them first,
 * which takes longer than most properties.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.oneof(fc.integer({ max: 0xd7ff, min: 0 }), fc.integer({ min: 0xe000, max: 0x10ffff })),
  )
  .map((code) => String.fromCodePoint(code));
