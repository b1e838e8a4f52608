/** Every setting; a test compares the list with the manifest. */
export const settingIds = [
  'ordinance.diagnostics.severity',
  'ordinance.editor.codeLens',
  'ordinance.editor.completion',
  'ordinance.editor.formatting',
  'ordinance.editor.hover',
  'ordinance.history.retentionDays',
  'ordinance.pull.concurrency',
  'ordinance.pull.fullDocuments',
  'ordinance.push.removedSharePercent',
  'ordinance.refresh.intervalMinutes',
  'ordinance.requests.timeoutSeconds',
  'ordinance.sspm.tokenCommands',
  'ordinance.tls.skipVerificationForOrigins',
  'ordinance.tree.followEditor',
] as const;

export type SettingId = (typeof settingIds)[number];
