const sandboxEntry = /^ {2}sandbox:\r?\n {4}url: (http:\/\/127\.0\.0\.1:\d+)\r?$/m;

/** The address of the sandbox that an `ordinance.yaml` names. */
export function sandboxAddressIn(text: string): string | undefined {
  return sandboxEntry.exec(text)?.[1];
}

/**
 * Replaces the address of the sandbox in an `ordinance.yaml`, and nothing else: a person may have added to
 * the file. Undefined when the file names no sandbox.
 */
export function withSandboxAt(text: string, url: string): string | undefined {
  const old = sandboxAddressIn(text);
  return old && text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, (address) => (address === old ? url : address));
}
