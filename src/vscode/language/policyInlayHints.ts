import type * as vscode from 'vscode';
import { valueHints } from '../../core/assist/completion/knownValues.ts';
import { kindOf } from '../../core/assist/findings/checkPolicy.ts';
import { schemaField } from '../../core/assist/schema/field.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import { inlayHint } from '../platform/languageTexts.ts';
import type { FeatureServices } from '../featureServices.ts';

const setting = 'ordinance.editor.inlayHints';

/** Shows the titles of checks, the severities of thresholds and the time until exceptions end behind their values. */
export function policyInlayHints({
  documents,
  settings,
  lookups,
}: FeatureServices): vscode.InlayHintsProvider {
  return {
    onDidChangeInlayHints: (listener) =>
      new DisposableStore(
        lookups.onDidRead(() => listener()),
        settings.onDidChange((id) => id === setting && listener()),
      ),

    provideInlayHints(document, range) {
      const policy = settings.flag(setting, document.uri) ? documents.current(document) : undefined;
      const shown = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
      const words = lookups.of(document.uri) ?? {};
      const kind = policy && kindOf(policy);
      const rules = (kind ? policy.arrays() : [])
        .flatMap((array) => array.rules)
        .filter((rule) => rule.range.start < shown.end && rule.range.end > shown.start);
      return rules
        .flatMap((rule) => valueHints(rule, schemaField(kind!.shape, 'rule'), shown, words, Date.now()))
        .map(({ offset, text }) => inlayHint(document.positionAt(offset), text));
    },
  };
}
