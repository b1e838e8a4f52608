import { PolicyDocument } from '../document/policyDocument.ts';
import { valueOfNode } from '../document/syntaxNode.ts';
import { textChange } from '../document/textChange.ts';
import { canonicalHashSteps, canonicalText } from '../policy/canonical.ts';
import { ruleFormOf } from '../policy/comparisonForm.ts';
import type { PolicyKind, PolicyName } from '../policy/families.ts';
import type { JsonValue } from '../json/json.ts';
import type { WorkingCopy } from './ports.ts';
import { firstProblem, readWorkingCopy } from './readWorkingCopy.ts';
import { pause } from '../util/pause.ts';

/** What the state of a policy asks of its working copy. */
export interface WorkingState {
  /** Canonical; undefined when the text has no single meaning. */
  readonly hash: string | undefined;
  /** Why there is no hash, one sentence. */
  readonly problem: string | undefined;
  /** What a push would be refused for; only when that is looked for. */
  readonly problems?: readonly string[];
}

/** Finds what a push would be refused for, giving way to others. */
export type DocumentCheck = (document: PolicyDocument, kind: PolicyKind) => Promise<readonly string[]>;

interface Reading {
  readonly document: PolicyDocument;
  /** The text that was read, and its state. */
  text: string;
  state: WorkingState;
}

/** Milliseconds of work after which others get their turn. */
const patience = 6;

/**
 * The states of working copies that are asked for again and again while somebody types. Only the rules that changed since
 * the last time are read and put into the comparison form, and nothing holds the thread for long.
 */
export class WorkingStates {
  readonly #readings = new Map<PolicyName, Reading>();
  readonly #turns = new Map<PolicyName, Promise<unknown>>();
  /** Comparison forms of rules, by what was read of them. */
  readonly #forms = new WeakMap<object, string>();
  readonly #check: DocumentCheck | undefined;

  constructor(check?: DocumentCheck) {
    this.#check = check;
  }

  of(kind: PolicyKind, copy: WorkingCopy): Promise<WorkingState> {
    // One after the other: a document changes in place.
    const turn = (this.#turns.get(kind.name) ?? Promise.resolve()).then(() => this.#read(kind, copy));
    this.#turns.set(
      kind.name,
      turn.catch(() => undefined),
    );
    return turn;
  }

  async #read(kind: PolicyKind, copy: WorkingCopy): Promise<WorkingState> {
    const { text, spelling } = copy;
    let reading = this.#readings.get(kind.name);
    if (reading?.text === text && reading.document.spelling === spelling) {
      return reading.state;
    }
    this.#readings.delete(kind.name);
    if (reading?.document.spelling === spelling) {
      reading.document.apply([textChange(reading.text, text)]);
    } else {
      const document = await PolicyDocument.readInSlices(text, spelling, kind, pause);
      reading = { document, text, state: { hash: undefined, problem: undefined } };
    }
    reading.text = text;
    reading.state = await this.#stateOf(kind, copy, reading.document);
    if (this.#check) {
      reading.state = { ...reading.state, problems: await this.#check(reading.document, kind) };
    }
    this.#readings.set(kind.name, reading);
    return reading.state;
  }

  async #stateOf(kind: PolicyKind, copy: WorkingCopy, document: PolicyDocument): Promise<WorkingState> {
    if (document.problems.some(({ fatal }) => fatal)) {
      return { hash: undefined, problem: firstProblem(document, copy.text) };
    }
    const members = document.members();
    const keys = new Set(members.map(({ key }) => key));
    if (!document.range || keys.size < members.length || keys.has('<<')) {
      const { hash, problems } = readWorkingCopy(kind, copy);
      return { hash, problem: hash === undefined ? problems[0] : undefined };
    }
    let until = performance.now() + patience;
    const giveWay = async (): Promise<void> => {
      if (performance.now() > until) {
        await pause();
        until = performance.now() + patience;
      }
    };
    const head = new Map<string, JsonValue>();
    const lists = new Map<string, string[]>();
    for (const member of members) {
      const { key, array } = member;
      if (!array) {
        head.set(key, valueOfNode(member.node()));
        continue;
      }
      const texts: string[] = [];
      for (const { slice } of array.rules) {
        const text = this.#forms.get(slice) ?? canonicalText(slice.value(), ruleFormOf(kind));
        this.#forms.set(slice, text);
        texts.push(text);
        await giveWay();
      }
      lists.set(key, texts);
    }
    const steps = canonicalHashSteps(kind, head, lists);
    for (;;) {
      const step = steps.next();
      if (step.done) {
        return { hash: step.value, problem: undefined };
      }
      await giveWay();
    }
  }
}
