import { firstLines } from '../util/firstLines.ts';
import { writeJson } from '../json/writeJson.ts';
import { consoleEdits, type ConsoleEdit } from '../policy/consoleEdits.ts';
import type { PolicyKind } from '../policy/families.ts';
import { arrayAt, type JsonObject, isJsonArray, isJsonObject, type JsonValue } from '../json/json.ts';
import { type PlanStep, diffPolicies } from '../policy/ruleDiff.ts';
import { canonicalHash, canonicalText } from '../policy/canonical.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import { ruleName } from '../policy/ruleMatch.ts';
import { isWithoutRules, type MissingCollection } from '../policy/sentForm.ts';
import type { PushPlan, Settlement } from './outcomes.ts';
import type { LiveDocument } from './readLive.ts';
import { hashOfText } from './store/objectStore.ts';

/** `{}` deletes the rules; the console chooses the other fields of the document. */
const wipe = hashOfText('{}');

/** Edits of the console that are listed; more are counted. */
const MAX_LINES = 20;

/** A push with the data for its result, from the sending process or from the journal. */
export interface SentPolicy {
  /**
   * The live policy before the push, for seals of sent secrets. Undefined without such secrets. This field and
   * `next` are undefined when the store lost the document.
   */
  readonly live: JsonObject | undefined;
  readonly liveHash: string;
  /** The sent policy without its secrets; see `withoutSecrets`. */
  readonly next: JsonObject | undefined;
  readonly nextHash: string;
  readonly bodyHash: string;
}

/**
 * Returns the result of a push, by the current live policy. The push is `applied` when the live policy equals the
 * sent one except for edits of the console. `failure` is the error of the PUT: it explains a result, but never
 * makes one. A push of only unknown fields leaves the policy unchanged. It counts as applied only with
 * `mayBeUnchanged`, when something else proves that the console processed it.
 */
export function settle(
  kind: PolicyKind,
  sent: SentPolicy,
  now: LiveDocument,
  failure?: string,
  mayBeUnchanged = false,
): Settlement {
  const { next, nextHash, bodyHash } = sent;
  const steps = stepsSince(kind, sent, now);
  const isSame = now.hash === nextHash || (bodyHash === wipe && isWithoutRules(kind, now.document));
  const edits = (next && steps && consoleEdits(kind, next, now.document, steps)) ?? (isSame ? [] : undefined);
  if (edits && (now.hash === nextHash || now.hash !== sent.liveHash || mayBeUnchanged)) {
    const lines = consoleEditLines(edits);
    return {
      verdict: 'applied',
      ...differenceOf(steps),
      ...(lines.length > 0 ? { consoleEdits: lines } : {}),
    };
  }
  if (now.hash === sent.liveHash) {
    const why = failure ?? 'The console still has the policy from before the push.';
    return { verdict: 'not-applied', reason: why, ...differenceOf(steps) };
  }
  const why = 'The console now has neither the sent policy nor the one from before the push.';
  return { verdict: 'foreign-change', reason: failure ? `${why} ${failure}` : why, ...differenceOf(steps) };
}

/** Returns the steps from the sent policy to the live policy; undefined without the sent policy. */
function stepsSince(
  kind: PolicyKind,
  { live, next, nextHash }: SentPolicy,
  now: LiveDocument,
): readonly PlanStep[] | undefined {
  if (!next || now.hash === nextHash) {
    return next && [];
  }
  return diffPolicies(kind, next, live ? withoutSeals(now.document, next, live) : now.document).steps;
}

function differenceOf(steps: readonly PlanStep[] = []): Pick<Settlement, 'difference'> {
  return steps.length > 0 ? { difference: steps } : {};
}

/** Returns the edits of the console in the sent policy, one sentence each. */
function consoleEditLines(edits: readonly ConsoleEdit[]): readonly string[] {
  return firstLines(edits, MAX_LINES, lineOf, (more) => `The console made ${more} more edits of this kind.`);
}

function lineOf({ kind, rule, path, value = null }: ConsoleEdit): string {
  const where = rule === undefined ? '' : ` of rule "${rule}"`;
  return kind === 'wrote'
    ? `The console changed "${path}"${where} to ${writeJson(value)}.`
    : `The console dropped "${path}"${where}: it does not have this field.`;
}

/**
 * Returns true when `now` shows that the console processed the write from `before` to `next`. Either a planned
 * change is there, or only planned removals were made. An unchanged policy proves nothing, and neither does a
 * write of someone else.
 */
export function tookEffect(kind: PolicyKind, before: JsonObject, next: JsonObject, now: JsonObject): boolean {
  const stepsOf = (from: JsonObject, to: JsonObject): readonly PlanStep[] =>
    diffPolicies(kind, from, to).steps;
  const [planned, left, made] = [stepsOf(before, next), stepsOf(now, next), stepsOf(before, now)];
  const isPlannedRemoval = (step: PlanStep): boolean =>
    step.kind === 'remove' &&
    planned.some(
      (removal) => removal.kind === 'remove' && removal.array === step.array && removal.from === step.from,
    );
  return planned.some((step) => isDone(step, left)) || (made.length > 0 && made.every(isPlannedRemoval));
}

/** Returns true when an added or renamed rule is there, or a changed field has its planned value. */
function isDone(step: PlanStep, left: readonly PlanStep[]): boolean {
  const rest = left.filter((leftStep) => isOfSameRule(leftStep, step));
  if (step.kind === 'remove' || step.kind === 'move' || rest.some(({ kind }) => isNaming(kind))) {
    return false;
  }
  const fields = rest.flatMap((leftStep) => ('fields' in leftStep ? leftStep.fields : []));
  return (
    !('fields' in step) ||
    step.fields.some(
      ({ path }) => !fields.some((field) => field.path.startsWith(path) || path.startsWith(field.path)),
    )
  );
}

