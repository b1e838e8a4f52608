import type { Blame } from '../../core/policy/blame.ts';
import { isWritten, ruleDeeds, type LiveDeed } from '../../core/policy/ruleMark.ts';
import type { L10n } from '../platform/l10n.ts';
import { deedWords, liveDeedWords } from '../workspace/ruleMarkWords.ts';
import type { MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import type { MergeSession } from './mergeSession.ts';

/** Rules that are listed of each side. */
const mostRules = 8;

type Deed = Omit<LiveDeed, 'by'>;

type BlameOf = (place: { readonly array: string; readonly rule: string }) => Blame | undefined;

/**
 * What a merge brings into the file, and what of the file is not on live, without anybody being asked: of both only what is so
 * as the merge stands. Without a base every difference is a conflict, and nothing comes in by itself.
 */
export function mergedQuietly(session: MergeSession, blame: BlameOf, l10n: L10n): string[] {
  const { input, result } = session;
  const { kind, base, mine, live } = input;
  if (!base) {
    return [];
  }
  const inConflict = Map.groupBy(result.conflicts, ({ array, rule }) => placeOf(array, rule));
  const orders = new Set(result.conflicts.filter((one) => one.kind === 'order').map(({ array }) => array));
  const askedOf = ({ array, rule, deeds: { renamedFrom } }: Deed): readonly MergeConflict[] =>
    [rule, renamedFrom].flatMap((name) => (name && inConflict.get(placeOf(array, name))) || []);
  // As the merge stands it differs from mine by nothing that is asked about, as long as nothing but mine was chosen.
  const isOfMine = ({ id }: MergeConflict): boolean => [undefined, 'mine'].includes(choiceWord(session, id));
  const quiet = (
    all: readonly Deed[],
    isKept: (asked: readonly MergeConflict[]) => boolean,
  ): readonly Deed[] =>
    all
      .map((deed): Deed => {
        const { moved } = deed.deeds;
        const isWhole = isKept(askedOf(deed));
        return isWhole ? deed : { ...deed, deeds: moved === undefined ? {} : { moved } };
      })
      .map(({ deeds: { moved, ...deeds }, ...more }) => ({
        ...more,
        // Which order holds is asked: nothing has moved yet.
        deeds: moved === undefined || orders.has(more.array) ? deeds : { ...deeds, moved },
      }))
      .filter(({ deeds }) => Object.keys(deeds).length > 0);
  const comes = quiet(ruleDeeds(kind, mine, result.merged), (asked) => asked.every(isOfMine));
  const stays = quiet(ruleDeeds(kind, live, result.merged), ({ length }) => length === 0);
  const wordsOfLive = (deed: Deed): string => {
    const by = isWritten(deed.deeds) ? blame(deed) : undefined;
    return liveDeedWords({ ...deed, ...(by ? { by } : {}) }, l10n);
  };
  const wordsOfMine = ({ rule, deeds }: Deed): string => l10n.t('"{0}" {1}', rule, deedWords(deeds, l10n));
  return [
    ...section(l10n.t('From live, without a conflict:'), comes, wordsOfLive, l10n),
    ...section(l10n.t('Of yours, without a conflict and not on live:'), stays, wordsOfMine, l10n),
  ];
}

/** Undefined where it is open, `edited` where a value was written. */
function choiceWord(session: MergeSession, id: string): string | undefined {
  const choice = session.choiceOf(id);
  return typeof choice === 'object' ? 'edited' : choice;
}

/** Words are found only for rules that are listed: a merge may bring thousands. */
function section(
  title: string,
  rules: readonly Deed[],
  wordsOf: (deed: Deed) => string,
  l10n: L10n,
): string[] {
  if (rules.length === 0) {
    return [];
  }
  const more = rules.length - mostRules;
  return [
    title,
    ...rules.slice(0, mostRules).map((deed) => `    ${wordsOf(deed)}`),
    ...(more > 0 ? [`    ${l10n.t('and {0} more', more)}`] : []),
  ];
}

function placeOf(array: string | undefined, rule: string | undefined): string {
  return JSON.stringify([array ?? null, rule ?? null]);
}
