/**
 * Types of the fields by name: `[type]` for a list of them; `date`: a date and time; `threshold`: a severity as a number.
 * Every field may be left out.
 */
export type Shapes = Readonly<Record<string, Readonly<Record<string, string>>>>;
