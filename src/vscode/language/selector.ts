import * as vscode from 'vscode';
import { resolutionScheme } from '../workspace/resolutionScheme.ts';

/** Files people edit: not the read-only documents of plans and live policies, not the other side of a diff. */
const schemes = ['file', 'untitled', 'vscode-remote', resolutionScheme];

export const policySelector: vscode.DocumentSelector = ['ordinance-json', 'ordinance-yaml'].flatMap(
  (language) => schemes.map((scheme) => ({ language, scheme })),
);

export const consoleFileSelector = selectorOf('**/ordinance.yaml');

export const testFileSelector = selectorOf('**/*.policy-test.{json,yaml,yml}');

export function isSelected(selector: vscode.DocumentSelector, document: vscode.TextDocument): boolean {
  return vscode.languages.match(selector, document) > 0;
}

function selectorOf(pattern: string): vscode.DocumentSelector {
  return schemes.map((scheme) => ({ scheme, pattern }));
}
