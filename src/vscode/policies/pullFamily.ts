import * as vscode from 'vscode';
import { families, familyTable, policyKinds, type Family } from '../../core/policy/families.ts';
import { pick } from '../platform/dialogs.ts';
import type { PullReport } from '../../core/sync/outcomes.ts';
import { targetOf } from '../workspace/target.ts';
import { pull, type Pulling } from './pull.ts';
import { chooseConsole } from '../targets/targets.ts';
import type { ConsoleRegistry } from '../workspace/consoleRegistry.ts';

export async function pullFamily(
  services: Pulling & { readonly consoles: ConsoleRegistry },
  row?: unknown,
): Promise<PullReport> {
  const console = await chooseConsole(services, row);
  const target = targetOf(row);
  const family = target?.kind === 'family' ? target.family : await askForFamily();
  return pull(
    services,
    console,
    policyKinds.filter((kind) => kind.family === family),
    { kind: 'family', consoleId: console.id, family },
  );
}

async function askForFamily(): Promise<Family> {
  const items = families.map((family) => ({ label: familyTable[family].title, family }));
  return (await pick(items, { placeHolder: vscode.l10n.t('Which family?') })).family;
}
