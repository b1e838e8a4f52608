/** Every context key and what it is before anything is known; a test compares the list with the manifest. */
export const contextKeyDefaults = {
  /** The workspace was looked through for consoles; before that nobody knows whether it names any. */
  'ordinance.hasLooked': false,
  /** Some workspace folder has an `ordinance.yaml` that names a console. */
  'ordinance.hasConsoles': false,
  /** An `ordinance.yaml` exists but names no console that can be used. */
  'ordinance.hasEmptyConsoleFile': false,
  /** Some console is a sandbox of this machine. */
  'ordinance.hasSandbox': false,
  /** Somebody is signed in to a console. */
  'ordinance.isSignedIn': false,
  /** Some policy has a file. */
  'ordinance.hasPulled': false,
  /** Some working copy holds what only it holds. */
  'ordinance.hasEdits': false,
  /** A rule is selected in the Policies view. */
  'ordinance.hasSelectedRule': false,
  /** One of those can take an API specification. */
  'ordinance.hasSelectedApiRule': false,
  /** True for a rule whose affected resources the console lists. */
  'ordinance.hasSelectedListedRule': false,
  /** A move of rules, or another edit of them by a command, was the last edit of its file. */
  'ordinance.hasMoved': false,
  /** A push of this session can be undone. */
  'ordinance.canUndoPush': false,
  /** The plan in front can be pushed as it stands. */
  'ordinance.canPushPlan': false,
  /** The plan in front is out of date. */
  'ordinance.canRefreshPlan': false,
  /** The plan in front was pushed, and the push can be undone. */
  'ordinance.canUndoPlan': false,
  /** Some console names an SSPM service. */
  'ordinance.hasPosture': false,
  /** Something is being read from an SSPM service. */
  'ordinance.isReadingPosture': false,
  /** Conflicts of some merge wait for a person. */
  'ordinance.isMerging': false,
  /** A push of several policies left some over. */
  'ordinance.canResumePush': false,
} satisfies Record<`ordinance.${string}`, boolean>;

export type ContextKey = keyof typeof contextKeyDefaults;
