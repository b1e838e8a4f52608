/** Every context key with its initial value. A test compares the list with the manifest. */
export const contextKeyDefaults = {
  /** True after the search for consoles; until then, the workspace may have consoles or none. */
  'ordinance.hasLooked': false,
  /** True when a workspace folder has an `ordinance.yaml` that names a console. */
  'ordinance.hasConsoles': false,
  /** True when an `ordinance.yaml` exists but names no usable console. */
  'ordinance.hasEmptyConsoleFile': false,
  /** True when a console is a sandbox of this computer. */
  'ordinance.hasSandbox': false,
  /** True when a person is signed in to a console. */
  'ordinance.isSignedIn': false,
  /** True when a policy has a file. */
  'ordinance.hasPulled': false,
  /** True when a policy file has content that exists nowhere else. */
  'ordinance.hasEdits': false,
  /** True when a rule is selected in the Policies view. */
  'ordinance.hasSelectedRule': false,
  /** True when one of the selected rules can hold an API specification. */
  'ordinance.hasSelectedApiRule': false,
  /** True for a rule whose affected resources the console lists. */
  'ordinance.hasSelectedListedRule': false,
  /** True when the last edit of a file moved rules, or was another edit of rules by a command. */
  'ordinance.hasMoved': false,
  /** True when a push of this session can be undone. */
  'ordinance.canUndoPush': false,
  /** True when the active plan can be pushed. */
  'ordinance.canPushPlan': false,
  /** True when the active plan is out of date. */
  'ordinance.canRefreshPlan': false,
  /** True when the active plan was pushed and the push can be undone. */
  'ordinance.canUndoPlan': false,
  /** True when a console names an SSPM service. */
  'ordinance.hasPosture': false,
  /** True during a read of an SSPM service. */
  'ordinance.isReadingPosture': false,
  /** True when a merge has unresolved conflicts. */
  'ordinance.isMerging': false,
  /** True when a push of several policies left some policies unpushed. */
  'ordinance.canResumePush': false,
} satisfies Record<`ordinance.${string}`, boolean>;

export type ContextKey = keyof typeof contextKeyDefaults;
