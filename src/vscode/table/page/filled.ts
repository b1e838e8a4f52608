/** The function fills `{0}` and `{1}` in a translated text. */
export function filled(text: string, ...values: readonly (string | number)[]): string {
  return text.replaceAll(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)]));
}
