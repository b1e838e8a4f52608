import * as vscode from 'vscode';
import type { Application } from '../../../core/posture/application.ts';
import { applicationMarkdown, settingMarkdown } from '../../../core/posture/markdown.ts';
import type { Setting } from '../../../core/posture/setting.ts';
import { note } from '../../platform/dialogs.ts';
import { ExpectedError } from '../../../core/util/errors.ts';
import {
  chooseSource,
  linkOf,
  nodeOf,
  readApplicationPosture,
  type ApplicationPosture,
} from './postureTarget.ts';
import type { Posture } from '../posture.ts';

/** Copies a setting, or an application with all that failed, as text for a ticket. */
export async function copyMarkdown(posture: Posture, argument?: unknown): Promise<string> {
  const setting = await settingOf(posture, argument);
  const text = setting
    ? settingMarkdown(setting.setting, setting.application)
    : await applicationText(posture, argument);
  await vscode.env.clipboard.writeText(text);
  note(vscode.l10n.t('Copied as Markdown'));
  return text;
}

/** The setting a row or a link is about. */
export async function settingOf(
  posture: Posture,
  argument: unknown,
): Promise<{ readonly setting: Setting; readonly application?: Application } | undefined> {
  const link = linkOf(argument);
  if (link?.app !== undefined && link.setting !== undefined) {
    const { application, settings } = await postureOf(posture, argument, link.app);
    const setting = settings.find(({ id }) => id === link.setting);
    return setting && { setting, application };
  }
  const subject = nodeOf(posture, argument)?.row.subject;
  return subject?.kind === 'setting' ? subject : undefined;
}

async function applicationText(posture: Posture, argument: unknown): Promise<string> {
  const subject = nodeOf(posture, argument)?.row.subject;
  const app = linkOf(argument)?.app ?? (subject?.kind === 'application' ? subject.application.id : undefined);
  if (app === undefined) {
    throw new ExpectedError('nothing-selected', vscode.l10n.t('Select an application or a setting first.'));
  }
  const { application, settings } = await postureOf(posture, argument, app);
  return applicationMarkdown(application, settings);
}

async function postureOf(posture: Posture, argument: unknown, app: string): Promise<ApplicationPosture> {
  const source = await chooseSource(posture, argument);
  return readApplicationPosture(posture, source, app, false);
}
