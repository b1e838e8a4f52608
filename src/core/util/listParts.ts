/** Longer lists of a tree are split into parts of `partSize` rows, because huge lists are slow and unreadable. */
export const longestList = 1000;
export const partSize = 500;

export interface ListPart {
  readonly from: number;
  /** The index after the last row of the part. */
  readonly to: number;
}

/** Returns the parts of a list of this length; undefined when the list needs no parts. */
export function listParts(length: number): readonly ListPart[] | undefined {
  return length <= longestList
    ? undefined
    : Array.from({ length: Math.ceil(length / partSize) }, (_, part) => ({
        from: part * partSize,
        to: Math.min((part + 1) * partSize, length),
      }));
}
