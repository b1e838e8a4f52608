import type { ExtensionContext } from 'vscode';
import { makeServices } from './services.ts';
import { DisposableStore, type Disposable } from './core/util/disposable.ts';
import { registerChanges } from './vscode/changes/registerChanges.ts';
import { registerConsoles } from './vscode/consoles/registerConsoles.ts';
import { registerHistory } from './vscode/history/registerHistory.ts';
import { registerLanguage } from './vscode/language/registerLanguage.ts';
import { registerLists } from './vscode/lists/registerLists.ts';
import { registerMerge } from './vscode/merge/registerMerge.ts';
import { registerOrder } from './vscode/order/registerOrder.ts';
import { registerPolicies } from './vscode/policies/registerPolicies.ts';
import { registerPolicyTests } from './vscode/policyTests/registerPolicyTests.ts';
import { registerPosture } from './vscode/posture/registerPosture.ts';
import { registerPush } from './vscode/push/registerPush.ts';
import { registerRules } from './vscode/rules/registerRules.ts';
import { registerSandbox } from './vscode/sandbox/registerSandbox.ts';

/** Constructs the services (`services.ts`), then the features. */
export class Container implements Disposable {
  readonly #disposables = new DisposableStore();
  /** Reads the consoles, on which all other work waits. */
  readonly start: () => Promise<void>;

  constructor(context: ExtensionContext) {
    const own = <T extends Disposable>(item: T): T => this.#disposables.add(item);
    const services = makeServices(context, own);
    own(registerConsoles(services));
    own(registerLanguage(services));
    own(registerPolicies(services));
    own(registerRules(services));
    const pushes = own(registerPush(services));
    own(registerChanges({ ...services, pushes }));
    own(registerMerge(services));
    own(registerHistory({ ...services, pushes }));
    own(registerOrder({ ...services, pushes }));
    own(registerPolicyTests(services));
    own(registerLists(services));
    own(registerPosture(services));
    const sandbox = own(registerSandbox(services));

    this.start = async () => {
      await sandbox.resume();
      await services.consoles.reload();
      // The start does not wait for it, because it shows a row of a view that is still being drawn.
      void sandbox
        .continueSetup()
        .catch((error: unknown) => services.report('go on with the sandbox', error));
    };
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
