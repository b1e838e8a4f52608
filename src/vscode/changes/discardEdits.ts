import * as vscode from 'vscode';
import { ExpectedError, isExpected } from '../../core/util/errors.ts';
import { confirmLoss, note } from '../platform/dialogs.ts';
import { summarizeLostEdits, describeLostEdits } from '../workspace/ruleChangeWords.ts';
import { workingText } from '../workspace/textFiles.ts';
import { writeTextFile } from '../workspace/writeTextFile.ts';
import { changedMeanwhile } from '../../core/document/ruleRef.ts';
import { fileOf } from '../workspace/consoles.ts';
import type { ChosenPolicy } from '../workspace/consoleHandle.ts';
import type { ChangeServices } from './baseTexts.ts';
import { editsOverBase } from '../../core/sync/pull.ts';

type Discarding = Pick<ChangeServices, 'consoles' | 'syncs' | 'baseTexts' | 'savedTexts'> & {
  compare(policy: ChosenPolicy): Promise<void>;
};

/**
 * Returns files to their bases, after a question that names the edits. Refuses when a file or a base changed during the question, for
 * example by a checkout or a pull. Makes no request.
 */
export async function discardEdits(services: Discarding, policies: readonly ChosenPolicy[]): Promise<void> {
  const [only] = policies;
  if (!only) {
    return;
  }
  const asked = await sidesOf(services, policies);
  const lost = await Promise.all(
    policies.map(({ console, kind }) => editsOverBase(services.syncs.of(console), kind)),
  );
  await confirmLoss({
    message:
      policies.length === 1
        ? vscode.l10n.t('Discard the edits of {0} of {1}?', only.kind.name, only.console.entry.name)
        : vscode.l10n.t('Discard the edits of {0} policies?', policies.length),
    detail: [
      ...(policies.length === 1
        ? []
        : policies.map(({ console, kind }, at) =>
            summarizeLostEdits(`${console.entry.name}/${kind.name}`, lost[at]),
          )),
      vscode.l10n.t('The file returns to the last pull or push. Comments at unchanged rules stay.'),
      ...(policies.length === 1 ? describeLostEdits(lost[0]) : []),
    ],
    first: {
      label: policies.length === 1 ? vscode.l10n.t('Compare') : vscode.l10n.t('Compare {0}', only.kind.name),
      run: () => services.compare(only),
    },
    verb: vscode.l10n.t('Discard'),
    back: policies.length === 1 ? vscode.l10n.t('Keep Edits') : vscode.l10n.t('Keep All Edits'),
  });
  const now = await sidesOf(services, policies);
  if (now.some((side, at) => !isSame(side, asked[at]))) {
    throw changedMeanwhile();
  }
  const failures: ExpectedError[] = [];
  for (const { file, text, base } of asked) {
    try {
      await writeTextFile(file, base, text, services.savedTexts);
    } catch (error) {
      if (!isExpected(error) || asked.length === 1) {
        throw error;
      }
      failures.push(error);
    }
  }
  const [failure] = failures;
  if (failure) {
    // The advice of one failure, such as that nothing was written, is wrong for the other files.
    throw new ExpectedError(
      failure.code,
      [
        vscode.l10n.t(
          'Edits of {0} of {1} policies were discarded.',
          asked.length - failures.length,
          asked.length,
        ),
        ...failures.map(({ message }) => message),
      ].join(' '),
    );
  }
  note(vscode.l10n.t('Edits discarded.'));
}

interface Sides {
  readonly file: vscode.Uri;
  readonly text: string | undefined;
  readonly base: string;
}

function isSame({ file, text, base }: Sides, other: Sides | undefined): boolean {
  return file.toString() === other?.file.toString() && text === other.text && base === other.base;
}

function sidesOf(services: Discarding, policies: readonly ChosenPolicy[]): Promise<readonly Sides[]> {
  return Promise.all(
    policies.map(async (policy) => {
      const file = await fileOf(services, policy);
      const text = await workingText(file);
      return { file, text, base: await services.baseTexts.textOf(file) };
    }),
  );
}
