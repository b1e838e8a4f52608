import type { Uri } from 'vscode';
import type { PolicyDocument, RuleSlice } from '../../core/document/policyDocument.ts';
import type { Blame } from '../../core/policy/blame.ts';
import { policyKind, type PolicyKind, type PolicyName } from '../../core/policy/families.ts';
import type { LiveDeed, RuleMark } from '../../core/policy/ruleMark.ts';
import type { RuleChanges } from '../../core/sync/ruleChanges.ts';
import { DisposableStore, type Disposable } from '../../core/util/disposable.ts';
import { Emitter, type Event } from '../../core/util/emitter.ts';
import { isCanceled, messageOf } from '../../core/util/errors.ts';
import type { Logger } from '../../core/util/logger.ts';
import type { ConsoleHandle, ConsoleRegistry } from './consoleRegistry.ts';
import type { SyncChange } from './consoleSyncs.ts';

/** A file that is being typed in is compared when the typing rests, just after its state was found. */
const restMs = 450;
/** What is told at once is often told twice. */
const soonMs = 30;

export interface RuleMarksDeps {
  readonly consoles: Pick<ConsoleRegistry, 'get' | 'policyAt' | 'onDidChange'>;
  readonly syncs: {
    of(console: ConsoleHandle): {
      ruleChanges(kind: PolicyKind): Promise<RuleChanges>;
      blame(kind: PolicyKind, array: string, rule: string): Blame | undefined;
      isBusy(policy: PolicyName): boolean;
    };
    readonly onDidChange: Event<SyncChange>;
  };
  readonly files: { readonly onDidChange: Event<SyncChange> };
  /** Tells of the first reading of a file that was opened, too: its rules are none that were marked. */
  readonly documents: { readonly onDidChange: Event<{ readonly uri: Uri }> };
  readonly log: Logger;
}

interface Watched {
  readonly of: SyncChange;
  document: PolicyDocument | undefined;
  marks: ReadonlyMap<RuleSlice, RuleMark>;
  /** All rules that were compared, marked or not. */
  compared: ReadonlySet<RuleSlice>;
  /** Rules of another reading that have a mark until they are compared themselves. */
  readonly lent: Set<RuleSlice>;
  live: readonly LiveDeed[];
  conflicts: number | undefined;
  /** As it was told last. */
  told: string;
  timer: NodeJS.Timeout | undefined;
  /** Counts comparisons: what one that began earlier finds is older than what a later one found. */
  begun: number;
}

/**
 * How the rules of policy files stand to base and live, kept up to date for the policies that somebody looks at. Tree, lenses and
 * marks in the editor share it; no request is made for it.
 */
export class RuleMarks implements Disposable {
  readonly #deps: RuleMarksDeps;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<SyncChange>());
  /** Fires when rules of a policy that was looked at are marked in another way. */
  readonly onDidChange = this.#changed.event;
  readonly #watched = new Map<string, Watched>();
  readonly #ofRules = new WeakMap<RuleSlice, RuleMark>();
  /** Rules of a reading for which a comparison was asked: once is enough, whatever is compared then. */
  readonly #asked = new WeakSet<RuleSlice>();

