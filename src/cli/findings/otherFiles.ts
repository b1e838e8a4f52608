import path from 'node:path';
import { checkConsoleFile } from '../../core/assist/consoleFile/checkConsoleFile.ts';
import { emptyCollections } from '../../core/assist/findings/emptyCollections.ts';
import { readTestFile } from '../../core/assist/testFile/readTestFile.ts';
import { consoleFileName } from '../../core/consoles/consoleFile.ts';
import { collectionsFileName } from '../../core/document/collections/collectionsText.ts';
import { readCollections } from '../../core/document/collections/readCollections.ts';
import type { Diagnostic } from '../../core/document/diagnostic.ts';
import { LineIndex } from '../../core/document/lineIndex.ts';
import { testSpellingOf } from '../../core/policyTest/testFileName.ts';
import { sentence } from '../../core/util/sentence.ts';
import { findingOf, type Finding } from './finding.ts';

/** The findings of a file that by its name is no policy: consoles, collections, tests; undefined for any other. */
export function otherFindings(file: string, text: string): readonly Finding[] | undefined {
  const diagnostics = diagnosticsOf(file, text);
  const lines = new LineIndex(text);
  return diagnostics?.map((diagnostic) => findingOf(file, diagnostic, lines));
}

function diagnosticsOf(file: string, text: string): readonly Diagnostic[] | undefined {
  const name = path.basename(file);
  const spelling = testSpellingOf(name);
  return name === consoleFileName
    ? checkConsoleFile(text)
    : name === collectionsFileName
      ? collectionsProblem(text)
      : spelling && readTestFile(text, spelling, { path: file }).diagnostics;
}

function collectionsProblem(text: string): readonly Diagnostic[] {
  const { problem } = readCollections(text);
  const range = { start: 0, end: 0 };
  return problem === undefined
    ? emptyCollections(text)
    : [{ code: 'collections-file', severity: 'error', message: sentence(problem), range }];
}
