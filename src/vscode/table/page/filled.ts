/** `{0}`, `{1}` in a text the extension translated. */
export function filled(text: string, ...values: readonly (string | number)[]): string {
  return text.replaceAll(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)]));
}
