import { l10n } from '../../../core/util/l10n.ts';
import type { ConsoleAccess } from '../../workspace/consoleRegistry.ts';
import { applicationRows } from './applicationRows.ts';
import { catalogRows } from './catalogRows.ts';
import { rememberedControls } from './controlRows.ts';
import { integrationRows } from './integrationRows.ts';
import type { PostureRow, RowContext } from './postureRow.ts';

export interface SourceFacts {
  readonly id: string;
  readonly name: string;
  /** Host and port of the service. */
  readonly host: string;
  readonly access: ConsoleAccess;
}

/** The service of one console with its four branches. */
export function sourceRow({ id, name, host, access }: SourceFacts, context: RowContext): PostureRow {
  const state =
    access === 'ready'
      ? undefined
      : access === 'signed-out'
        ? l10n.t('signed out')
        : l10n.t('workspace not trusted');
  const details = [state, host].filter((text) => text !== undefined);
  return {
    key: id,
    label: name,
    description: details.join(' · '),
    icon: access === 'ready' ? { id: 'cloud' } : { id: 'debug-disconnect', color: 'disabledForeground' },
    capabilities: [
      'source',
      ...(access === 'ready' ? ['canSignOut', 'canRefresh', 'canShowOverview'] : []),
      ...(access === 'signed-out' ? ['canSignIn'] : []),
    ],
    accessibilityLabel: [l10n.t('SSPM service of {0}', name), ...details].join(', '),
    expanded: true,
    subject: { kind: 'source' },
    ...(access === 'ready' ? { below: () => branches(context) } : {}),
  };
}

function branches(context: RowContext): readonly PostureRow[] {
  const list = ['canOpenDocument', 'canRefresh', 'canFilter', 'canShowTable'];
  return [
    {
      key: 'applications',
      label: l10n.t('Applications'),
      icon: { id: 'globe' },
      capabilities: ['branch', ...list],
      resource: { kind: 'applications' },
      subject: { kind: 'applications' },
      below: (value) => applicationRows(value, context),
    },
    {
      key: 'catalog',
      label: l10n.t('Catalog'),
      icon: { id: 'library' },
      capabilities: ['branch', ...list],
      resource: { kind: 'catalog' },
      subject: { kind: 'catalog' },
      below: (value) => catalogRows(value, context),
    },
    {
      key: 'controls',
      label: l10n.t('Controls'),
      icon: { id: 'shield' },
      capabilities: ['branch'],
      subject: { kind: 'controls' },
      below: () => rememberedControls(context),
    },
    {
      key: 'integrations',
      label: l10n.t('Integrations'),
      icon: { id: 'plug' },
      capabilities: ['branch', 'canAddIntegration'],
      subject: { kind: 'integrations' },
      below: () => integrationRows(context),
    },
  ];
}
