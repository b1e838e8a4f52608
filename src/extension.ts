import type { ExtensionContext } from 'vscode';
import { Container } from './container.ts';

export async function activate(context: ExtensionContext): Promise<void> {
  const container = new Container(context);
  context.subscriptions.push(container);
  await container.start();
}

export function deactivate(): void {
  // Everything is owned by the container, which the editor disposes with the extension.
}
