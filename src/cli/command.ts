import type { Output } from './output.ts';

/** An option of a command. */
export interface Option {
  /** The placeholder of the value, such as FILE; an option without one is a switch. */
  readonly argument?: string;
  /** The only values that the option takes. */
  readonly values?: readonly string[];
  /** The option may be given several times. */
  readonly several?: true;
  readonly description: string;
}

export type Options = Readonly<Record<string, Option>>;

type ValueOf<T extends Option> = T extends { readonly argument: string }
  ? T extends { readonly several: true }
    ? readonly string[]
    : (T extends { readonly values: readonly (infer V)[] } ? V : string) | undefined
  : boolean;

export type ValuesOf<T extends Options> = { readonly [K in keyof T]: ValueOf<T[K]> };

/** The options of every command. */
export const commonOptions = {
  json: { description: 'prints one JSON document, also on failure' },
  quiet: { description: 'prints only problems' },
  verbose: { description: 'also prints each step, on standard error' },
} as const satisfies Options;

/** The environment of a command besides its arguments. Secrets come only from here. */
export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The current folder. */
  readonly folder: string;
  /** Fires when the process is asked to stop. */
  readonly signal?: AbortSignal;
  /** Waits before the next request to a console. Tests replace it. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Standard input, which only a FILE called `-` reads. */
  readonly input?: AsyncIterable<Uint8Array | string>;
  /** The version of the program. */
  readonly version?: string;
}

/** The surroundings of one call of a command. */
export interface CallContext {
  readonly output: Output;
  readonly environment: Environment;
}

export interface Call<T extends Options> extends CallContext {
  readonly values: ValuesOf<T & typeof commonOptions>;
  readonly positionals: readonly string[];
}

/** The result of a command. */
export interface CommandResult {
  readonly code: number;
  /** The JSON document that `--json` prints. */
  readonly document: object;
}

interface Shape<T extends Options> {
  readonly name: string;
  /** One line that describes the command. */
  readonly summary: string;
  /** The operands in the notation of commander, such as `<A> <B>` or `[PATH...]`. */
  readonly operands?: string;
  /** The meaning of the operands, and other details. */
  readonly details?: string;
  readonly options: T;
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** Values of `--format` that make standard output one JSON document; `json` itself is what `--json` prints. */
  readonly documents?: readonly string[];
}

/** A row of the table of commands, which drives parsing, help, completion and documentation. */
export interface Command extends Shape<Options> {
  run(call: Call<Options>): Promise<CommandResult>;
}

/** Defines a command. The types of its values follow from its options. */
export function defineCommand<const T extends Options>(
  row: Shape<T> & { run(call: Call<T>): Promise<CommandResult> },
): Command {
  return row;
}
