const ofSandbox = /^ {2}sandbox:\r?\n {4}url: (http:\/\/127\.0\.0\.1:\d+)\r?$/m;

/** The address of the sandbox that an `ordinance.yaml` names. */
export function sandboxAddressIn(text: string): string | undefined {
  return ofSandbox.exec(text)?.[1];
}

/**
 * The text of an `ordinance.yaml` with the sandbox that it names at `url`, and everything else as it was: a person may have written more
 * into it. Undefined where it names none.
 */
export function withSandboxAt(text: string, url: string): string | undefined {
  const old = sandboxAddressIn(text);
  return old && text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, (found) => (found === old ? url : found));
}
