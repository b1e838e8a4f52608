import * as vscode from 'vscode';
import { inertLine, terminalLine } from '../../core/util/inertText.ts';

/** The Testing view. Names of tests and rules come from repositories and consoles, and stay texts. */

export function createTestController(id: string, label: string): vscode.TestController {
  return vscode.tests.createTestController(id, label);
}

/** The editor has no tests without a name. */
export function testItem(
  controller: vscode.TestController,
  id: string,
  label: string,
  uri: vscode.Uri,
  description?: string,
): vscode.TestItem {
  const item = controller.createTestItem(id, inertLine(label) || '""', uri);
  if (description !== undefined) {
    item.description = inertLine(description);
  }
  return item;
}

/** Why tests of an item cannot be run. */
export function testError(item: vscode.TestItem, line: string): void {
  item.error = inertLine(line).trimEnd();
}

/** Why a test does not hold, line by line, and places that it leads to. */
export function testMessage(
  lines: readonly string[],
  location: vscode.Location,
  because: readonly { readonly label: string; readonly location: vscode.Location }[] = [],
): vscode.TestMessage {
  const made = new vscode.TestMessage(lines.map((line) => inertLine(line)).join('\n'));
  made.location = location;
  made.stackTrace = because.map(
    ({ label, location: { uri, range } }) =>
      new vscode.TestMessageStackFrame(inertLine(label), uri, range.start),
  );
  return made;
}

/** Writes a line into the terminal of a run. */
export function testOutput(run: vscode.TestRun, line: string, item?: vscode.TestItem): void {
  run.appendOutput(`${terminalLine(line)}\r\n`, undefined, item);
}
