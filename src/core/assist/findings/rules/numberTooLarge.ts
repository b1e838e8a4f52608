import type { MemberCheck } from '../finding.ts';

/** Numbers of this size and larger may not fit; the exact limit depends on their spelling. */
const doubtful = 2 ** 63;
const MAX_NUMBER = 2n ** 63n - 1n;

export const numberTooLarge: MemberCheck = {
  code: 'number-out-of-range',
  summary: 'A number is too large to be kept.',
  severity: 'error',
  scope: 'member',
  concerns: (field) => holdsWhole(field?.schema.type) || holdsWhole(field?.item?.schema.type),
  check({ field, path, key, value, lexeme }, report) {
    if (typeof value === 'number') {
      if (isDoubtful(value) && holdsWhole(field?.schema.type) && isTooLarge(lexeme([...path, key]))) {
        report({ message: messageFor(key), path: [...path, key] });
      }
    } else if (Array.isArray(value) && holdsWhole(field?.item?.schema.type)) {
      for (const [index, item] of value.entries()) {
        const place = [...path, key, index];
        if (typeof item === 'number' && isDoubtful(item) && isTooLarge(lexeme(place))) {
          report({ message: messageFor(key), path: place });
        }
      }
    }
  },
};

/** The document reports numbers beyond the range of every reader. */
function isDoubtful(value: number): boolean {
  return Math.abs(value) >= doubtful && Number.isFinite(value);
}

function holdsWhole(type: string | readonly string[] | undefined): boolean {
  return type === 'integer' || (Array.isArray(type) && type.includes('integer'));
}

function isTooLarge(lexeme: string | undefined): boolean {
  if (lexeme === undefined || !/^-?\d+$/.test(lexeme)) {
    return lexeme !== undefined;
  }
  const value = BigInt(lexeme);
  return value > MAX_NUMBER || value < -MAX_NUMBER - 1n;
}

function messageFor(key: string): string {
  return `\`${key}\` must be at most ${MAX_NUMBER}`;
}
