import type { Output } from './output.ts';
import type { Environment } from './remote/environment.ts';

/** One option of a command, as it is read, described and documented. */
export interface Option {
  /** What stands for its value, such as FILE; an option without one is a switch. */
  readonly argument?: string;
  /** The words that its value may be; any text where there are none. */
  readonly values?: readonly string[];
  /** May be given several times. */
  readonly several?: true;
  readonly short?: string;
  readonly description: string;
}

export type Options = Readonly<Record<string, Option>>;

type ValueOf<T extends Option> = T extends { readonly argument: string }
  ? T extends { readonly several: true }
    ? readonly string[]
    : string | undefined
  : boolean;

export type ValuesOf<T extends Options> = { readonly [K in keyof T]: ValueOf<T[K]> };

/** Every command has these. */
export const commonOptions = {
  json: { description: 'prints one JSON document, whatever the end' },
  quiet: { description: 'prints only what is wrong' },
  verbose: { description: 'also says what is done on the way, on standard error' },
  help: { short: 'h', description: 'prints this and does nothing' },
} as const satisfies Options;

export interface Call<T extends Options> {
  readonly values: ValuesOf<T & typeof commonOptions>;
  readonly positionals: readonly string[];
  readonly output: Output;
  readonly environment: Environment;
}

/** How a command ended. */
export interface End {
  readonly code: number;
  /** What is printed where one JSON document was asked for. */
  readonly document: object;
}

interface Shape<T extends Options> {
  readonly name: string;
  /** One line: what it does. */
  readonly summary: string;
  /** What stands behind the options, and what that is. */
  readonly takes?: string;
  readonly means?: string;
  readonly options: T;
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** Exit code when the command line was not understood; 1 unless said otherwise. */
  readonly misuse?: number;
  /** Values of `--format` that make standard output one JSON document; `json` itself is what `--json` prints. */
  readonly documents?: readonly string[];
}

/** A row of the table of commands: it drives parsing, help and documentation. */
export interface Command extends Shape<Options> {
  run(call: Call<Options>): Promise<End>;
}

/** A command whose values have the types that its options say. */
export function command<const T extends Options>(
  row: Shape<T> & { run(call: Call<T>): Promise<End> },
): Command {
  return row;
}
