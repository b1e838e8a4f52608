import * as vscode from 'vscode';
import { renameInTests } from '../../core/assist/testFile/renameInTests.ts';
import { LineIndex } from '../../core/document/lineIndex.ts';
import { policyKind } from '../../core/policy/families.ts';
import { testSpellingOf } from '../../core/policyTest/testFileName.ts';
import type { ConsoleRegistry } from './consoleRegistry.ts';
import type { PolicyTestFiles } from './policyTestFiles.ts';

export interface TestsNamingServices {
  readonly consoles: Pick<ConsoleRegistry, 'policyAt'>;
  readonly policyTests: Pick<PolicyTestFiles, 'of'>;
}

/** What has tests of a policy name a rule as it is called now. */
export interface TestsNaming {
  /** How many tests there are. */
  readonly count: number;
  readonly files: readonly vscode.Uri[];
  /** Puts the edits of all files to others: they are made, and undone, together. */
  addTo(edit: vscode.WorkspaceEdit): void;
}

/** The tests of the policy of a file that name a rule, which is to be called otherwise. */
export async function testsNaming(
  { consoles, policyTests }: TestsNamingServices,
  policy: vscode.Uri,
  before: string,
  after: string,
): Promise<TestsNaming> {
  const at = consoles.policyAt(policy);
  const kind = at && policyKind(at.ref.policy);
  const found = at && kind ? await policyTests.of(at.console, kind) : [];
  const files = found.flatMap(({ uri, text }) => {
    const spelling = testSpellingOf(uri.path);
    const renamed = spelling && renameInTests(text, spelling, before, after);
    return renamed && renamed.count > 0 ? [{ uri, text, ...renamed }] : [];
  });
  return {
    count: files.reduce((sum, { count }) => sum + count, 0),
    files: files.map(({ uri }) => uri),
    addTo: (edit) => {
      for (const { uri, text, edits } of files) {
        const lines = new LineIndex(text);
        const position = (offset: number): vscode.Position => {
          const { line, character } = lines.position(offset);
          return new vscode.Position(line, character);
        };
        edit.set(
          uri,
          edits.map(({ start, end, text: name }) =>
            vscode.TextEdit.replace(new vscode.Range(position(start), position(end)), name),
          ),
        );
      }
    },
  };
}
