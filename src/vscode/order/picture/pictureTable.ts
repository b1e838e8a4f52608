import * as vscode from 'vscode';
import { effectWords } from '../../../core/order/effect/effectWords.ts';
import { cellStates, isTheory, stateAt, type CellState } from '../../../core/order/picture/cellState.ts';
import { OrderPicture } from '../../../core/order/picture/orderPicture.ts';
import { ExpectedError, throwIfCanceled } from '../../../core/util/errors.ts';
import { pause } from '../../../core/util/inSlices.ts';
import type { FeatureServices } from '../../featureServices.ts';
import type { TableContent } from '../../table/tableContent.ts';
import { fileOf } from '../../workspace/consoles.ts';
import type { ChosenPolicy } from '../../workspace/consoleHandle.ts';
import { openAtRule } from '../../targets/showRule.ts';
import { pictureNotes } from './pictureSentences.ts';

/** The picture of a list of rules as a table of words: for each rule, the collections by the state of their cells. */
export async function pictureTable(
  services: Pick<FeatureServices, 'consoles' | 'documents' | 'lookups' | 'models' | 'ruleEditor'>,
  policy: ChosenPolicy,
  array: string,
): Promise<TableContent> {
  const { l10n } = vscode;
  const { console, kind } = policy;
  const uri = await fileOf(services, policy);
  await services.lookups.loadCollections(console);
  const document = await vscode.workspace.openTextDocument(uri);
  const isBroken = services.documents.current(document)?.hasFatalProblem === true;
  const lists = isBroken ? [] : await services.models.orders.whenCurrent(document);
  const list = lists.find((candidate) => candidate.array === array);
  if (!list) {
    throw new ExpectedError('no-order', l10n.t('The file is not a complete policy: fix its errors first.'));
  }
  const { rules } = list;
  const picture = new OrderPicture(kind, rules);
  const notes = pictureNotes(list, picture.columns, await services.lookups.sourceOf(console));
  const rest = l10n.t('No rule: {0}', effectWords(kind, undefined));
  return {
    title: l10n.t('Order of {0} ({1}) as text', kind.name, console.entry.name),
    note: notes.join(' '),
    columns: [
      { key: 'position', title: l10n.t('Position'), kind: 'number' },
      { key: 'rule', title: l10n.t('Rule') },
      { key: 'applies', title: l10n.t('Applies to') },
      { key: 'shadowed', title: l10n.t('Shadowed by rules above') },
      { key: 'unknown', title: l10n.t('Unknown') },
      { key: 'disabled', title: l10n.t('Disabled') },
    ],
    async *rows(signal) {
      const texts = [...rules, undefined].map(() => new Map<string, string[]>());
      for (const column of picture.columns) {
        const { states } = picture.cells(column);
        const name = column.names.join(' = ');
        texts.forEach((byKey, place) => {
          const state = stateAt(states, place);
          const key = keys[state];
          if (key !== undefined) {
            const names = byKey.get(key) ?? [];
            names.push(
              isTheory(states[place])
                ? l10n.t('{0} (in theory)', name)
                : state === cellStates.some
                  ? l10n.t('{0} (part)', name)
                  : name,
            );
            byKey.set(key, names);
          }
        });
        await pause();
        throwIfCanceled(signal);
      }
      yield {
        rows: texts.map((byKey, place) => ({
          position: place < rules.length ? place + 1 : null,
          rule: rules[place]?.name ?? rest,
          ...Object.fromEntries(Array.from(byKey, ([key, names]) => [key, names.join(', ')])),
        })),
      };
    },
    onOpen: ({ position }) =>
      typeof position === 'number' &&
      openAtRule(services.documents, uri, {
        array,
        index: position - 1,
        name: rules[position - 1]?.name,
      }),
  };
}

/** The column of the table for each state. A rule is in no column of a collection that it does not match. */
const keys: Readonly<Partial<Record<CellState, string>>> = {
  [cellStates.all]: 'applies',
  [cellStates.some]: 'applies',
  [cellStates.taken]: 'shadowed',
  [cellStates.notKnown]: 'unknown',
  [cellStates.notAnalyzed]: 'unknown',
  [cellStates.off]: 'disabled',
};
