import * as vscode from 'vscode';

/** Closes a diff editor that shows what is written by now, or does not hold any more. */
export async function closeDifference(modified: vscode.Uri): Promise<void> {
  const key = modified.toString();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(
    tabs.filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === key),
    true,
  );
}
