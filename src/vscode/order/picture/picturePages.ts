import * as vscode from 'vscode';
import type { RulePlace } from '../../../core/document/ruleEdits.ts';
import { passOnUnexpected } from '../../../core/util/errors.ts';
import { policyKind } from '../../../core/policy/families.ts';
import { OpenPages, type PageName } from '../../platform/openPages.ts';
import { consoleOf, type ChosenPolicy } from '../../targets/targets.ts';
import type { Consoles } from '../../workspace/consoles.ts';
import { OpenPicture, type PictureServices, type ShownPolicy } from './openPicture.ts';

export type PicturePageServices = PictureServices & { readonly consoles: Consoles };

const pageKind = 'map';

/** The pages with pictures, one for each policy. */
export class PicturePages extends OpenPages<ShownPolicy, OpenPicture> {
  readonly #services: PicturePageServices;

  constructor(services: PicturePageServices) {
    super('ordinance.orderPicture', (panel, name) => new OpenPicture(services, name, panel));
    this.#services = services;
    this.register(pageKind, async (of) => ({ policy: await this.#policyOf(of) }));
  }

  /** With the reader at the rule that has the cursor, where an editor shows the policy. */
  async showPolicy(policy: ChosenPolicy): Promise<void> {
    const at = await this.#atCursor(policy);
    await this.show([pageKind, policy.console.id, policy.kind.name], { policy, at });
  }

  async #atCursor({ console, kind }: ChosenPolicy): Promise<RulePlace | undefined> {
    const file = (await this.#services.files.find(console, kind.name))?.toString();
    const { activeTextEditor: active, visibleTextEditors } = vscode.window;
    const editor = [active, ...visibleTextEditors].find((one) => one?.document.uri.toString() === file);
    try {
      return editor && (await this.#services.ruleEditor.selected(editor))[0];
    } catch (error) {
      // It is typed in just now, or no policy: the picture says so itself.
      passOnUnexpected(error);
      return undefined;
    }
  }

  async #policyOf([consoleId = '', policy = '']: PageName): Promise<ChosenPolicy> {
    await this.#services.consoles.whenFound;
    const kind = policyKind(policy);
    if (!kind) {
      throw new TypeError(`no such policy: ${policy}`);
    }
    return { console: consoleOf(this.#services, { kind: 'console', consoleId }), kind };
  }
}
