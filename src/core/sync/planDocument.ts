import { collectionName } from '../policy/comparisonForm.ts';
import { policyKind } from '../policy/families.ts';
import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  stringAt,
  type JsonObject,
  type JsonValue,
} from '../json/json.ts';
import { writeJson } from '../json/writeJson.ts';
import { escapedInJson } from '../util/inertText.ts';
import type { FieldChange, PlanCounts, PlanStep } from '../policy/planStep.ts';
import { decisionLines, furtherDecisionLines, textOf, type ToldLine } from './consequenceLines.ts';
import type { PushPlan } from './outcomes.ts';
import { clippedValue, planFacts } from './planFacts.ts';
import { sameValue } from '../json/sameValue.ts';

/** Steps and the documents they lead from and to. */
export type StepsOfPolicy = Pick<PushPlan, 'ref' | 'steps' | 'live' | 'next'>;

/**
 * Returns a plan as text. Lines never depend on the computer or the moment, so equal plans have equal texts.
 * The first characters of a line give its kind:
 *
 * ```text
 * # comment                            first the counts, the destination and the decisions; below the steps
 *                                      one line for each changed decision, and warnings; the rest at the end
 * @ Container rules                    an ordered array, when the policy has several
 * + #3 "name"                          added, at its place in the policy file
 * - #3 "name"                          removed, at its place in the live policy
 * > #3 -> #1 "name"                    moved, from its place in the live policy to the one in the file
 * = #3 "old name" -> "name"            renamed, at its place in the policy file
 * ~ #3 "name"                          changed, at its place in the policy file
 * ~ (document)                         policy-level fields changed
 *     changed places with: #4 "name"   moved past only this rule, shown with its place in the file;
 *                                      either of the two may have moved
 *     place: the same number, behind…  moved, but the number is the same
 *     collections: "All", "prod"       a fact about the step above: four spaces, a key, a colon, a value
 *     apiSpec: "/users": adds GET      a changed API specification: the methods of a path that come, go and change
 *     effect: "alert" -> "block"       a changed field: before, an arrow, after; (absent) for a missing one
 * ```
 *
 * Names and values are JSON on one line without invisible characters; a long one ends in `…`. Empty lines
 * separate the blocks.
 */
