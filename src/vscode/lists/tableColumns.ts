import * as vscode from 'vscode';
import { columnTitles, type ColumnKey } from '../../core/consoleFile/lists.ts';
import { severityOrder } from '../../core/posture/setting.ts';
import type { ImpactedShape } from '../../core/consoleFile/resources.ts';
import type { TableColumn } from '../table/tableContent.ts';

type Kind = NonNullable<TableColumn['kind']>;

/** A column with the title of its key. */
export const column = (key: ColumnKey, kind?: Kind, hidden = false): TableColumn => ({
  key,
  title: columnTitles[key](),
  ...(kind ? { kind } : {}),
  ...(hidden ? { hidden } : {}),
  ...(key === 'severity' ? { order: severityOrder } : {}),
});

export function impactedColumns(shape: ImpactedShape): readonly TableColumn[] {
  const name = column('name');
  switch (shape) {
    case 'image':
      return [
        name,
        column('type'),
        ...distribution('vulnerabilities'),
        ...distribution('compliance'),
        column('collections'),
        column('clusters'),
        column('namespaces', 'text', true),
        column('hosts', 'number', true),
        column('account'),
        column('system', 'text', true),
        column('scanned', 'date'),
        column('error', 'text', true),
        column('id', 'text', true),
      ];
    case 'container':
      return [
        name,
        column('image'),
        column('host'),
        column('namespace'),
        column('cluster'),
        ...distribution('compliance'),
        column('collections'),
        column('started', 'date', true),
        column('scanned', 'date'),
        column('id', 'text', true),
      ];
    case 'out-of-band':
      return [name, column('host'), column('image')];
    case 'mirrored':
      return [name, column('id')];
    default:
      return shape satisfies never;
  }
}

function distribution(what: 'vulnerabilities' | 'compliance'): TableColumn[] {
  const word = what === 'vulnerabilities' ? vscode.l10n.t('Vulnerabilities') : vscode.l10n.t('Compliance');
  const severities = {
    critical: vscode.l10n.t('critical'),
    high: vscode.l10n.t('high'),
    medium: vscode.l10n.t('medium'),
    low: vscode.l10n.t('low'),
    total: vscode.l10n.t('total'),
  };
  return Object.entries(severities).map(([key, severity]) => ({
    key: `${what}.${key}`,
    title: `${word}: ${severity}`,
    kind: 'number',
    ...((key === 'medium' || key === 'low') && { hidden: true }),
  }));
}

/** Columns about the last change of an entry. */
export const changeColumns = (): readonly TableColumn[] => [
  column('owner', 'text', true),
  column('modified', 'date', true),
];
