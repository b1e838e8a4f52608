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
