/** The string members of a small JSON object; anything else reads as no members. */
export function readMembers(body: Buffer): Readonly<Record<string, string | undefined>> {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return typeof parsed === 'object' && parsed !== null
      ? Object.fromEntries(Object.entries(parsed).filter(([, value]) => typeof value === 'string'))
      : {};
  } catch {
    return {};
  }
}
