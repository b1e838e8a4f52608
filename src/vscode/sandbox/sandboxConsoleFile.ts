const ofSandbox = /^ {2}sandbox:\r?\n {4}url: (http:\/\/127\.0\.0\.1:\d+)\r?$/m;

/**
 * The text of an `ordinance.yaml` with the sandbox that it names at `url`, and everything else as it was: a person may have written more
 * into it. Undefined where it names none.
 */
export function withSandboxAt(text: string, url: string): string | undefined {
  const old = ofSandbox.exec(text)?.[1];
  return old && text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, (found) => (found === old ? url : found));
}
