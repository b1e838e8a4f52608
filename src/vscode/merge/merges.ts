import type { JsonValue } from '../../core/json/json.ts';
import type { MergeChoice, MergeConflict } from '../../core/policy/merge/mergeConflict.ts';
import type { ContextKeys } from '../platform/contextKeys.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { Emitter } from '../../core/util/emitter.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { MergeSession } from './mergeSession.ts';

/** A row, a lens or a document may outlive its merge, or belong to one that another of the same policy took the place of. */
export function isGoingOn(merges: Pick<Merges, 'get'>, session: MergeSession): boolean {
  return merges.get(session.id) === session;
}

/** The merges whose conflicts wait for a person, by policy. They live as long as the window. */
export class Merges implements Disposable {
  readonly #contextKeys: ContextKeys;
  readonly #sessions = new Map<string, MergeSession>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(contextKeys: ContextKeys) {
    this.#contextKeys = contextKeys;
  }

  get all(): readonly MergeSession[] {
    return [...this.#sessions.values()];
  }

  get(id: string): MergeSession | undefined {
    return this.#sessions.get(id);
  }

  of({ consoleId, policy }: PolicyTarget): MergeSession | undefined {
    return this.#sessions.get(`${consoleId}/${policy}`);
  }

  /** A new merge of the same policy takes the place of the old one. */
  begin(session: MergeSession): void {
    this.#sessions.set(session.id, session);
    this.#tell();
  }

  choose(session: MergeSession, conflict: string, choice: MergeChoice | undefined): void {
    this.chooseAll(session, [conflict], choice);
  }

  chooseAll(session: MergeSession, conflicts: readonly string[], choice: MergeChoice | undefined): void {
    session.chooseAll(conflicts, choice);
    this.#tell();
  }

  /** Settles everything in the rule that a conflict is in. */
  edit(session: MergeSession, conflict: MergeConflict, value: JsonValue | undefined): void {
    session.edit(conflict, value);
    this.#tell();
  }

  end(session: MergeSession): void {
    if (isGoingOn(this, session)) {
      this.#sessions.delete(session.id);
      this.#tell();
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #tell(): void {
    this.#contextKeys.set('ordinance.isMerging', this.#sessions.size > 0);
    this.#changed.fire(undefined);
  }
}
