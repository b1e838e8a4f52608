import * as vscode from 'vscode';
import type { JsonValue } from '../../../core/json/json.ts';
import type { Spelling } from '../../../core/policy/policyFile.ts';
import { resourceName, resourceOf } from '../../../core/posture/resource.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import { chooseSource, linkOf, nodeOf, valueOf } from './postureTarget.ts';
import type { Posture } from '../posture.ts';

/** Shows what the service answered for a row, whole and read-only. */
export async function openDocument(
  posture: Posture,
  spelling: Spelling,
  argument?: unknown,
): Promise<vscode.Uri> {
  const source = await chooseSource(posture, argument);
  const { name, value } = await documentOf(posture, argument, source.id);
  return posture.documents.showValue(source.console.entry.name, name, value, spelling);
}

async function documentOf(
  posture: Posture,
  argument: unknown,
  sourceId: string,
): Promise<{ readonly name: string; readonly value: JsonValue }> {
  const { document, resource: own } = nodeOf(posture, argument)?.row ?? {};
  if (document?.value) {
    return { name: document.name, value: document.value };
  }
  const link = linkOf(argument);
  const resource = own ?? resourceOf(link?.kind, link?.app);
  if (!resource) {
    throw new ExpectedError(
      'nothing-selected',
      vscode.l10n.t('First select a row of the SaaS Posture view.'),
    );
  }
  const value = await valueOf(posture, sourceId, resource);
  return { name: document?.name ?? resourceName(resource), value };
}
