import { l10n } from '../../../core/util/l10n.ts';
import type { PolicyConsequences } from '../../../core/order/policyConsequences.ts';
import { handOverWords, isWeaker, moveWords } from '../../workspace/moveWords.ts';
import type { FromPage, ToPage } from './pictureMessages.ts';
import type { ShownPicture } from './shownPicture.ts';

type Preview = Extract<ToPage, { kind: 'preview' }>;

/** Works out what a move would change, and tells it in parts. Throws CanceledError. */
export async function tellPreview(
  shown: Pick<ShownPicture, 'version' | 'moved' | 'columnsIn' | 'consequences'>,
  { rules, to, columns }: Extract<FromPage, { kind: 'preview' }>,
  {
    signal,
    send,
  }: {
    readonly signal: AbortSignal;
    readonly send: (told: Preview) => void;
  },
): Promise<void> {
  const order = shown.moved(rules, to);
  let said: Pick<Preview, 'sentences' | 'isWeaker'> = { sentences: [], isWeaker: false };
  const tell = (cells: Preview['cells']): void =>
    send({ kind: 'preview', version: shown.version, rules, to, cells, ...said });
  if (!order) {
    said = { sentences: [l10n.t('Nothing would move.')], isWeaker: false };
    tell([]);
    return;
  }
  // Neither waits for the other: as text there are hundreds of columns.
  await Promise.all([
    (async () => {
      for await (const cells of shown.columnsIn(order, columns, signal)) {
        tell(cells);
      }
    })(),
    (async () => {
      const told = await shown.consequences(order, signal);
      said = { sentences: previewSentences(told), isWeaker: isWeaker(told) };
      tell([]);
    })(),
  ]);
}

/** How many changes are said one by one. */
const mostSaid = 6;

/** What a move would change, what becomes weaker first. */
function previewSentences(told: PolicyConsequences): readonly string[] {
  const { consequences } = told;
  const { length } = consequences;
  return [
    sentence(moveWords(told)),
    ...consequences.slice(0, mostSaid).map((one) => {
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
    ? l10n.t('"{0}" was moved to place {1}.', name, place)
    : l10n.t('{0} rules were moved to places {1} to {2}.', length, place, place + length - 1);
}

/** What is a part of a line elsewhere, as a sentence of its own. */
function sentence(words: string): string {
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}.`;
}
