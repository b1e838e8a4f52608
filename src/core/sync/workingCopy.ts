import { sentence } from '../util/sentence.ts';
import { LineIndex } from '../document/text.ts';
import type { PolicyDocument } from '../document/policyDocument.ts';
import { outlineSteps, valueSteps, valueSharingRules } from '../document/ruleDigests.ts';
import { isJsonArray, isJsonObject, stringAt, type JsonObject } from '../json/json.ts';
import { canonicalHash } from '../policy/canonical.ts';
import type { PolicyKind } from '../policy/families.ts';
import { ExpectedError } from '../util/errors.ts';
import { inSlices, pause } from '../util/inSlices.ts';
import type { StructureProblem } from '../document/reading/problems.ts';
import type { SyncDeps } from './ports.ts';
import type { LiveDocument } from './readLive.ts';
import { updateOf } from '../document/updatedText.ts';
import { mergePolicies } from '../policy/merge/mergePolicies.ts';
import type { Spelling } from '../policy/policyFile.ts';
import { pulledForm } from '../policy/pulledForm.ts';
import type { Bases } from './store/bases.ts';

interface Judgement {
  /** Canonical hash; undefined for a text without a single meaning. */
  readonly hash: string | undefined;
  /** Reasons for the missing hash, or problems that stop a push; one sentence each. */
  readonly problems: readonly string[];
}

/** A policy file with the facts that need no complete value. */
export interface WorkingCopy extends Judgement {
  readonly document: PolicyDocument;
}

/** Problems of the text that its value does not have, because a push writes the text again. */
const spelling: ReadonlySet<string> = new Set(['trailing-comma', 'control-character', 'number-out-of-range']);

const judgements = new WeakMap<PolicyDocument, Promise<Judgement>>();

/** Reads the policy file; undefined without a file. */
export async function workingCopy(
  { copies }: Pick<SyncDeps, 'copies'>,
  kind: PolicyKind,
): Promise<WorkingCopy | undefined> {
  const document = await copies.read(kind);
  return document && judged(kind, document);
}

/** Throws ExpectedError `not-pulled`. */
export function notPulled({ name }: PolicyKind): never {
  throw new ExpectedError('not-pulled', `There is no file for ${name}.`, { advice: 'Pull it first.' });
}

/**
 * Finds hash and problems without the value, in slices; only changed rules are read. The result is cached,
 * because views ask on every keystroke.
 */
export async function judged(kind: PolicyKind, document: PolicyDocument): Promise<WorkingCopy> {
  const judge = async (): Promise<Judgement> =>
    judgementOf(kind, document, await inSlices(outlineSteps(document, kind)));
  const judgement = judgements.get(document) ?? judge();
  judgements.set(document, judgement);
  return { document, ...(await judgement) };
}

/** Returns the value of a policy file, in slices. Parts of `like` with exactly the same text are shared. */
export function valueOf(
  kind: PolicyKind,
  document: PolicyDocument,
  like?: JsonObject,
): Promise<JsonObject | undefined> {
  return inSlices(valueSteps(document, kind, like));
}

/** Returns the value of a policy file. Throws ExpectedError `invalid` for a text without a single meaning. */
export async function policyValue(kind: PolicyKind, document: PolicyDocument): Promise<JsonObject> {
  const value = await valueOf(kind, document);
  if (!value) {
    const { problems } = await judged(kind, document);
    throw new ExpectedError('invalid', problems[0] ?? `${kind.name} cannot be read.`);
  }
  return value;
}

function judgementOf(kind: PolicyKind, document: PolicyDocument, said: JsonObject | undefined): Judgement {
  const structure = described(
    document.problems.filter(({ code }) => !said || !spelling.has(code)),
    document,
  );
  if (!said) {
    return { hash: undefined, problems: structure };
  }
  return { hash: canonicalHash(kind, said), problems: [...structure, ...hardProblems(kind, said)] };
}

/** Returns one sentence for each problem; `problems` must be in text order. */
function described(problems: readonly StructureProblem[], document: PolicyDocument): string[] {
  const last = problems.at(-1);
  if (!last) {
    return [];
  }
  const lines = new LineIndex(document.slice(0, last.range.start + 1));
  return problems.map(
    ({ message, range }) => `line ${lines.position(range.start).line + 1}: ${sentence(message)}`,
  );
}

