import { l10n } from '../../../core/util/l10n.ts';
import type { JsonObject, JsonValue } from '../../../core/json/json.ts';
import type { Application } from '../../../core/posture/application.ts';
import type { Resource } from '../../../core/posture/resource.ts';
import type { Setting, Severity } from '../../../core/posture/setting.ts';
import { listParts } from '../../../core/util/listParts.ts';

/** A row of the SaaS posture view: what it says, what lies below it, and what commands find in it. */
export interface PostureRow {
  /** Unique among its siblings, and stable. */
  readonly key: string;
  readonly label: string;
  /** Said behind the label, as far as they are there. */
  readonly details?: readonly (string | undefined)[];
  /** The label for a screen reader, where an icon means more. */
  readonly spoken?: string | undefined;
  readonly tooltip?: string | undefined;
  readonly icon: string;
  readonly color?: string | undefined;
  /** Words of the `contextValue`, beside those that follow from what the row has. */
  readonly can?: readonly string[];
  readonly isExpanded?: boolean;
  /** Read before what lies below can be shown; its age is shown and it can be refreshed. */
  readonly resource?: Resource | undefined;
  /** Rows below that are read again together. */
  readonly parts?: readonly PostureRow[];
  /** Read together with `resource`, as rows are described with it; without it they are shown all the same. */
  readonly beside?: Resource | undefined;
  /** Rows below; `value` is the answer for `resource`, null without one. */
  readonly below?: RowsBelow | undefined;
  /** The name of its document, with the value when it is part of another answer. */
  readonly document?: { readonly name: string; readonly value?: JsonObject };
  /** Opened in a browser. */
  readonly url?: string | undefined;
  readonly subject?: Subject;
  /** The row is there because it is kept here, and can be removed. */
  readonly link?: Link;
}

/** The words of the commands that act on a row. */
export function capabilitiesOf({ can = [], resource, document, url, link }: PostureRow): readonly string[] {
  return [
    ...can,
    ...(resource || document ? ['canOpenDocument'] : []),
    ...(resource ? ['canRefresh'] : []),
    ...(url === undefined ? [] : ['canBrowse']),
    ...(link ? ['canRemoveLink'] : []),
  ];
}

/** The details of a row in one line. `more` is said behind them. */
export function descriptionOf({ details = [] }: PostureRow, more?: string): string {
  return [...details, more].filter(Boolean).join(' · ');
}

/** A row as a screen reader says it. */
export function spokenOf({ spoken, label, details = [] }: PostureRow, more?: string): string {
  return [spoken ?? label, ...details, more].filter(Boolean).join(', ');
}

/** Rows of an answer. */
export type RowsBelow = (value: JsonValue) => readonly PostureRow[];

/** Something that is kept here, as the service has no list of it. */
export type Link =
  | { readonly kind: 'control'; readonly id: string; readonly name: string }
  | ({ readonly kind: 'integration' } & Integration)
  | ({ readonly kind: 'issue'; readonly key: string } & Integration);

/** The keys of the issues of an integration. */
export function issuesOf(links: readonly Link[], { id, ticketing }: Integration): readonly string[] {
  return links.flatMap((link) =>
    link.kind === 'issue' && link.id === id && link.ticketing === ticketing ? [link.key] : [],
  );
}

/** The target of commands. */
export type Subject =
  | { readonly kind: 'applications' | 'catalog' | 'controls' | 'integrations' }
  | { readonly kind: 'application'; readonly application: Application }
  | { readonly kind: 'setting'; readonly setting: Setting; readonly application?: Application | undefined }
  | { readonly kind: 'integration'; readonly integration: Integration };

export interface Integration {
  readonly id: string;
  readonly ticketing: string;
}

/** The context of rows beside the answers. */
export interface RowContext {
  /** The filter text of a list; empty without a filter. */
  filter(list: 'applications' | 'catalog'): string;
  /** Severities of the definitions of a catalog entry, as far as they were read. */
  severitiesOf(app: string | undefined): ReadonlyMap<string, Severity>;
  /** Controls that were reached, integrations and issues that were found or typed in. */
  links(): readonly Link[];
}

/** Something of an application, or of an entry of the catalog, which is read when it is opened. */
export function partRow(
  resource: Extract<Resource, { app: string }>,
  whole: string,
  label: string,
  icon: string,
  below: RowsBelow,
): PostureRow {
  const { kind } = resource;
  const isList = ['configuration', 'settings', 'definitions', 'scopes'].includes(kind);
  return {
    key: kind,
    label,
    icon,
    can: isList ? ['canShowTable'] : [],
    resource,
    document: { name: `${whole} ${kind}` },
    below,
  };
}

/** Rows as they are, or in parts when they are too many for a list. */
export function inParts(rows: readonly PostureRow[]): readonly PostureRow[] {
  const parts = listParts(rows.length)?.map(({ from, to }) => ({
    key: `part ${from}`,
    label: l10n.t('{0} to {1}', from + 1, to),
    details: [rows[from]?.label],
    icon: 'list-unordered',
    below: () => rows.slice(from, to),
  }));
  return parts ?? rows;
}

/** Siblings that a service named alike are told apart by their count: the editor refuses a second row of one id. */
export function uniqueKeys(rows: readonly PostureRow[]): readonly PostureRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const count = seen.get(row.key) ?? 0;
    seen.set(row.key, count + 1);
    return count === 0 ? row : { ...row, key: `${row.key}\t${count}` };
  });
}

/** A sentence in place of rows. */
export function hintRow(key: string, label: string, icon = 'info'): PostureRow {
  return { key, label, icon };
}

/** Rows, or a sentence when there are none. */
export function orNone(
  rows: readonly PostureRow[],
  sentence = l10n.t('Nothing here'),
): readonly PostureRow[] {
  return rows.length > 0 ? rows : [hintRow('none', sentence)];
}
