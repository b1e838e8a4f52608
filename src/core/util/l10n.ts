type Value = string | number | boolean;

type Translate = (message: string, ...values: Value[]) => string;

let translate: Translate = fillText;

/** Texts for people, in English until `useTranslations` is called. */
export const l10n = {
  t: (message: string, ...values: Value[]): string => translate(message, ...values),
};

/** Lets VS Code translate the texts of the core. */
export function useTranslations(byEditor: Translate): void {
  translate = byEditor;
}

/** Puts values in place of `{0}`, `{1}` and so on. */
export function fillText(message: string, ...values: Value[]): string {
  return message.replaceAll(/\{(\d+)\}/g, (placeholder, at: string) =>
    String(values[Number(at)] ?? placeholder),
  );
}
