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
  /** Fields whose names begin with `x-` belong to the file alone: they are never sent or compared. */
  readonly hasOwnFields?: true;
  /** A list of collections: only their names count, as a set. */
  readonly names?: true;
  /** A list of objects that this member tells apart: a merge and a plan look into each of them. */
  readonly key?: string;
  /** With a key: the list has no order of its own. */
  readonly isUnordered?: true;
  /** With a key: rules name the items by it, so two of one key and of different names are two things. */
  readonly isReferredTo?: true;
  /** A list that says what belongs to it: a merge takes what either side added, and leaves out what either side removed. */
  readonly isSet?: true;
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
/** Also: a console works the effect out of the rest of the rule, and shows it in a table. */
const sharedRuleNoise: Noise = new Map([...ruleNoise, ['effect', 'kept']]);
/** The console takes it and drops it; files of older consoles have it. */
const checkNoise: Noise = new Map([['minSeverity', 'kept']]);
/** When the custom rule itself was changed, elsewhere. */
const customRuleNoise: Noise = new Map([['modified', 'kept']]);
/** What the console read from the certificate. */
const certificateNoise: Noise = new Map([['metadata', 'dropped']]);

const collections: Form = { names: true, isSet: true };
const set: Form = { isSet: true };

function members(table: Readonly<Record<string, Form>>): Form {
  return { members: new Map(Object.entries(table)) };
}

function keyed(key: string, items: Form = {}): Form {
  return { key, items };
}

function exceptions(key: string): Form {
  const items = members({ expiration: members({ date: { date: true } }) });
  return { ...keyed(key, items), isUnordered: true };
}

const paths = members({
  allowedList: set,
  deniedList: members({ paths: set }),
  blacklist: set,
  whitelist: set,
});
const allowedAndDenied = members({ allowed: set, denied: set });
const network = members({
  allowedIPs: set,
  deniedIPs: set,
  allowedOutboundIPs: set,
  deniedOutboundIPs: set,
  listeningPorts: allowedAndDenied,
  outboundPorts: allowedAndDenied,
  deniedListeningPorts: set,
  deniedOutboundPorts: set,
  blacklistIPs: set,
  whitelistIPs: set,
  blacklistListeningPorts: set,
  whitelistListeningPorts: set,
  blacklistOutboundPorts: set,
  whitelistOutboundPorts: set,
});
const dns = members({ allow: set, deny: set, domainList: allowedAndDenied, blacklist: set, whitelist: set });
const customRules = keyed('_id', { noise: customRuleNoise });
const protection = members({ exceptionFields: set });
const accessControl = members({ allow: set, alert: set, prevent: set });
const application = members({
  tlsConfig: { noise: certificateNoise },
  apiSpec: members({
    paths: keyed('path', members({ methods: keyed('method', members({ parameters: keyed('name') })) })),
  }),
  sqli: protection,
  xss: protection,
  cmdi: protection,
  codeInjection: protection,
  lfi: protection,
  attackTools: protection,
  shellshock: protection,
  malformedReq: protection,
  botProtectionSpec: members({
    userDefinedBots: keyed('name', members({ headerValues: set, subnets: set })),
  }),
  networkControls: members({
    subnets: accessControl,
    countries: accessControl,
    exceptionSubnets: set,
    networkControlsExceptionSubnets: members({ subnets: set }),
  }),
  dosConfig: members({ excludedNetworkLists: set }),
  headerSpecs: keyed('name', members({ values: set })),
  responseHeaderSpecs: keyed('name'),
  maliciousUpload: members({ allowedExtensions: set, allowedFileTypes: set }),
  customRules,
});

/** What is known of the members of rules, of all families: no two of them use one name for different things. */
const { members: ruleMembers = new Map() } = members({
  collections,
  condition: members({ vulnerabilities: { ...keyed('id', { noise: checkNoise }), isUnordered: true } }),
  cveRules: exceptions('id'),
  tags: exceptions('name'),
  pkgTypesThresholds: keyed('type'),
  riskFactorsEffects: keyed('riskFactor'),
  license: members({ critical: set, high: set, medium: set, low: set }),
  customRules,
  processes: paths,
  network,
  dns,
  filesystem: paths,
  antiMalware: members({ allowedProcesses: set, deniedProcesses: members({ paths: set }) }),
  fileIntegrityRules: keyed('path', members({ exclusions: set, procWhitelist: set })),
  logInspectionRules: keyed('path', members({ regex: set })),
  applicationsSpec: keyed('appID', application),
  ports: set,
});

const entity = members({
  collections,
  subnets: keyed('name'),
  domains: set,
  allowAll: members({ inbound: set, outbound: set }),
});
const entities: Form = { ...keyed('_id', entity), isReferredTo: true };

const ruleForm: Form = { noise: ruleNoise, members: ruleMembers };
const sharedRuleForm: Form = {
  ...ruleForm,
  noise: sharedRuleNoise,
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
    hasOwnFields: true,
    implied: new Map([
      ['_id', isIdentity],
      [kind.identity.field, isIdentity],
    ]),
    members: new Map([
      ...kind.arrays.map((array): [string, Form] => [array.key, rules]),
      ...(kind.isNetwork ? [['networkEntities', entities] as const] : []),
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

/** Whether a field belongs to the file alone. */
export function isOwnField(key: string, form: Form | undefined): boolean {
  return form?.hasOwnFields === true && key.startsWith('x-');
}

/** Whether a member does not count, whatever it holds. */
export function isNoise(key: string, form: Form | undefined): boolean {
  return form?.noise?.has(key) === true || isOwnField(key, form);
}

/** Whether a member does not count, whatever or because of what it holds. */
export function isImplied(key: string, value: JsonValue, form: Form | undefined): boolean {
  return isNoise(key, form) || form?.implied?.get(key)?.(value) === true;
}

/** The collection reduced to what counts; undefined when it has no name to be reduced to. */
export function collectionName(value: JsonValue): string | undefined {
  const name = isJsonObject(value) ? value.get('name') : undefined;
  return typeof name === 'string' ? name : undefined;
}
