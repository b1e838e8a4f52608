import type { ExtensionContext } from 'vscode';
import { makeServices } from './services.ts';
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

/** Makes the services (`services.ts`), registers the features, and reads the consoles, on which all other work waits. */
export async function activate(context: ExtensionContext): Promise<void> {
  const services = makeServices(context);
  registerConsoles(services);
  registerLanguage(services);
  registerPolicies(services);
  registerRules(services);
  const pushes = registerPush(services);
  registerChanges({ ...services, pushes });
  registerMerge(services);
  registerHistory({ ...services, pushes });
  registerOrder({ ...services, pushes });
  registerPolicyTests(services);
  registerLists(services);
  registerPosture(services);
  const sandbox = registerSandbox(services);

  await sandbox.resume();
  await services.consoles.reload();
  // The start does not wait for it, because it shows a row of a view that is still being drawn.
  void sandbox.continueSetup().catch((error: unknown) => services.report('go on with the sandbox', error));
}
