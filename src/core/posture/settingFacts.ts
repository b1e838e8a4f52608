import { l10n } from '../util/l10n.ts';
import { outcomeLabel, severityOrder, type Setting, type Ticket } from './setting.ts';
import type { SnapshotSetting } from './snapshot.ts';

/** Fields that identify a setting, or are too long for a line. */
type WithoutFact = 'id' | 'definition' | 'status' | 'description' | 'steps' | 'consoleUrl' | 'raw';

type FactKey = Exclude<keyof Setting, WithoutFact>;

/** A scanned setting, or a setting of a snapshot, which has only the keys of its tickets. */
type WithFacts = Omit<SnapshotSetting, 'tickets'> & {
  readonly tickets?: readonly (string | Pick<Ticket, 'key'>)[];
};

interface SettingFact {
  readonly title: string;
  readonly of: (setting: WithFacts) => string | undefined;
  /** Tables hide the fact until the reader chooses it. */
  readonly hidden?: true;
  /** The words from the least to the worst. */
  readonly order?: readonly string[];
}

/**
 * The facts of a setting, in this order, for tables, rows of the tree and Markdown. A new field without a
 * fact is a type error, unless it is listed above.
 */
export function settingFacts(): readonly (SettingFact & { readonly key: string })[] {
  const facts: Readonly<Record<FactKey, SettingFact>> = {
    name: { title: l10n.t('Setting'), of: ({ name }) => name },
    category: { title: l10n.t('Category'), of: ({ category }) => category },
    outcome: { title: l10n.t('Outcome'), of: ({ outcome }) => outcomeLabel(outcome) },
    severity: { title: l10n.t('Severity'), of: ({ severity }) => severity, order: severityOrder },
    current: { title: l10n.t('Current value'), of: ({ current }) => current },
    recommended: { title: l10n.t('Recommended value'), of: ({ recommended }) => recommended },
    operator: { title: l10n.t('Operator'), of: ({ operator }) => operator, hidden: true },
    control: { title: l10n.t('Common control'), of: ({ control }) => control },
    tickets: {
      title: l10n.t('Tickets'),
      of: ({ tickets = [] }) =>
        tickets.map((ticket) => (typeof ticket === 'string' ? ticket : ticket.key)).join(', '),
    },
  };
  return Object.entries(facts).map(([key, fact]) => ({ key, ...fact }));
}
