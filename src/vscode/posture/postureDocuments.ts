import * as vscode from 'vscode';
import type { JsonValue } from '../../core/json/json.ts';
import type { Spelling } from '../../core/policy/policyFile.ts';
import { DisposableOwner } from '../../core/util/disposable.ts';
import { resourceText } from '../workspace/resourceText.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';

export const postureScheme = 'ordinance-posture';

/** Read-only documents of what the SSPM service answered. */
export class PostureDocuments extends DisposableOwner {
  readonly #texts = this.disposables.add(new VirtualTexts(postureScheme));

  async showValue(console: string, name: string, value: JsonValue, spelling: Spelling): Promise<vscode.Uri> {
    return this.showText(console, `${name}.${spelling}`, resourceText(value, spelling));
  }

  async showText(console: string, file: string, text: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme: postureScheme, path: `/${asSegment(console)}/${asSegment(file)}` });
    await this.#texts.show(uri, text, { preview: true });
    return uri;
  }
}

function asSegment(name: string): string {
  return (
    name
      .replaceAll(/[/\\?#%\s]+/g, ' ')
      .trim()
      .slice(-120) || '-'
  );
}
