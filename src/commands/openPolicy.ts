import type { Uri } from 'vscode';
import { openPolicyFile } from './showPolicy.ts';
import { choosePolicy } from './targets.ts';
import type { Tools } from './tools.ts';

export async function openPolicy(
  tools: Pick<Tools, 'consoles' | 'view' | 'planDocuments' | 'files'>,
  row?: unknown,
): Promise<Uri> {
  const editor = await openPolicyFile(tools, await choosePolicy(tools, row));
  return editor.document.uri;
}
