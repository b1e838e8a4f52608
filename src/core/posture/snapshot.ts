import { fromPlain, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/json.ts';
import { parseJson } from '../json/jsonText.ts';
import { writeJson } from '../json/writeJson.ts';
import type { Application } from './application.ts';
import { outcomes, severities, type Setting } from './setting.ts';
import { defined } from '../util/defined.ts';
import { rowsOf, textsOf, textAt } from './tolerant.ts';

/** The posture of a tenant at one time, with only the fields that comparisons need. */
export interface PostureSnapshot {
  readonly console: string;
  /** ISO time. */
  readonly takenAt: string;
  readonly applications: readonly SnapshotApplication[];
}

export interface SnapshotApplication {
  readonly id: string;
  readonly name: string;
  readonly type?: string;
  readonly health?: string;
  readonly status?: string;
  /** The reason why its settings could not be read. */
  readonly problem?: string;
  readonly settings: readonly SnapshotSetting[];
}

export type SnapshotSetting = Pick<
  Setting,
  'id' | 'name' | 'category' | 'outcome' | 'severity' | 'current' | 'recommended' | 'operator' | 'control'
> & {
  /** The keys of its tickets. */
  readonly tickets?: readonly string[];
};

export const snapshotSuffix = '.posture.json';
const kind = 'ordinance-posture';
const version = 1;

/** Undefined `settings` could not be read; `problem` is the reason. */
export function snapshotApplication(
  { id, name, type, health, status }: Application,
  settings: readonly Setting[] | undefined,
  problem?: string,
): SnapshotApplication {
  return defined({
    id,
    name,
    type,
    health,
    status,
    problem: settings ? undefined : problem,
    settings: (settings ?? []).map(snapshotSetting),
  });
}

function snapshotSetting(setting: Setting): SnapshotSetting {
  const { id, name, category, outcome, severity, current, recommended, operator, control } = setting;
  const tickets = setting.tickets.map(({ key }) => key);
  return defined({
    id,
    name,
    category,
    outcome,
    severity,
    current,
    recommended,
    operator,
    control,
    tickets: tickets.length === 0 ? undefined : tickets,
  });
}

/** Writes in a stable order, so that two files differ only where the posture differs. */
export function writeSnapshot({ console, takenAt, applications }: PostureSnapshot): string {
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  const sorted = applications
    .toSorted(byId)
    .map((application) => ({ ...application, settings: application.settings.toSorted(byId) }));
  return `${writeJson(fromPlain({ kind, version, console, takenAt, applications: sorted }), { indent: 2 })}\n`;
}

/**
 * Undefined when the text is no snapshot. A snapshot of another version is not read, because this version
 * would ignore its other fields.
 */
export function readSnapshot(text: string): PostureSnapshot | 'unknown-version' | undefined {
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || value.get('kind') !== kind) {
    return undefined;
  }
  const writtenVersion = value.get('version');
  if (!(writtenVersion instanceof JsonNumber) || writtenVersion.value !== version) {
    return 'unknown-version';
  }
  return {
    console: textAt(value, 'console') ?? '',
    takenAt: textAt(value, 'takenAt') ?? '',
    applications: rowsOf(value.get('applications')).map((row) =>
      defined({
        id: textAt(row, 'id') ?? '',
        name: textAt(row, 'name') ?? '',
        type: textAt(row, 'type'),
        health: textAt(row, 'health'),
        status: textAt(row, 'status'),
        problem: textAt(row, 'problem'),
        settings: rowsOf(row.get('settings')).map(readSetting),
      }),
    ),
  };
}

function readSetting(row: JsonObject): SnapshotSetting {
  const tickets = textsOf(row.get('tickets'));
  return defined({
    id: textAt(row, 'id') ?? '',
    name: textAt(row, 'name') ?? '',
    category: textAt(row, 'category') ?? '',
    outcome: oneOf(outcomes, textAt(row, 'outcome'), 'unknown'),
    severity: oneOf(severities, textAt(row, 'severity'), 'unrated'),
    current: textAt(row, 'current'),
    recommended: textAt(row, 'recommended'),
    operator: textAt(row, 'operator'),
    control: textAt(row, 'control'),
    tickets: tickets.length === 0 ? undefined : tickets,
  });
}

/** Such as `2026-02-03T04-05-06Z.posture.json`, which sorts by time and is valid in every file system. */
export function snapshotFileName(takenAt: Date): string {
  return `${takenAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}${snapshotSuffix}`;
}

/** The time in the name of a snapshot file; undefined for another name. */
export function snapshotTime(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\./.exec(name) ?? [];
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function oneOf<T extends string>(all: readonly T[], text: string | undefined, otherwise: T): T {
  return all.find((candidate) => candidate === text) ?? otherwise;
}