  constructor(deps: RuleMarksDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.files.onDidChange((change) => this.#again(change, restMs)));
    this.#disposables.add(deps.syncs.onDidChange((change) => this.#again(change, soonMs)));
    // What was found of live may be that of another console, which had the name before.
    this.#disposables.add(
      deps.consoles.onDidChange(() => {
        for (const { of } of this.#watched.values()) {
          this.#again(of, soonMs);
        }
      }),
    );
    this.#disposables.add(
      deps.documents.onDidChange(({ uri }) => {
        const at = deps.consoles.policyAt(uri);
        if (at) {
          this.#again({ consoleId: at.console.id, policy: at.ref.policy }, restMs);
        }
      }),
    );
  }

  /** As it was found last; undefined for a rule that is as it was. */
  ofRule(slice: RuleSlice): RuleMark | undefined {
    return this.#ofRules.get(slice);
  }

  /**
   * The rules of a policy as somebody reads them to draw them. A file is read as other rules than those of its document, so
   * that closing an editor must not take the marks away: what was found last holds until these rules are compared.
   */
  drawn(uri: Uri, document: PolicyDocument): void {
    const at = this.#deps.consoles.policyAt(uri);
    const watched = at && this.#watched.get(`${at.console.id}/${at.ref.policy}`);
    if (!at || !watched?.document) {
      return;
    }
    let isNew = false;
    for (const { key, rules } of document.arrays()) {
      const others = rules.filter(({ slice }) => !watched.compared.has(slice));
      const lastFound = others.length > 0 ? marksByName(watched, key) : undefined;
      for (const { slice } of others) {
        const mark = lastFound?.get(slice.facts.name);
        if (mark) {
          this.#ofRules.set(slice, mark);
          watched.lent.add(slice);
        } else {
          this.#ofRules.delete(slice);
        }
        isNew ||= !this.#asked.has(slice);
        this.#asked.add(slice);
      }
    }
    if (isNew && watched.timer === undefined) {
      this.#again({ consoleId: at.console.id, policy: at.ref.policy }, restMs);
    }
  }

  /** What others did to live since the base, as far as live was read. */
  live(consoleId: string, policy: PolicyName): readonly LiveDeed[] {
    return this.#watched.get(`${consoleId}/${policy}`)?.live ?? [];
  }

  /** How many conflicts a merge would ask about; undefined where that is not known, or nothing was changed on both sides. */
  conflicts(consoleId: string, policy: PolicyName): number | undefined {
    return this.#watched.get(`${consoleId}/${policy}`)?.conflicts;
  }

  /** Who changed a rule of live last, as far as the console told in this session. */
  blame(consoleId: string, policy: PolicyName, array: string, rule: string): Blame | undefined {
    const console = this.#deps.consoles.get(consoleId);
    const kind = policyKind(policy);
    return console && kind && this.#deps.syncs.of(console).blame(kind, array, rule);
  }

  /** Has a policy followed from now on; `onDidChange` tells. */
  look(consoleId: string, policy: PolicyName): void {
    const key = `${consoleId}/${policy}`;
    if (!this.#watched.has(key)) {
      this.#watched.set(key, {
        of: { consoleId, policy },
        document: undefined,
        marks: new Map(),
        compared: new Set(),
        lent: new Set(),
        live: [],
        conflicts: undefined,
        told: '',
        timer: undefined,
        begun: 0,
      });
      this.#again({ consoleId, policy }, 0);
    }
  }

  /** The same, waiting until it was compared. */
  async whenKnown(consoleId: string, policy: PolicyName): Promise<void> {
    this.look(consoleId, policy);
    await this.#compare({ consoleId, policy });
  }

  dispose(): void {
    for (const { timer } of this.#watched.values()) {
      clearTimeout(timer);
    }
    this.#watched.clear();
    this.#disposables.dispose();
  }

  #again(change: SyncChange, wait: number): void {
    const watched = this.#watched.get(`${change.consoleId}/${change.policy}`);
    if (watched) {
      clearTimeout(watched.timer);
      watched.timer = setTimeout(() => {
        watched.timer = undefined;
        void this.#compare(change);
      }, wait);
    }
  }

  /** Never rejects. */
  async #compare(change: SyncChange): Promise<void> {
    const { consoleId, policy } = change;
    const console = this.#deps.consoles.get(consoleId);
    const kind = policyKind(policy);
    const sync = console && this.#deps.syncs.of(console);
    const watched = this.#watched.get(`${consoleId}/${policy}`);
    // The end of what is under way is told.
    if (!kind || !sync || !watched || sync.isBusy(policy)) {
      return;
    }
    const number = ++watched.begun;
    try {
      const changes = await sync.ruleChanges(kind);
      if (number === watched.begun) {
        this.#take(change, changes);
      }
    } catch (error) {
      if (!isCanceled(error)) {
        this.#deps.log.debug(`the rules of ${policy} were not compared: ${messageOf(error)}`);
      }
    }
  }

  #take(change: SyncChange, { document, marks, live, conflicts }: RuleChanges): void {
    const watched = this.#watched.get(`${change.consoleId}/${change.policy}`);
    if (!watched) {
      return;
    }
    for (const slice of [...watched.marks.keys(), ...watched.lent]) {
      this.#ofRules.delete(slice);
    }
    // Whoever drew what was not compared now asks again, and is lent what was found now.
    const isLent = watched.lent.size > 0;
    watched.lent.clear();
    const arrays = document?.arrays() ?? [];
    for (const [slice, mark] of marks) {
      this.#ofRules.set(slice, mark);
    }
    const places = arrays.flatMap(({ key, rules }) =>
      rules.flatMap(({ index, slice }) => (marks.has(slice) ? [[key, index, marks.get(slice)]] : [])),
    );
    const told = JSON.stringify([places, live]);
    // The same marks on rules that were read anew: whoever drew them did not find them then.
    const isAnew = Array.from(marks.keys()).some((slice) => !watched.marks.has(slice));
    const isOther =
      isAnew ||
      isLent ||
      (watched.told !== told && !(watched.told === '' && marks.size === 0 && live.length === 0));
    const compared = new Set(arrays.flatMap(({ rules }) => rules.map(({ slice }) => slice)));
    Object.assign(watched, { document, marks, compared, live, conflicts, told });
    if (isOther) {
      this.#changed.fire(change);
    }
  }
}

/** What was found last of the rules of an array. Of several rules of one name that of the last. */
function marksByName({ document, marks }: Watched, array: string): Map<string | undefined, RuleMark> {
  const rules = document?.array(array)?.rules ?? [];
  return new Map(
    rules.flatMap(({ slice }) => {
      const mark = marks.get(slice);
      return mark ? [[slice.facts.name, mark] as const] : [];
    }),
  );
}
