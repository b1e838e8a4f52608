import * as vscode from 'vscode';
import type { Severities } from '../../core/assist/findings/shownDiagnostics.ts';
import type { FixData } from '../../core/assist/findings/finding.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { DisposableOwner, type Disposable } from '../../core/util/disposable.ts';
import type { Settings } from '../platform/settings.ts';
import { readFileSync } from 'node:fs';
import { diagnostic as diagnosticOf, relatedInformation } from '../platform/languageTexts.ts';
import { toRange } from '../workspace/textFiles.ts';
import type { ShownFinding } from '../workspace/shownFinding.ts';
import { policyLanguages, resolutionScheme } from '../workspace/policyDocuments.ts';

/** Files of one kind, which are checked whole. */
interface CheckedFiles {
  /** The name of the collection of problems. */
  readonly collection: string;
  readonly selector: vscode.DocumentSelector;
  /** Checks the text of a document as it is typed, too. */
  readonly followsTyping?: boolean;
  /** Undefined: the findings are unknown, so the earlier ones stay. */
  check(document: vscode.TextDocument, severities: Severities): readonly Diagnostic[] | undefined;
  /** The fixes of a finding, where they depend on more than the finding. */
  fixes?(
    document: vscode.TextDocument,
    finding: Diagnostic,
    signal: AbortSignal,
  ): Promise<readonly FixData[] | undefined>;
}

/** Underlines the problems of open files of one kind. */
export class FileDiagnostics extends DisposableOwner {
  readonly #settings: Settings;
  readonly #pages: CodePages;
  readonly #files: CheckedFiles;
  readonly #shown: vscode.DiagnosticCollection;
  readonly #timers = this.disposables.add(new RestingTimer());

  constructor(settings: Settings, pages: CodePages, files: CheckedFiles) {
    super();
    this.#settings = settings;
    this.#pages = pages;
    this.#files = files;
    this.#shown = this.disposables.add(vscode.languages.createDiagnosticCollection(files.collection));
    this.disposables.addAll(
      vscode.workspace.onDidOpenTextDocument((document) => this.check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (files.followsTyping && contentChanges.length > 0) {
          this.checkSoon(document);
        }
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#timers.cancel(uri.toString());
        this.#shown.delete(uri);
      }),
      settings.onDidChange((id) => {
        if (id.startsWith('ordinance.diagnostics.')) {
          vscode.workspace.textDocuments.forEach((document) => this.check(document));
        }
      }),
    );
    vscode.workspace.textDocuments.forEach((document) => this.check(document));
  }

  check(document: vscode.TextDocument): void {
    if (this.disposables.isDisposed || document.isClosed || !isSelected(this.#files.selector, document)) {
      return;
    }
    const { uri } = document;
    const findings = this.#files.check(document, this.#settings.severities(uri));
    if (findings) {
      const shown = this.#pages.diagnostics(document, findings, async (finding, signal) =>
        this.#files.fixes?.(document, finding, signal),
      );
      this.#shown.set(uri, shown);
    }
  }

  /** Checks at once where that is quick, else when the typing rests. */
  checkSoon(document: vscode.TextDocument): void {
    if (isSelected(this.#files.selector, document)) {
      this.#timers.run(document.uri.toString(), () => this.check(document));
    }
  }
}

/** Files people edit: not the read-only documents of plans and live policies, not the other side of a diff. */
const schemes = ['file', 'untitled', 'vscode-remote', resolutionScheme];

export const policySelector: vscode.DocumentSelector = policyLanguages.flatMap((language) =>
  schemes.map((scheme) => ({ language, scheme })),
);

export const consoleFileSelector = selectorOf('**/ordinance.yaml');

export const testFileSelector = selectorOf('**/*.policy-test.{json,yaml,yml}');

export function isSelected(selector: vscode.DocumentSelector, document: vscode.TextDocument): boolean {
  return vscode.languages.match(selector, document) > 0;
}

function selectorOf(pattern: string): vscode.DocumentSelector {
  return schemes.map((scheme) => ({ scheme, pattern }));
}

/** The longest wait, also for slower work. */
const MAX_MS = 500;
/** Work within the time of a frame runs after every keystroke. */
const quickMs = 8;

/**
 * Runs the work of a key. Work that was quick the last time runs at once, before other reactions to the same keystroke.
 * Slower work waits for a pause in typing, in proportion to its last duration.
 */
export class RestingTimer implements Disposable {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #took = new Map<string, number>();

  run(key: string, work: () => void): void {
    clearTimeout(this.#timers.get(key));
    const took = this.#took.get(key) ?? 0;
    if (took <= quickMs) {
      this.#now(key, work);
    } else {
      const wait = Math.min(MAX_MS, Math.round(took * 3));
      this.#timers.set(
        key,
        setTimeout(() => this.#now(key, work), wait),
      );
    }
  }

  cancel(key: string): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#took.delete(key);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) {
      clearTimeout(timer);
    }
    this.#timers.clear();
  }

  #now(key: string, work: () => void): void {
    this.#timers.delete(key);
    const begin = performance.now();
    work();
    this.#took.set(key, performance.now() - begin);
  }
}

/** The places at which `docs/diagnostics.md`, which comes with the extension, describes each code. */
export class CodePages {
  readonly #page: vscode.Uri;
  readonly #lines: ReadonlyMap<string, number>;

  constructor(extensionUri: vscode.Uri) {
    this.#page = vscode.Uri.joinPath(extensionUri, 'docs', 'diagnostics.md');
    this.#lines = headings(readFileSync(this.#page.fsPath, 'utf8'));
  }

  /** Findings as the editor shows them; the code of each leads to its page. */
  diagnostics(
    document: vscode.TextDocument,
    findings: readonly Diagnostic[],
    fixes?: (finding: Diagnostic, signal: AbortSignal) => Promise<readonly FixData[] | undefined>,
  ): ShownFinding[] {
    const { version } = document;
    return findings.map((finding) => {
      const line = this.#lines.get(finding.code);
      const page = line === undefined ? undefined : this.#page.with({ fragment: `L${line}` });
      return Object.assign(toDiagnostic(document, finding, page), {
        finding,
        isOf: (now: vscode.TextDocument) => now.version === version,
        ...(fixes && { fixes: (signal: AbortSignal) => fixes(finding, signal) }),
      });
    });
  }
}

/** Line numbers, counted from 1, of headings that are one code. */
export function headings(markdown: string): Map<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of markdown.split('\n').entries()) {
    const match = /^#+ `([a-z0-9-]+)`\s*$/.exec(line);
    if (match?.[1] !== undefined) {
      lines.set(match[1], index + 1);
    }
  }
  return lines;
}

const tags = { unnecessary: 'Unnecessary', deprecated: 'Deprecated' } as const;

/** A finding as the editor shows it; its code leads to `page`. */
function toDiagnostic(
  document: vscode.TextDocument,
  finding: Diagnostic,
  page: vscode.Uri | undefined,
): vscode.Diagnostic {
  const diagnostic = diagnosticOf(
    toRange(document, finding.range),
    finding.message,
    finding.severity,
    finding.code,
  );
  if (page) {
    diagnostic.code = { value: finding.code, target: page };
  }
  if (finding.tags) {
    diagnostic.tags = finding.tags.map((tag) => vscode.DiagnosticTag[tags[tag]]);
  }
  if (finding.related) {
    diagnostic.relatedInformation = finding.related.map(({ message, range }) =>
      relatedInformation(new vscode.Location(document.uri, toRange(document, range)), message),
    );
  }
  return diagnostic;
}
