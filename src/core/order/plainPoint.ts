import { findValue, freeValue } from './findValue.ts';
import { areApart, type Pattern } from './pattern.ts';
import { canBeSeveral, fields, isRanges, type Box, type FieldValues, type Point } from './scope.ts';
import { isTaken } from './values.ts';

/**
 * The plainest point of boxes without numbers: of each list what its first pattern asks for, and nothing else. A pattern of
 * another list matches that only where it matches all that one of these first patterns does (see `findValue`); so which boxes
 * have the point is told by their patterns alone. It is what a search tries first.
 */
export function plainPoint(boxes: readonly Box[]): Point {
  let length: number = fields.length;
  for (const box of boxes) {
    length = Math.max(length, box.length);
  }
  const point: string[] = [];
  for (let field = 0; field < length; field++) {
    const asked: Pattern[] = [];
    for (const box of boxes) {
      const first = firstOf(box[field]);
      if (first) {
        asked.push(first);
      }
    }
    if (canBeSeveral(field)) {
      point.push(asked.map((pattern) => findValue([pattern], []) ?? '').join('\n'));
    } else {
      point.push(asked.length === 0 ? freeValue : (findValue(asked, []) ?? ''));
    }
  }
  return point;
}

/**
 * Whether the plain values of two lists for one field are one that is in both: what the one asks for and the other takes away may go
 * together otherwise.
 */
export function haveCommonPlain(own: FieldValues, other: FieldValues, field: number): boolean {
  const first = firstOf(own);
  const second = firstOf(other);
  return (
    !own ||
    !other ||
    !first ||
    !second ||
    canBeSeveral(field) ||
    !(areApart(first, second) || takes(own, second) || takes(other, first))
  );
}

function takes(values: NonNullable<FieldValues>, pattern: Pattern): boolean {
  return !isRanges(values) && isTaken(pattern, values);
}

function firstOf(values: FieldValues): Pattern | undefined {
  return values && !isRanges(values) ? values.some[0] : undefined;
}
