import * as vscode from 'vscode';
import { inertLine, terminalLine } from '../../core/util/inertText.ts';

/** The Testing view. Names of tests and rules come from repositories and consoles, so they stay plain text. */

export function createTestController(id: string, label: string): vscode.TestController {
  return vscode.tests.createTestController(id, label);
}

/** VS Code refuses tests without a name. */
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

/** The reason why the tests of an item cannot run. */
export function testError(item: vscode.TestItem, line: string): void {
  item.error = inertLine(line).trimEnd();
}

/** The reasons why a test fails, one line each, with the places that they link to. */
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

/** Writes a line to the terminal of a run. */
export function testOutput(run: vscode.TestRun, line: string, item?: vscode.TestItem): void {
  run.appendOutput(`${terminalLine(line)}\r\n`, undefined, item);
}
