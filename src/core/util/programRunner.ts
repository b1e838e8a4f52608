export interface ProgramCall {
  /** The working directory; the current one by default. */
  readonly folder?: string;
  /**
   * `bare`: only the variables that a program needs to find its user's settings. `user`: the variables of the
   * user without those of Ordinance.
   */
  readonly environment: 'bare' | 'user';
  readonly variables?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly mostBytes: number;
}

/** The only way to run other programs. */
export interface ProgramRunner {
  /**
   * Runs a program without a shell and resolves with its output. The search for a program without a folder
   * ignores the workspace. Throws ExpectedError `untrusted` where no program may run, `no-program`, and
   * errors of Node.
   */
  run(program: string, args: readonly string[], call: ProgramCall): Promise<string>;
}
