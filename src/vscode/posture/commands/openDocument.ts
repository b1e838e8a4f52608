import * as vscode from 'vscode';
import type { JsonValue } from '../../../core/json/json.ts';
import type { Spelling } from '../../../core/policy/policyFile.ts';
import { resourceName, resourceOf } from '../../../core/posture/resource.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import type { PostureNode } from '../postureTree.ts';
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
  const node = nodeOf(posture, argument);
  const part = node && partOf(node);
  if (part) {
    return part;
  }
  const link = linkOf(argument);
  const resource = node?.row.resource ?? resourceOf(link?.kind, link?.app);
  if (!resource) {
    throw new ExpectedError(
      'nothing-selected',
      vscode.l10n.t('First select a row of the SaaS Posture view.'),
    );
  }
  const value = await valueOf(posture, sourceId, resource);
  const subject = node?.row.subject;
  return { name: subject?.kind === 'document' ? subject.name : resourceName(resource), value };
}

/** The part of an answer that was already read. */
function partOf({ row: { subject } }: PostureNode): { name: string; value: JsonValue } | undefined {
  if (subject?.kind === 'setting') {
    return { name: subject.setting.name, value: subject.setting.raw };
  }
  if (subject?.kind === 'application') {
    return { name: subject.application.name, value: subject.application.raw };
  }
  if (subject?.kind === 'document') {
    return subject.value && { name: subject.name, value: subject.value };
  }
  return subject?.kind === 'ticket' && subject.ticket.integration === undefined
    ? { name: subject.ticket.key, value: subject.ticket.raw }
    : undefined;
}