/** Without its name, a rule is not there. */
function isNaming(kind: PlanStep['kind']): boolean {
  return kind === 'add' || kind === 'rename';
}

function isOfSameRule(step: PlanStep, other: PlanStep): boolean {
  return 'rule' in step && 'rule' in other
    ? step.array === other.array && step.rule === other.rule
    : step.kind === other.kind;
}

/**
 * Explains a live policy that is exactly the console's result of the plan, in one sentence; otherwise
 * undefined.
 */
export type Explanation = (live: LiveDocument) => string | undefined;

/** Rules that a message names; more are counted. */
const mostNamed = 5;

/**
 * The console silently drops rules that use an unknown collection. The live policy is explained when it equals the
 * sent policy except for these rules. Each of these rules must be gone or as before the push.
 */
export function explainDroppedRules(
  kind: PolicyKind,
  plan: PushPlan,
  missing: readonly MissingCollection[],
): Explanation {
  if (missing.length === 0) {
    return () => undefined;
  }
  const expected = new Set(
    (['gone', 'gone if new', 'as before'] as const).map((fate) =>
      canonicalHash(kind, without(kind, plan, missing, fate)),
    ),
  );
  return ({ hash }) =>
    expected.has(hash) ? `It dropped rules with unknown collections: ${named(missing)}.` : undefined;
}

function without(
  kind: PolicyKind,
  { live, next }: PushPlan,
  missing: readonly MissingCollection[],
  fate: 'gone' | 'gone if new' | 'as before',
): JsonObject {
  const form = ruleFormOf(kind);
  const result = new Map(next);
  for (const array of new Set(missing.map((use) => use.array))) {
    const left = new Set(missing.flatMap((use) => (use.array === array ? [use.index] : [])));
    const before = new Map(arrayAt(live, array).map((rule) => [ruleName(rule), rule]));
    const rules = arrayAt(next, array).flatMap((rule, index): JsonValue[] => {
      const old = before.get(ruleName(rule));
      if (!left.has(index)) {
        return [rule];
      }
      const isKept =
        old !== undefined &&
        (fate === 'as before' ||
          (fate === 'gone if new' && canonicalText(old, form) === canonicalText(rule, form)));
      return isKept ? [old] : [];
    });
    result.set(array, rules);
  }
  return result;
}

function named(missing: readonly MissingCollection[]): string {
  return firstLines(
    missing,
    mostNamed,
    ({ rule, collection }) => `rule "${rule}" (collection "${collection}")`,
    (more) => `${more} more`,
  ).join(', ');
}

/** Placeholder for a secret that a push sends in clear and reads back sealed. */
const justSealed = 'sealed by this push';

/**
 * Returns `next` with a placeholder for each secret in clear; `next` itself without such secrets. The console
 * reads `plain` and answers an unpredictable `encrypted`. `body` is the text to send.
 */
export function withoutSecrets(next: JsonObject, body: string): JsonObject {
  // Most pushes send no secret, and searching a text is faster than walking its document.
  return body.includes('"plain"') ? withWord(next, isSent) : next;
}

const isSent = (secret: JsonObject): boolean => isGiven(secret.get('plain'));

/**
 * Returns the live policy with the placeholder for each new seal, after a push of new secrets. A seal from
 * before the push, or one that was sent, is not new. A console with such a seal did not store the new secret.
 */
function withoutSeals(now: JsonObject, sent: JsonObject, before: JsonObject): JsonObject {
  const sentSeals = sealsIn(sent);
  if (!sentSeals.has(justSealed)) {
    return now;
  }
  const old = new Set([...sentSeals, ...sealsIn(before)]);
  const isNew = (secret: JsonObject): boolean =>
    isGiven(secret.get('encrypted')) && !isGiven(secret.get('plain')) && !old.has(secret.get('encrypted'));
  return withWord(now, isNew);
}

function sealsIn(document: JsonObject): Set<JsonValue | undefined> {
  const seals = new Set<JsonValue | undefined>();
  withWord(document, (secret) => {
    seals.add(secret.get('encrypted'));
    return false;
  });
  return seals;
}

/** Returns the same value when no secret is replaced. */
function withWord<T extends JsonValue>(value: T, isReplaced: (secret: JsonObject) => boolean): T;
function withWord(value: JsonValue, isReplaced: (secret: JsonObject) => boolean): JsonValue {
  if (isJsonArray(value)) {
    let items: JsonValue[] | undefined;
    for (const [at, item] of value.entries()) {
      const replaced = withWord(item, isReplaced);
      if (replaced !== item) {
        (items ??= [...value])[at] = replaced;
      }
    }
    return items ?? value;
  }
  if (!isJsonObject(value)) {
    return value;
  }
  if (isSecret(value)) {
    return isReplaced(value) ? new Map([['encrypted', justSealed]]) : value;
  }
  let result: JsonObject = value;
  for (const [key, member] of value) {
    const replaced = withWord(member, isReplaced);
    if (replaced !== member) {
      result = new Map(result).set(key, replaced);
    }
  }
  return result;
}

function isSecret(object: JsonObject): boolean {
  const known = Number(object.has('plain')) + Number(object.has('encrypted'));
  return object.size > 0 && object.size === known;
}

function isGiven(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== '';
}
