import { l10n } from '../../../core/util/l10n.ts';
import type { PolicyDecisionChanges } from '../../../core/order/policyDecisionChanges.ts';
import { handOverWords, isWeaker, moveWords } from '../../workspace/moveWords.ts';
import type { FromPage, ToPage } from './pictureMessages.ts';
import type { ShownPicture } from './shownPicture.ts';

type Preview = Extract<ToPage, { kind: 'preview' }>;

/** Sends the decisions that a move would change, then the cells of the columns. Throws CanceledError. */
export async function sendPreview(
  shown: Pick<ShownPicture, 'version' | 'moved' | 'columnsIn' | 'consequences'>,
  { rules, to, columns }: Extract<FromPage, { kind: 'preview' }>,
  signal: AbortSignal,
  send: (preview: Preview) => void,
): Promise<void> {
  const order = shown.moved(rules, to);
  const changes = order && shown.consequences(order);
  const preview = {
    kind: 'preview',
    version: shown.version,
    rules,
    to,
    sentences: changes ? previewSentences(changes) : [l10n.t('Nothing would move.')],
    isWeaker: changes ? isWeaker(changes) : false,
  } as const;
  send({ ...preview, cells: [] });
  if (order) {
    for await (const cells of shown.columnsIn(order, columns, signal)) {
      send({ ...preview, cells });
    }
  }
}

/** How many changes are said one by one. */
const mostSaid = 6;

/** What a move would change, what becomes weaker first. */
function previewSentences(told: PolicyDecisionChanges): readonly string[] {
  const { decisions } = told;
  const { length } = decisions;
  return [
    sentence(moveWords(told)),
    ...decisions.slice(0, mostSaid).map((one) => {
      const { label, description, detail } = handOverWords(one);
      return `${label}: ${description} (${detail})`;
    }),
    ...(length > mostSaid ? [l10n.t('And {0} more.', length - mostSaid)] : []),
  ];
}

/** What was moved to where the first of it stands now; the first rule is 1. */
export function movedWords(names: readonly string[], place: number): string {
  const { length, 0: name = '' } = names;
  return length === 1
    ? l10n.t('"{0}" was moved to position {1}.', name, place)
    : l10n.t('{0} rules were moved to positions {1} to {2}.', length, place, place + length - 1);
}

/** What is a part of a line elsewhere, as a sentence of its own. */
function sentence(words: string): string {
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}.`;
}
