import type { ContextKeys } from '../platform/contextKeys.ts';
import { Emitter } from '../../core/util/emitter.ts';
import type { PolicyTarget } from '../workspace/target.ts';
import type { FeatureServices } from '../featureServices.ts';
import type { MergeSession } from './mergeSession.ts';

/** The merges that wait for a person, one per policy. They live as long as the window. */
export class Merges {
  readonly #contextKeys: ContextKeys;
  readonly #sessions = new Map<string, MergeSession>();
  readonly #changed = new Emitter<MergeSession>();
  /** Fires a merge that began or ended, or whose choices changed. */
  readonly onDidChange = this.#changed.event;

  constructor(contextKeys: ContextKeys) {
    this.#contextKeys = contextKeys;
  }

  get all(): readonly MergeSession[] {
    return [...this.#sessions.values()];
  }

  /** False after the end of a merge, and after another merge of its policy began. A row or a lens may outlive its merge. */
  has(session: MergeSession): boolean {
    return this.#sessions.get(session.id) === session;
  }

  of({ consoleId, policy }: PolicyTarget): MergeSession | undefined {
    return this.#sessions.get(`${consoleId}/${policy}`);
  }

  /** The new merge replaces an older one of the same policy. */
  begin(session: MergeSession): void {
    const before = this.of(session.target);
    this.#sessions.set(session.id, session);
    session.onDidChoose = () => this.#announce(session);
    [...(before ? [before] : []), session].forEach((changed) => this.#announce(changed));
  }

  end(session: MergeSession): void {
    if (this.has(session)) {
      this.#sessions.delete(session.id);
      this.#announce(session);
    }
  }

  #announce(session: MergeSession): void {
    this.#contextKeys.set('ordinance.isMerging', this.#sessions.size > 0);
    this.#changed.fire(session);
  }
}

export interface MergeServices extends FeatureServices {
  readonly merges: Merges;
}
