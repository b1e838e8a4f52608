import * as vscode from 'vscode';

/** The texts of the page are translated. `{0}` and `{1}` are filled by the page. */
export type TableWords = ReturnType<typeof tableWords>;

export function tableWords() {
  return {
    filter: vscode.l10n.t('Filter rows'),
    filterHint: vscode.l10n.t(
      'Filter: word in any column, column:word in one, -without, column:"" for empty',
    ),
    columns: vscode.l10n.t('Columns'),
    copy: vscode.l10n.t('Copy'),
    csv: vscode.l10n.t('Export CSV'),
    json: vscode.l10n.t('Export JSON'),
    document: vscode.l10n.t('Open as Document'),
    stop: vscode.l10n.t('Stop'),
    oneRow: vscode.l10n.t('1 row'),
    rows: vscode.l10n.t('{0} rows'),
    rowsOf: vscode.l10n.t('{0} of {1} rows'),
    selected: vscode.l10n.t('{0} selected'),
    loading: vscode.l10n.t('Loading: {0} rows'),
    loadingOf: vscode.l10n.t('Loading: {0} of {1} rows'),
    empty: vscode.l10n.t('There are no rows.'),
    unread: vscode.l10n.t('No rows were read.'),
    nothingFound: vscode.l10n.t('No row matches the filter.'),
    unknownColumn: vscode.l10n.t('No column is named {0}. The filter searches for this text in all columns'),
    sortedUp: vscode.l10n.t('Sorted by {0}, ascending'),
    sortedDown: vscode.l10n.t('Sorted by {0}, descending'),
    unsorted: vscode.l10n.t('In the order they were read'),
  };
}
