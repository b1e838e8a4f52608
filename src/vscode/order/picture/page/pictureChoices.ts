/** The widths of a column of marks, in pixels. */
export const sizes = [14, 18, 24, 30, 40] as const;

/** Choices of the reader. The editor keeps them. */
export interface PictureChoices {
  rules: string;
  columns: string;
  onlyMatching: boolean;
  asText: boolean;
  /** Place in `sizes`. */
  size: number;
}

export const defaultChoices: PictureChoices = {
  rules: '',
  columns: '',
  onlyMatching: false,
  asText: false,
  size: 2,
};
