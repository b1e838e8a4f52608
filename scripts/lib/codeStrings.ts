import { getL10nJson, type l10nJsonFormat } from '@vscode/l10n-dev';

/**
 * The strings of source files that are translated. The editor's exporter knows only `l10n` of `vscode`, so it
 * gets all files as one file that imports it. Single files would take a tenth of a second each.
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
