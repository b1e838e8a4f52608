import { l10n } from '../../../core/util/l10n.ts';
import type { JsonObject, JsonValue } from '../../../core/json/json.ts';
import type { Application } from '../../../core/posture/application.ts';
import type { Resource } from '../../../core/posture/resource.ts';
import type { Setting, Severity, Ticket } from '../../../core/posture/setting.ts';
import { listParts } from '../../../core/util/listParts.ts';

/** A row of the SaaS posture view: what it says, what lies below it, and what commands find in it. */
export interface PostureRow {
  /** Unique among its siblings, and stable. */
  readonly key: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon: { readonly id: string; readonly color?: string | undefined };
  /** Words of the `contextValue`. */
  readonly capabilities: readonly string[];
  /** The text of a screen reader, where an icon means more than label and description. */
  readonly accessibilityLabel?: string | undefined;
  readonly tooltip?: string | undefined;
  readonly expanded?: boolean;
  /** Read before what lies below can be shown; its age is shown and it can be refreshed. */
  readonly resource?: Resource | undefined;
  /** Read together with `resource`, as rows are described with it; without it they are shown all the same. */
  readonly beside?: Resource | undefined;
  /** Rows below; `value` is the answer for `resource`, null without one. */
  readonly below?: RowsBelow | undefined;
  readonly subject?: Subject;
  /** The row is there because it is kept here, and can be removed. */
  readonly link?: Link;
}

/** Rows of an answer. */
export type RowsBelow = (value: JsonValue) => readonly PostureRow[];

/** An integration, or an issue of one where `key` is there. */
export interface Link extends Integration {
  readonly key?: string;
}

/** The subject of a row. */
export type Subject =
  | { readonly kind: 'source' }
  | { readonly kind: 'applications' | 'catalog' | 'controls' | 'integrations' }
  | { readonly kind: 'application'; readonly application: Application }
  | { readonly kind: 'setting'; readonly setting: Setting; readonly application?: Application | undefined }
  | { readonly kind: 'entry'; readonly app: string }
  | { readonly kind: 'control'; readonly id: string }
  | { readonly kind: 'integration'; readonly integration: Integration }
  | { readonly kind: 'ticket'; readonly ticket: Ticket }
  /** Something whose answer is a document; `value` when it is part of another answer. */
  | { readonly kind: 'document'; readonly name: string; readonly value?: JsonObject };

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
  /** Controls that were reached, integrations that were found or typed in, and keys of issues of an integration. */
  readonly links: {
    controls(): readonly { readonly id: string; readonly name: string }[];
    integrations(): readonly Integration[];
    issues(integration: Integration): readonly string[];
  };
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
    icon: { id: icon },
    capabilities: ['part', 'canOpenDocument', 'canRefresh', ...(isList ? ['canShowTable'] : [])],
    resource,
    subject: { kind: 'document', name: `${whole} ${kind}` },
    below,
  };
}

/** Rows as they are, or in parts when they are too many for a list. */
export function inParts(rows: readonly PostureRow[]): readonly PostureRow[] {
  const parts = listParts(rows.length)?.map(({ from, to }) => ({
    key: `part ${from}`,
    label: l10n.t('{0} to {1}', from + 1, to),
    description: rows[from]?.label ?? '',
    icon: { id: 'list-unordered' },
    capabilities: ['part'],
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
  return { key, label, icon: { id: icon }, capabilities: ['hint'] };
}

export function noRows(): readonly PostureRow[] {
  return [hintRow('none', l10n.t('Nothing here'))];
}
