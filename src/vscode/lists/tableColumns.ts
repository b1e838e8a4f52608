import * as vscode from 'vscode';
import { isPlainList, plainLists, type ListName, type PlainListName } from '../../core/consoles/lists.ts';
import { severityOrder } from '../../core/posture/setting.ts';
import type { ImpactedShape } from '../../core/consoles/resources.ts';
import type { TableColumn } from '../table/tableContent.ts';

type Kind = NonNullable<TableColumn['kind']>;

/** A column whose member of a row says what its title is, unless another one is given. */
export const column = (key: string, kind?: Kind, hidden = false, title = titleOf(key)): TableColumn => ({
  key,
  title,
  ...(kind ? { kind } : {}),
  ...(hidden ? { hidden } : {}),
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

export function listColumns(list: ListName): readonly TableColumn[] {
  const name = column('name');
  const description = column('description');
  const severity = { ...column('severity'), order: severityOrder };
  const changed = [column('owner', 'text', true), column('modified', 'date', true)];
  const columns: Readonly<Record<Exclude<ListName, PlainListName>, readonly TableColumn[]>> = {
    'base-images': [
      column('scope'),
      description,
      column('image'),
      column('topLayer'),
      column('created', 'date'),
    ],
    'network-lists': [
      name,
      description,
      column('count', 'number', false, titleOf('subnetCount')),
      column('subnets'),
      column('disabled', 'boolean', true),
      ...changed,
    ],
    collections: [
      name,
      description,
      column('system', 'boolean', false, titleOf('builtIn')),
      ...['images', 'hosts', 'labels', 'containers', 'namespaces', 'clusters', 'functions'].map((key) =>
        column(key),
      ),
      ...['appIDs', 'accountIDs', 'color'].map((key) => column(key, 'text', true)),
    ],
    checks: [
      column('id', 'number'),
      column('title'),
      severity,
      column('type'),
      column('templates'),
      column('description', 'text', true),
    ],
  };
  return isPlainList(list)
    ? plainLists[list].columns.map(({ key, kind, hidden }) =>
        key === 'severity' ? severity : column(key, kind, hidden),
      )
    : columns[list];
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
  return Object.entries(severities).map(([key, severity]) =>
    column(`${what}.${key}`, 'number', key === 'medium' || key === 'low', `${word}: ${severity}`),
  );
}

/** The title of a column. */
export function titleOf(key: string): string {
  const words: Readonly<Record<string, string>> = {
    name: vscode.l10n.t('Name'),
    type: vscode.l10n.t('Type'),
    collections: vscode.l10n.t('Collections'),
    clusters: vscode.l10n.t('Clusters'),
    namespaces: vscode.l10n.t('Namespaces'),
    hosts: vscode.l10n.t('Hosts'),
    account: vscode.l10n.t('Account'),
    system: vscode.l10n.t('System'),
    scanned: vscode.l10n.t('Scanned'),
    error: vscode.l10n.t('Error'),
    id: vscode.l10n.t('Id'),
    image: vscode.l10n.t('Image'),
    host: vscode.l10n.t('Host'),
    namespace: vscode.l10n.t('Namespace'),
    cluster: vscode.l10n.t('Cluster'),
    started: vscode.l10n.t('Started'),
    description: vscode.l10n.t('Description'),
    owner: vscode.l10n.t('Owner'),
    modified: vscode.l10n.t('Modified'),
    scope: vscode.l10n.t('Scope'),
    topLayer: vscode.l10n.t('Top layer'),
    created: vscode.l10n.t('Created'),
    subnetCount: vscode.l10n.t('Number of subnets'),
    subnets: vscode.l10n.t('Subnets'),
    disabled: vscode.l10n.t('Disabled'),
    builtIn: vscode.l10n.t('Built in'),
    images: vscode.l10n.t('Images'),
    labels: vscode.l10n.t('Labels'),
    containers: vscode.l10n.t('Containers'),
    functions: vscode.l10n.t('Functions'),
    appIDs: vscode.l10n.t('App ids'),
    accountIDs: vscode.l10n.t('Account ids'),
    color: vscode.l10n.t('Color'),
    title: vscode.l10n.t('Title'),
    severity: vscode.l10n.t('Severity'),
    templates: vscode.l10n.t('Templates'),
    exceptions: vscode.l10n.t('Exceptions'),
    vulnerabilities: vscode.l10n.t('Vulnerabilities'),
    status: vscode.l10n.t('Status'),
    updated: vscode.l10n.t('Updated'),
    configuration: vscode.l10n.t('Configuration'),
    policy: vscode.l10n.t('Policy'),
    rule: vscode.l10n.t('Rule'),
    position: vscode.l10n.t('Position'),
  };
  return words[key] ?? key;
}
