/** Longer lists of a tree are shown in parts of `partSize` rows: one row more, and no list of ten thousand. */
export const longestList = 1000;
export const partSize = 500;

export interface ListPart {
  readonly from: number;
  /** Behind the last. */
  readonly to: number;
}

/** The parts in which a list of this length is shown; undefined when it is shown as it is. */
export function listParts(length: number): readonly ListPart[] | undefined {
  return length <= longestList
    ? undefined
    : Array.from({ length: Math.ceil(length / partSize) }, (_, part) => ({
        from: part * partSize,
        to: Math.min((part + 1) * partSize, length),
      }));
}
