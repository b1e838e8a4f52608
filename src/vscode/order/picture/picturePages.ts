import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/util/disposable.ts';
import { messageOf } from '../../../core/util/errors.ts';
import { policyKind } from '../../../core/policy/families.ts';
import { webviewPanel } from '../../platform/webviewPanel.ts';
import { consoleOf, type ChosenPolicy } from '../../targets/targets.ts';
import type { Consoles } from '../../workspace/consoles.ts';
import { OpenPicture, titleOf, type PictureServices } from './openPicture.ts';
import type { PictureName } from './pictureMessages.ts';

const viewType = 'ordinance.orderPicture';

export type PicturePageServices = PictureServices & { readonly consoles: Consoles };

/** The pages with pictures, one for each policy. */
export class PicturePages implements Disposable {
  readonly #services: PicturePageServices;
  readonly #disposables = new DisposableStore();
  readonly #open = new Map<string, OpenPicture>();

  constructor(services: PicturePageServices) {
    this.#services = services;
    this.#disposables.add(
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state) => {
          const name = nameIn(state);
          if (!name) {
            panel.dispose();
            return;
          }
          const page = this.#adopt(name, panel);
          try {
            await page.show(await this.#policyOf(name));
          } catch (error) {
            page.explain(messageOf(error));
          }
        },
      }),
    );
  }

  async show(policy: ChosenPolicy): Promise<void> {
    const name: PictureName = [policy.console.id, policy.kind.name];
    const page =
      this.#open.get(JSON.stringify(name)) ??
      this.#adopt(name, webviewPanel(viewType, titleOf(policy), { enableScripts: true }));
    await page.show(policy);
  }

  dispose(): void {
    for (const page of this.#open.values()) {
      page.dispose();
    }
    this.#disposables.dispose();
  }

  async #policyOf([consoleId, policy]: PictureName): Promise<ChosenPolicy> {
    await this.#services.consoles.whenFound;
    const kind = policyKind(policy);
    if (!kind) {
      throw new TypeError(`no such policy: ${policy}`);
    }
    return { console: consoleOf(this.#services, { kind: 'console', consoleId }), kind };
  }

  #adopt(name: PictureName, panel: vscode.WebviewPanel): OpenPicture {
    const id = JSON.stringify(name);
    const page = new OpenPicture(this.#services, name, panel, () => {
      if (this.#open.get(id) === page) {
        this.#open.delete(id);
      }
    });
    this.#open.set(id, page);
    return page;
  }
}

/** The name in what the editor kept for a page; it may be of another version. */
function nameIn(state: unknown): PictureName | undefined {
  const again = typeof state === 'object' && state !== null && 'again' in state ? state.again : undefined;
  const [consoleId, policy] = Array.isArray(again) ? again.filter((part) => typeof part === 'string') : [];
  return consoleId === undefined || policy === undefined ? undefined : [consoleId, policy];
}