/**
 * Returns the problems by which a policy goes to a wrong place, or a rule cannot be found again.
 */
function hardProblems(kind: PolicyKind, value: JsonObject): string[] {
  const problems: string[] = [];
  const type = stringAt(value, 'policyType');
  if (kind.identity.field === 'policyType' && type && type !== kind.identity.value) {
    problems.push(`policyType is ${type}, but this is the file of ${kind.identity.value}`);
  }
  for (const { key } of kind.arrays) {
    const rules = value.get(key) ?? null;
    if (rules !== null && !isJsonArray(rules)) {
      problems.push(`${key} is not a list of rules`);
      continue;
    }
    for (const [index, rule] of (rules ?? []).entries()) {
      if (!isJsonObject(rule)) {
        problems.push(`${key} #${index + 1} is not a rule`);
      } else if (!stringAt(rule, 'name')) {
        problems.push(`${key} #${index + 1} has no name`);
      }
    }
  }
  return problems;
}

/** New content of a policy file, and the live policy that it is based on. */
interface FileOverLive {
  /** The file as it was read; undefined for a new file. */
  readonly file: WorkingCopy | undefined;
  /** Canonical hash of the base when the file was read. */
  readonly base: string | undefined;
  readonly live: LiveDocument;
  readonly spelling: Spelling;
  /** The new content; the live policy by default. A file with this content is not written. */
  readonly merged?: JsonObject;
  /** True to write the live policy with all fields that the console fills in. */
  readonly full?: boolean | undefined;
  /** False when only the repository names the base of the file: then the new base is unverified, too. */
  readonly isOwn?: boolean;
}

/**
 * Writes a policy file and moves its base to the live policy. Returns false when a checkout changed the base or
 * the file. The caller has the mutex of the policy. Throws ExpectedError `file-changed` and errors of the disk.
 */
export async function writeFileAndBase(
  { copies, bases }: Pick<SyncDeps, 'copies'> & { readonly bases: Bases },
  kind: PolicyKind,
  { file, base, live, spelling, merged, full, isOwn }: FileOverLive,
): Promise<boolean> {
  // The file may be based on the base that a checkout brought.
  if ((await bases.hash(kind)) !== base) {
    return false;
  }
  const before = file?.document;
  const hash = merged ? canonicalHash(kind, merged) : live.hash;
  const updated = async () => {
    const value = merged ?? pulledForm(kind, live.document, { full });
    await pause();
    return updateOf(before, spelling, value);
  };
  let written: string | undefined;
  // The content of the base comes first and the lock file last. A crash in between never leaves a base that
  // does not belong to the file.
  const kept = bases.keep(kind, live, isOwn);
  if (file?.hash !== hash) {
    const [update] = await Promise.all([updated(), kept]);
    await copies.write(kind, spelling, update, before?.text);
    written = typeof update === 'string' ? update : undefined;
  }
  await kept;
  return bases.move(kind, live, {
    expected: base,
    isMadeFrom: async () =>
      // A text that is still as written needs no comparison; any other text has to be parsed.
      (written !== undefined && (await copies.text(kind)) === written) ||
      (await workingCopy({ copies }, kind))?.hash === hash,
  });
}

/**
 * Returns true when the policy file contains every change from `before` to `live`, perhaps with newer edits.
 * Otherwise the file is still based on `before`, as after a checkout during the push. With `live` as its
 * base, the file would undo the push. `text` is the pushed file.
 */
export async function isMadeFrom(
  context: Pick<SyncDeps, 'copies'>,
  kind: PolicyKind,
  before: JsonObject | undefined,
  live: LiveDocument,
  text?: string,
): Promise<boolean> {
  const now = await context.copies.text(kind);
  const file = now === undefined || now === text ? undefined : await workingCopy(context, kind);
  if (!file) {
    return true;
  }
  const { hash, document } = file;
  if (hash === undefined || !before || hash === live.hash) {
    return hash === live.hash;
  }
  if (hash === canonicalHash(kind, before)) {
    return false;
  }
  const ours = pulledForm(kind, before);
  const theirs = pulledForm(kind, live.document);
  const mine = valueSharingRules(document, kind, ours);
  if (!mine) {
    return false;
  }
  const { merged, open } = mergePolicies(kind, ours, mine, theirs);
  return open.length === 0 && canonicalHash(kind, merged) === hash;
}
