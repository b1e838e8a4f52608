import { fromPlain } from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import type { Application } from './application.ts';
import { outcomes, severities, type Outcome, type Setting, type Severity } from './setting.ts';
import type { EveryField } from '../util/defined.ts';
import { fieldsIn } from '../util/plainRecord.ts';
import {
  listOf,
  oneOf,
  optional,
  readFields,
  text,
  texts,
  type Fields,
  type RecordOf,
} from '../util/readFields.ts';

const textOrEmpty = (value: unknown): string => text(value) ?? '';

/** Fields of a setting that no comparison of snapshots needs. */
type OutsideSnapshot = 'definition' | 'status' | 'description' | 'steps' | 'consoleUrl' | 'raw';

const settingFields = {
  id: textOrEmpty,
  name: textOrEmpty,
  category: textOrEmpty,
  outcome: (value: unknown): Outcome => oneOf(...outcomes)(value) ?? 'unknown',
  severity: (value: unknown): Severity => oneOf(...severities)(value) ?? 'unrated',
  current: optional(text),
  recommended: optional(text),
  operator: optional(text),
  control: optional(text),
  /** The keys of its tickets. */
  tickets: optional(texts),
} as const satisfies Fields & Readonly<Record<Exclude<keyof Setting, OutsideSnapshot>, unknown>>;

const applicationFields = {
  id: textOrEmpty,
  name: textOrEmpty,
  type: optional(text),
  health: optional(text),
  status: optional(text),
  /** The reason why its settings could not be read. */
  problem: optional(text),
  settings: listOf((value) => readFields(settingFields, value)),
} as const satisfies Fields;

const snapshotFields = {
  console: textOrEmpty,
  /** ISO time. */
  takenAt: textOrEmpty,
  applications: listOf((value) => readFields(applicationFields, value)),
} as const satisfies Fields;

/** The posture of a tenant at one time, with only the fields that comparisons need. */
export type PostureSnapshot = RecordOf<typeof snapshotFields>;
export type SnapshotApplication = RecordOf<typeof applicationFields>;
export type SnapshotSetting = RecordOf<typeof settingFields>;

export const snapshotSuffix = '.posture.json';
const kind = 'ordinance-posture';
const version = 1;

/** Undefined `settings` could not be read; `problem` is the reason. */
export function snapshotApplication(
  { id, name, type, health, status }: Application,
  settings: readonly Setting[] | undefined,
  problem?: string,
): SnapshotApplication {
  const kept: EveryField<SnapshotApplication> = {
    id,
    name,
    type,
    health,
    status,
    problem: settings ? undefined : problem,
    settings: (settings ?? []).map(snapshotSetting),
  };
  // New texts, because a part of an answer keeps the whole answer in memory.
  return JSON.parse(JSON.stringify(kept)) as SnapshotApplication;
}

function snapshotSetting(setting: Setting) {
  const { id, name, category, outcome, severity, current, recommended, operator, control, tickets } = setting;
  const keys = tickets.length === 0 ? undefined : tickets.map(({ key }) => key);
  const kept = { id, name, category, outcome, severity, current, recommended, operator, control };
  return { ...kept, tickets: keys } satisfies EveryField<SnapshotSetting>;
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
export function readSnapshot(json: string): PostureSnapshot | 'unknown-version' | undefined {
  const value = fieldsIn(json);
  if (value['kind'] !== kind) {
    return undefined;
  }
  return value['version'] === version ? readFields(snapshotFields, value) : 'unknown-version';
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
