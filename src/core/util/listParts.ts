/**
 * A longer list of a tree is split into parts of `partSize` rows, because a huge list is slow and unreadable.
 */
export const MAX_LIST_LENGTH = 1000;
export const partSize = 500;

interface ListPart {
  readonly from: number;
  /** The index after the last row of the part. */
  readonly to: number;
}

/** Returns the parts of a list of this length; undefined when the list needs no parts. */
export function listParts(length: number): readonly ListPart[] | undefined {
  return length <= MAX_LIST_LENGTH
    ? undefined
    : Array.from({ length: Math.ceil(length / partSize) }, (_, part) => ({
        from: part * partSize,
        to: Math.min((part + 1) * partSize, length),
      }));
}
