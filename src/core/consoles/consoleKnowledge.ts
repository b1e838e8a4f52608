import type { KnownCollections } from '../policy/collections.ts';

export interface KnownCheck {
  readonly title: string;
  readonly type?: string;
  /** low, medium, high or critical. */
  readonly severity?: string;
}

/**
 * What is known of a console beside its policies. What is not known is left out, and whoever needs it then says nothing.
 * The same objects as long as nothing changed.
 */
export interface ConsoleKnowledge {
  readonly collections?: ReadonlySet<string> | undefined;
  /** What each collection names. */
  readonly scopes?: KnownCollections | undefined;
  /** Compliance checks by number. */
  readonly checks?: ReadonlyMap<number, KnownCheck> | undefined;
  /** Custom rules by number. */
  readonly customRules?: ReadonlyMap<number, { readonly name: string; readonly type: string }> | undefined;
  /** What each tag, and each network list, is for. */
  readonly tags?: ReadonlyMap<string, string> | undefined;
  readonly networkLists?: ReadonlyMap<string, string> | undefined;
}
