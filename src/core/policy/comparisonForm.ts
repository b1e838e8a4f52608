import type { PolicyKind } from './families.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../json/json.ts';

/**
 * What the console adds, rewrites or drops at one place of a document. Everything not named here counts: a member
 * nobody has heard of is compared like any other.
 */
export interface Form {
  readonly noise?: Noise;
  /** Members that count as absent when they hold what the console fills in. */
  readonly implied?: ReadonlyMap<string, (value: JsonValue) => boolean>;
  readonly members?: ReadonlyMap<string, Form>;
  readonly items?: Form;
  /** A list of collections: only their names count, in their order. */
  readonly names?: true;
  /** A list without an order of its own, keyed by this member. */
  readonly sortBy?: 'id' | 'name' | '_id';
  /** An instant: fraction digits and offset may be written in several ways, and the zero date is what the console fills in. */
  readonly date?: true;
}

/** What never counts as a change: `dropped` from files and from what is sent as well, or `kept` there as it was found. */
type Noise = ReadonlyMap<string, 'dropped' | 'kept'>;

/** Written by the console with every change; a document says so only where it has them. */
const documentNoise: Noise = new Map([
  ['modified', 'dropped'],
  ['owner', 'dropped'],
]);
/** As well, and `previousName` is an instruction that comes with a rename, not a part of the rule. */
export const ruleNoise: Noise = new Map([...documentNoise, ['previousName', 'dropped']]);
/** The console takes it and drops it; files of older consoles have it. */
const checkNoise: Noise = new Map([['minSeverity', 'kept']]);
/** When the custom rule itself was changed, elsewhere. */
const customRuleNoise: Noise = new Map([['modified', 'kept']]);
/** What the console read from the certificate. */
const certificateNoise: Noise = new Map([['metadata', 'dropped']]);

const collections: Form = { names: true };
const exceptionMembers = new Map<string, Form>([
  ['expiration', { members: new Map([['date', { date: true }]]) }],
]);

const ruleMembers = new Map<string, Form>([
  ['collections', collections],
  ['condition', { members: new Map([['vulnerabilities', { sortBy: 'id', items: { noise: checkNoise } }]]) }],
  ['cveRules', { sortBy: 'id', items: { members: exceptionMembers } }],
  ['tags', { sortBy: 'name', items: { members: exceptionMembers } }],
  ['customRules', { items: { noise: customRuleNoise } }],
  ['applicationsSpec', { items: { members: new Map([['tlsConfig', { noise: certificateNoise }]]) } }],
]);

const entities: [string, Form] = [
  'networkEntities',
  { items: { members: new Map([['collections', collections]]) } },
];

const ruleForm: Form = { noise: ruleNoise, members: ruleMembers };
const sharedRuleForm: Form = {
  ...ruleForm,
  implied: new Map([
    ['action', isStar],
    ['group', isStar],
  ]),
};

function isStar(value: JsonValue): boolean {
  return isJsonArray(value) && value.length === 1 && value[0] === '*';
}

export function ruleFormOf(kind: PolicyKind): Form {
  return kind.identity.field === 'policyType' ? sharedRuleForm : ruleForm;
}

export function documentFormOf(kind: PolicyKind): Form {
  const isIdentity = (value: JsonValue): boolean => value === kind.identity.value;
  const rules: Form = { items: ruleFormOf(kind) };
  return {
    noise: documentNoise,
    implied: new Map([
      ['_id', isIdentity],
      [kind.identity.field, isIdentity],
    ]),
    members: new Map([
      ...kind.arrays.map((array): [string, Form] => [array.key, rules]),
      ...(kind.family === 'cnns' ? [entities] : []),
    ]),
  };
}

const zeroDate = /^0001-01-01T00:00:00(?:\.0+)?(?:Z|[+-]00:00)$/;

export function isZeroDate(text: string): boolean {
  return text.startsWith('0001-01-01T') && zeroDate.test(text);
}

const instant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/;

/** Most dates are written so already; days that not every month has are left to the calendar. */
const plainInstant = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** The moment that a text names; undefined for the zero date, and for what is no RFC 3339 date: what may be meant is not guessed. */
export function momentOf(text: string): Date | undefined {
  const isMoment = instant.test(text) && isDay(text) && !isZeroDate(text);
  const moment = new Date(isMoment ? text : Number.NaN);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Whether the calendar has the day: a 30th of February is no other name of the 2nd of March. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10);
  const found = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(found.getTime()) && found.toISOString().startsWith(day);
}

/** One spelling per instant; a text that is not an RFC 3339 date is left alone. */
export function exactDate(text: string): string {
  if (text.length === 20 && plainInstant.test(text)) {
    return text;
  }
  const match = instant.exec(text);
  const time = match && isDay(text) ? Date.parse(`${match[1]}${match[3]}`) : Number.NaN;
  if (!match || Number.isNaN(time)) {
    return text;
  }
  const seconds = new Date(time).toISOString();
  if (seconds.length !== 24) {
    return text;
  }
  const fraction = (match[2] ?? '').replace(/(?<!0)0+$/, '');
  return `${seconds.slice(0, 19)}${fraction && `.${fraction}`}Z`;
}

/** Whether a member does not count, whatever or because of what it holds. */
export function isImplied(key: string, value: JsonValue, form: Form | undefined): boolean {
  return form !== undefined && (form.noise?.has(key) === true || form.implied?.get(key)?.(value) === true);
}

/** The collection reduced to what counts; undefined when it has no name to be reduced to. */
export function collectionName(value: JsonValue): string | undefined {
  const name = isJsonObject(value) ? value.get('name') : undefined;
  return typeof name === 'string' ? name : undefined;
}
