import type * as vscode from 'vscode';
import { resolutionScheme } from '../workspace/partText.ts';

/** Files people edit: not the read-only documents of plans and live policies, not the other side of a diff. */
const schemes = ['file', 'untitled', 'vscode-remote', resolutionScheme] as const;

const languages = ['ordinance-json', 'ordinance-yaml'] as const;

export const policySelector: vscode.DocumentSelector = languages.flatMap((language) =>
  schemes.map((scheme) => ({ language, scheme })),
);

export const consoleFileSelector: vscode.DocumentSelector = schemes.map((scheme) => ({
  scheme,
  pattern: '**/ordinance.yaml',
}));

export const testFileSelector: vscode.DocumentSelector = schemes.map((scheme) => ({
  scheme,
  pattern: '**/*.policy-test.{json,yaml,yml}',
}));

export function isPolicy(document: vscode.TextDocument): boolean {
  return (
    (languages as readonly string[]).includes(document.languageId) &&
    (schemes as readonly string[]).includes(document.uri.scheme)
  );
}

export function isConsoleFile({ uri }: vscode.TextDocument): boolean {
  return (schemes as readonly string[]).includes(uri.scheme) && uri.path.endsWith('/ordinance.yaml');
}
