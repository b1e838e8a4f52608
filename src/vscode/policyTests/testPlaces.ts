import * as vscode from 'vscode';
import { placeOfTest } from '../../core/assist/testFile/readTestFile.ts';
import { LineIndex } from '../../core/document/lineIndex.ts';
import type { TextRange } from '../../core/document/text.ts';
import type { PlacedRule } from '../../core/policyTest/testResult.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import type { ConsoleHandle } from '../workspace/consoleHandle.ts';
import type { PolicyDocuments } from '../workspace/policyDocuments.ts';
import type { PolicyFiles } from '../workspace/policyFiles.ts';
import type { FoundTests } from '../workspace/policyTestFiles.ts';

/** The range of the name belongs to the text that was read. */
export function rangeOfTest({ text, file }: FoundTests, index: number): vscode.Range {
  return rangeIn(
    new LineIndex(text),
    file.root ? placeOfTest(file.root, index, 'name') : { start: 0, end: 0 },
  );
}

export function rangeIn(lines: LineIndex, { start, end }: TextRange): vscode.Range {
  const [from, to] = [lines.position(start), lines.position(end)];
  return new vscode.Range(from.line, from.character, to.line, to.character);
}

interface RulePlaces {
  readonly files: PolicyFiles;
  readonly documents: PolicyDocuments;
}

/** The location is the start of a rule in its policy file; it is undefined when the rule is gone. */
export async function locationOfRule(
  { files, documents }: RulePlaces,
  console: ConsoleHandle,
  kind: PolicyKind,
  { array, index }: PlacedRule,
): Promise<vscode.Location | undefined> {
  const uri = await files.find(console, kind.name);
  const document = uri && (await documents.read(uri));
  const rule = document?.array(array)?.rules[index];
  if (!uri || !document || !rule) {
    return undefined;
  }
  const { start } = rule.range;
  return new vscode.Location(uri, rangeIn(new LineIndex(document.text), { start, end: start }));
}
