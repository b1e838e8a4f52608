export interface ProgramCall {
  /** The current one unless given. */
  readonly folder?: string;
  /** `bare`: only what a program needs to find its user's settings. `user`: what the user has, without what is ours. */
  readonly environment: 'bare' | 'user';
  readonly variables?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly mostBytes: number;
}

/** The one gate to other programs. */
export interface ProgramRunner {
  /**
   * Runs a program without a shell and resolves with its output. A program that is named without a folder is looked for where
   * the workspace has no say. Throws ExpectedError `untrusted` where nothing may be run, `no-program`, and what Node throws.
   */
  run(program: string, args: readonly string[], call: ProgramCall): Promise<string>;
}
