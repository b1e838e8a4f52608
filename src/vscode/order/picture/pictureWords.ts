import { l10n } from '../../../core/util/l10n.ts';

/** Everything the page says of itself, translated. `{0}` and the like are filled by the page. */
export type PictureWords = ReturnType<typeof pictureWords>;

export function pictureWords(isNetwork = false) {
  return {
    ...columnWords(isNetwork),
    rules: l10n.t('Rules'),
    filterRules: l10n.t('Filter rules by name'),
    asText: l10n.t('As Text'),
    smaller: l10n.t('Smaller'),
    larger: l10n.t('Larger'),
    list: l10n.t('List of rules'),
    marks: l10n.t('Meaning of the marks'),
    about: l10n.t('About the selected policy'),
    keys: l10n.t(
      'Alt+Up and Alt+Down preview a move of the rule. Then Enter moves the rule, and Escape cancels. Shift+Up, Shift+Down, Shift+click and Ctrl+click select several rules, which move together. Enter opens a rule in the file, / goes to the filter, + and - zoom.',
    ),
    all: l10n.t('applies to all of it'),
    some: l10n.t('applies to some of it'),
    taken: l10n.t('matches, but is shadowed'),
    apart: l10n.t('does not match'),
    off: l10n.t('disabled'),
    notKnown: l10n.t('unknown'),
    notAnalyzed: l10n.t('too complex to analyze'),
    waiting: l10n.t('analyzing'),
    rest: l10n.t('No rule'),
    changed: l10n.t('changes'),
    dead: l10n.t('never applies'),
    more: l10n.t('and {0} more'),
    decidesFor: l10n.t('Applies to'),
    matchesOnly: l10n.t('Matches, but is shadowed'),
    isNotKnown: l10n.t('Unknown'),
    inPart: l10n.t('{0} (part)'),
    inWork: l10n.t('{0} (analyzing)'),
    nothingFound: l10n.t('No rule matches the filter.'),
    noRules: l10n.t('There are no rules.'),
    moving: l10n.t('"{0}" from position {1} to {2}.'),
    movingSeveral: l10n.t('{0} rules to positions {1} to {2}: {3}.'),
    workingOut: l10n.t('Finding changed decisions…'),
    enterMoves: l10n.t('Enter moves, Escape cancels.'),
    isFirst: l10n.t('Already at the top: {0}.'),
    isLast: l10n.t('Already at the bottom: {0}.'),
    firstShown: l10n.t('The filter shows no rule above it.'),
    lastShown: l10n.t('The filter shows no rule below it.'),
    left: l10n.t('Not moved: {0}.'),
    selected: l10n.t('{0} rules selected'),
    oneRule: l10n.t('1 rule'),
    manyRules: l10n.t('{0} rules'),
  };
}

/** Texts about columns: connections for network rules, collections for all others. */
function columnWords(areConnections: boolean) {
  return areConnections
    ? {
        filterColumns: l10n.t('Filter connections by name'),
        onlyMatching: l10n.t('Only rules that match a shown connection'),
        partlyDead: l10n.t('never applies to part of its connections'),
        unknownColumn: l10n.t('connections partly unknown'),
        oneColumn: l10n.t('1 connection'),
        manyColumns: l10n.t('{0} connections'),
        countOf: l10n.t('{0} of {1} rules, {2} of {3} connections'),
        aside: l10n.t('No shown rule matches a hidden connection.'),
        noColumnFound: l10n.t('No connection matches the connection filter.'),
      }
    : {
        filterColumns: l10n.t('Filter collections by name'),
        onlyMatching: l10n.t('Only rules that match a shown collection'),
        partlyDead: l10n.t('never applies in part of its collections'),
        unknownColumn: l10n.t('contents unknown'),
        oneColumn: l10n.t('1 collection'),
        manyColumns: l10n.t('{0} collections'),
        countOf: l10n.t('{0} of {1} rules, {2} of {3} collections'),
        aside: l10n.t('No shown rule matches anything in a hidden collection.'),
        noColumnFound: l10n.t('No collection matches the collection filter.'),
      };
}
