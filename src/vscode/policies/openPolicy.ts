import type { Uri } from 'vscode';
import { openPolicyFile } from '../targets/showPolicy.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { Tools } from '../tools.ts';

export async function openPolicy(tools: Pick<Tools, 'files'>, policy: ChosenPolicy): Promise<Uri> {
  const editor = await openPolicyFile(tools, policy);
  return editor.document.uri;
}
