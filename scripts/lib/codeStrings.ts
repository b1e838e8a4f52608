import { getL10nJson, type l10nJsonFormat } from '@vscode/l10n-dev';

/**
 * The strings of source files that are translated. The exporter of the editor knows only what is imported from `vscode`;
 * code that is handed `l10n`, to run without the editor, is shown to it as if it had imported it. It prepares itself anew
 * for every file, for a tenth of a second each, and so gets all of them as one.
 */
export async function codeStrings(texts: readonly string[]): Promise<l10nJsonFormat> {
  const contents = texts
    .filter((text) => text.includes('l10n.t('))
    .map((text) =>
      text.replaceAll(/[\w.#]+\.l10n\.t\(/g, 'l10n.t(').replaceAll(/ from 'vscode';/g, " from '';"),
    )
    .join('\n;\n');
  return getL10nJson([{ extension: '.ts', contents: `import { l10n } from 'vscode';\n${contents}` }]);
}
