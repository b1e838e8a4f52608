/** Policies are plain texts in it: nothing is colored, and no other extension looks at them. */
export const floorLanguage = 'floor';

export const floorManifest = {
  name: 'floor',
  publisher: 'bench',
  version: '0.0.0',
  engines: { vscode: '^1.105.0' },
  extensionKind: ['workspace'],
  main: './extension.cjs',
  activationEvents: [`onLanguage:${floorLanguage}`],
  contributes: {
    languages: [{ id: floorLanguage, filenamePatterns: ['**/*.policy.json', '**/*.policy.yaml'] }],
    // What the editor does by itself with a text of no known language: Ordinance does without it, or does it.
    configurationDefaults: {
      [`[${floorLanguage}]`]: {
        'editor.wordBasedSuggestions': 'off',
        'editor.folding': false,
        'editor.occurrencesHighlight': 'off',
      },
    },
  },
};
