import type { KnownCollections } from '../policy/collections.ts';

export interface KnownCheck {
  readonly title: string;
  readonly type?: string;
  /** low, medium, high or critical. */
  readonly severity?: string;
}

/** Facts about a console beside its policies; unknown facts are absent. The objects stay the same until a fact changes. */
export interface ConsoleKnowledge {
  readonly collections?: ReadonlySet<string> | undefined;
  /** The contents of each collection. */
  readonly scopes?: KnownCollections | undefined;
  /** Compliance checks by number. */
  readonly checks?: ReadonlyMap<number, KnownCheck> | undefined;
  /** Custom rules by number. */
  readonly customRules?: ReadonlyMap<number, { readonly name: string; readonly type: string }> | undefined;
  /** The purpose of each tag, and of each network list. */
  readonly tags?: ReadonlyMap<string, string> | undefined;
  readonly networkLists?: ReadonlyMap<string, string> | undefined;
}
