/** What a command takes from the process around it, besides its arguments. Secrets come from here and nowhere else. */
export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The current folder. */
  readonly folder: string;
  /** Fires when the process is asked to stop. */
  readonly signal?: AbortSignal;
  /** Waits so many milliseconds for a console; tests need not. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Standard input, which only a FILE called `-` reads. */
  readonly input?: AsyncIterable<Uint8Array | string>;
  /** Of the program. */
  readonly version?: string;
}