export function planDocument(plan: PushPlan): string {
  const { consequences } = plan;
  const comments = (lines: readonly ToldLine[]): string[] =>
    lines.length > 0 ? [escapedInJson(lines.map((line) => `# ${textOf(line)}`).join('\n'))] : [];
  const steps = stepBlocks(plan);
  const explained = steps.some((block) => /^ {4}collections: /m.test(block)) ? [aboutCollections] : [];
  const blocks = [
    escapedInJson(header(plan).join('\n')),
    ...explained,
    ...steps,
    ...(consequences ? comments(decisionLines(consequences)) : []),
    ...comments(planFacts(plan, 'warning')),
    ...(consequences ? comments(furtherDecisionLines(consequences)) : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Explains the fact `collections` to a reader who does not know the policy. */
const aboutCollections =
  '# "collections" below a rule: what it applies to, by name; "All" is everything.\n# The first matching rule applies.';

/** The steps alone, one block each; see `planDocument`. */
export function stepBlocks(plan: StepsOfPolicy): string[] {
  const kind = policyKind(plan.ref.policy);
  const own = plan.steps.filter((step) => step.kind === 'document');
  const ofRules = (kind?.arrays ?? []).flatMap(({ key, title }) => {
    const steps = plan.steps.filter((step) => step.kind !== 'document' && step.array === key);
    const isNamed = steps.length > 0 && (kind?.arrays.length ?? 0) > 1;
    return [...(isNamed ? [[`@ ${title}`]] : []), ...steps.map((step) => stepLines(step, plan))];
  });
  const blocks = [...own.map((step) => stepLines(step, plan)), ...ofRules];
  return blocks.map((lines) => escapedInJson(lines.join('\n')));
}

/** `1 added, 2 moved`, without the counts that are zero. */
export function countLine(counts: PlanCounts): string {
  const parts = Object.entries(counts).flatMap(([what, count]: [string, number]) =>
    count > 0 ? [`${count} ${what}`] : [],
  );
  return parts.join(', ') || 'no changes';
}

function header(plan: PushPlan): string[] {
  return [
    countLine(plan.counts),
    `${plan.ref.policy} on ${plan.ref.console}`,
    ...planFacts(plan, 'destination', 'decisions', 'risk', 'note', 'detail'),
  ].map((line) => `# ${line}`);
}

function stepLines(step: PlanStep, plan: StepsOfPolicy): string[] {
  switch (step.kind) {
    case 'document':
      return ['~ (document)', ...step.fields.flatMap(fieldLines)];
    case 'add':
      return [`+ ${place(step.to)} ${quoted(step.rule)}`, ...facts(ruleAt(plan.next, step.array, step.to))];
    case 'remove':
      return [
        `- ${place(step.from)} ${quoted(step.rule)}`,
        ...facts(ruleAt(plan.live, step.array, step.from)),
      ];
    case 'move':
      return [
        `> ${place(step.from)} -> ${place(step.to)} ${quoted(step.rule)}`,
        // The rule keeps its number, because as many rules came above it as left.
        ...(step.from === step.to ? ['    place: the same number, behind other rules than before'] : []),
        ...(step.changedPlacesWith
          ? [
              `    changed places with: ${place(step.changedPlacesWith.to)} ${quoted(step.changedPlacesWith.rule)}`,
            ]
          : []),
        ...facts(ruleAt(plan.next, step.array, step.to), ['collections']),
      ];
    case 'rename':
      return [`= ${place(step.to)} ${quoted(step.previousName)} -> ${quoted(step.rule)}`];
    case 'change':
    default:
      return [`~ ${place(step.to)} ${quoted(step.rule)}`, ...step.fields.flatMap(fieldLines)];
  }
}

function place(index: number): string {
  return `#${index + 1}`;
}

export function quoted(rule: string): string {
  return shown(rule);
}

export function ruleAt(document: JsonObject, array: string, index: number): JsonValue | undefined {
  return arrayAt(document, array)[index];
}

const factsOfRule = ['disabled', 'effect', 'collections'];

/** Facts for the reader about an added, removed or moved rule. */
export function facts(rule: JsonValue | undefined, keys = factsOfRule): string[] {
  if (!isJsonObject(rule)) {
    return [];
  }
  const known: Readonly<Record<string, string | undefined>> = {
    disabled: rule.get('disabled') === true ? 'true' : undefined,
    effect: stringAt(rule, 'effect') ? shown(rule.get('effect')) : undefined,
    collections:
      arrayAt(rule, 'collections')
        .map((item) => shown(collectionName(item) ?? item))
        .join(', ') || undefined,
  };
  return keys.flatMap((key) => (known[key] === undefined ? [] : [`    ${key}: ${known[key]}`]));
}

export function fieldLines(change: FieldChange): readonly string[] {
  const { path, before, after } = change;
  if (/(^|\.)plain$/.test(path)) {
    return [`    ${path}: (secret)`];
  }
  const line = (name: string, old: JsonValue | undefined, now: JsonValue | undefined): string =>
    `    ${name}: ${shown(old)} -> ${shown(now)}`;
  const paths = specificationLines(change);
  if (!paths) {
    return [line(path === '' ? '(rule)' : path, before, after)];
  }
  const isWhole = path.endsWith('apiSpec');
  return isWhole
    ? [...paths, line(`${path} without paths`, withoutPaths(before), withoutPaths(after))]
    : paths;
}

function shown(value: JsonValue | undefined): string {
  if (value === undefined) {
    return '(absent)';
  }
  const text =
    isJsonArray(value) && value.length > 0
      ? value.map((item) => writeJson(masked(item))).join(', ')
      : writeJson(masked(value));
  return clippedValue(text);
}

/** A secret that the push is about to seal must not appear in a plan. */
function masked(value: JsonValue): JsonValue {
  if (isJsonArray(value)) {
    return value.map(masked);
  }
  return isJsonObject(value)
    ? new Map(
        [...value].map(([key, member]) => [
          key,
          key === 'plain' && member !== '' ? '(secret)' : masked(member),
        ]),
      )
    : value;
}

/** Paths of an API specification that a plan names; more are counted. */
const MAX_PATHS = 40;

/**
 * Returns one line for each path of an API specification with added, removed or changed methods. Undefined
 * for every other change.
 */
function specificationLines({ path, before, after }: FieldChange): readonly string[] | undefined {
  if (!path.includes('apiSpec')) {
    return undefined;
  }
  const [old, now] = [methodsByPath(before), methodsByPath(after)];
  if (!old || !now) {
    return undefined;
  }
  const lines = [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const words = changeWords(old.get(name), now.get(name));
    return words === '' ? [] : [`    ${path}: ${name === '' ? '' : `${writeJson(name)}: `}${words}`];
  });
  const more = lines.length - MAX_PATHS;
  return lines.length === 0
    ? undefined
    : [...lines.slice(0, MAX_PATHS), ...(more > 0 ? [`    ${path}: and ${more} more paths`] : [])];
}

/** A specification without its paths, which have lines of their own. */
function withoutPaths(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) ? new Map([...value].filter(([key]) => key !== 'paths')) : undefined;
}

type Methods = ReadonlyMap<string, JsonObject>;

function changeWords(old: Methods | undefined, now: Methods | undefined): string {
  const all = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  const words = (
    [
      ['adds', (was, is) => !was && is],
      ['removes', (was, is) => was && !is],
      ['changes', (was, is) => was && is && !sameValue(was, is)],
    ] as const satisfies readonly (readonly [
      string,
      (was: JsonObject | undefined, is: JsonObject | undefined) => unknown,
    ])[]
  ).flatMap(([verb, isMeant]) => {
    const some = all.filter((method) => isMeant(old?.get(method), now?.get(method)));
    return some.length > 0 ? [`${verb} ${some.join(', ')}`] : [];
  });
  return words.join('; ') || (old ? (now ? '' : 'removes the path') : 'adds the path');
}

/**
 * Returns the methods by path, for a specification or a list of paths. A single path or a list of methods has
 * an empty name. Undefined for other values.
 */
function methodsByPath(value: JsonValue | undefined): ReadonlyMap<string, Methods> | undefined {
  if (value === undefined || value === null) {
    return new Map();
  }
  if (isJsonObject(value)) {
    return value.has('path') ? new Map([['', methodsOf(value)]]) : methodsByPath(value.get('paths'));
  }
  const items = isJsonArray(value) ? value.filter(isJsonObject) : [];
  if (items.length > 0 && items.every((item) => item.has('method'))) {
    return new Map([['', byMethod(items)]]);
  }
  return items.every((item) => item.has('path'))
    ? new Map(items.map((item) => [stringAt(item, 'path') ?? '', methodsOf(item)]))
    : undefined;
}

function methodsOf(path: JsonObject): Methods {
  return byMethod(arrayAt(path, 'methods').filter(isJsonObject));
}

function byMethod(methods: readonly JsonObject[]): Methods {
  return new Map(methods.map((method) => [stringAt(method, 'method') ?? '', method]));
}
