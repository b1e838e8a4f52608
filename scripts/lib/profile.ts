/**
 * The settings of every profile that these scripts use. Nothing disturbs, and nothing differs between
 * computers.
 */
const quiet = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  // The workbench in a browser saves by itself by default, and no file would ever be dirty.
  'files.autoSave': 'off',
  'git.enabled': false,
  // Ports of other programs on this computer are no topic here.
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** For windows that are tested. Decorations and animations only cost time. */
export const plainEditor = {
  'editor.bracketPairColorization.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.guides.indentation': false,
  // Hints would be in the lines that tests read.
  'editor.inlayHints.enabled': 'off',
  'editor.matchBrackets': 'never',
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.renderLineHighlight': 'none',
  'editor.selectionHighlight': false,
  'workbench.reduceMotion': 'on',
};

export interface ProfileOptions {
  /** False: VS Code asks nothing and stays restricted. */
  readonly trusted: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The user's settings of a profile. */
export function profileSettings(options: ProfileOptions): Record<string, unknown> {
  return {
    ...quiet,
    'security.workspace.trust.enabled': !options.trusted,
    ...(options.trusted ? {} : { 'security.workspace.trust.startupPrompt': 'never' }),
    ...options.settings,
  };
}
