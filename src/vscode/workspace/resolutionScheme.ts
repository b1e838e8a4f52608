/**
 * The scheme of documents in which a person edits a part of a policy. They have the checks and completion of
 * policy files.
 */
export const resolutionScheme = 'ordinance-resolution';

/** True when a document has only one rule of a policy, and not its place in the policy. */
export function isPart({ scheme }: { readonly scheme: string }): boolean {
  return scheme === resolutionScheme;
}
