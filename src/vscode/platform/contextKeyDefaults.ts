/** Every context key and what it is before anything is known; a test compares the list with the manifest. */
export const contextKeyDefaults = {
  /** The workspace was looked through for consoles; before that nobody knows whether it names any. */
  'ordinance.hasLooked': false,
  /** Some workspace folder has an `ordinance.yaml` that names a console. */
  'ordinance.hasConsoles': false,
  /** An `ordinance.yaml` exists but names no console that can be used. */
  'ordinance.hasEmptyConsoleFile': false,
  /** A push of this session can be undone. */
  'ordinance.canUndoPush': false,
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
