import * as vscode from 'vscode';
import { defaultSeverity } from '../../core/assist/findings/catalog.ts';
import { LineIndex } from '../../core/document/lineIndex.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { diagnostic, relatedInformation } from '../platform/languageTexts.ts';
import type { Settings } from '../platform/settings.ts';
import { resultFindings } from './resultFindings.ts';
import type { RanTest, RunningServices } from './runningTests.ts';
import type { RunnerServices } from './testRunner.ts';
import { locationOfRule, rangeIn } from './testPlaces.ts';

/** Failed and unknown tests are problems of their files. */
export class ResultDiagnostics implements Disposable {
  readonly #services: RunnerServices & RunningServices & { readonly settings: Settings };
  readonly #shown = vscode.languages.createDiagnosticCollection('ordinance.policyTests');

  constructor(services: RunnerServices & { readonly settings: Settings }) {
    this.#services = services;
  }

  /** The method shows all tests of one file. */
  async show(uri: vscode.Uri, ran: readonly RanTest[]): Promise<void> {
    const found = await Promise.all(ran.map((one) => this.#diagnosticsOf(one)));
    this.#shown.set(uri, found.flat());
  }

  /** The problems of all other files are removed. */
  keep(uris: readonly vscode.Uri[]): void {
    const kept = new Set(uris.map(String));
    const gone: vscode.Uri[] = [];
    this.#shown.forEach((uri) => {
      if (!kept.has(uri.toString())) {
        gone.push(uri);
      }
    });
    gone.forEach((uri) => this.#shown.delete(uri));
  }

  dispose(): void {
    this.#shown.dispose();
  }

  async #diagnosticsOf(one: RanTest): Promise<readonly vscode.Diagnostic[]> {
    const { found, kind, ran } = one;
    const rule = ran.kind === 'result' ? ran.result.rule : undefined;
    const location = rule && (await locationOfRule(this.#services, found.console, kind, rule));
    const lines = new LineIndex(found.text);
    return resultFindings(one).flatMap(({ code, message, range }) => {
      const severity = this.#services.settings.severities(found.uri)[code] ?? defaultSeverity(code);
      if (severity === 'off') {
        return [];
      }
      const made = diagnostic(rangeIn(lines, range), message, severity, code);
      if (rule && location) {
        made.relatedInformation = [relatedInformation(location, rule.name)];
      }
      return [made];
    });
  }
}
