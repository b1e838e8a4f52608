import path from 'node:path';
import { kindOfDocument } from '../core/document/policyDocument.ts';
import { decisionDifferences } from '../core/order/decisionDifferences.ts';
import { plainChange } from '../core/order/effect/change.ts';
import { isProven } from '../core/order/policyDecisionChanges.ts';
import type { JsonObject } from '../core/json/json.ts';
import type { PolicyKind } from '../core/policy/families.ts';
import { judged, valueOf } from '../core/sync/workingCopy.ts';
import { readFailureReason, ExpectedError, isExpected } from '../core/util/errors.ts';
import { defineCommand, type Environment } from './command.ts';
import { readCollections } from '../core/document/collectionsText.ts';
import {
  collectionsReader,
  type CollectionsOfFile,
  documentOfFile,
  kindOfPath,
  policyFileText,
} from './findings/policyFiles.ts';
import { exitCode } from './output.ts';
import { kindNamed, placeOptions } from './remote/arguments.ts';
import { decisionLine } from '../core/sync/decisionLines.ts';
import { differenceAsData } from './remote/weakerGate.ts';
import { readFile } from 'node:fs/promises';
import { Programs } from '../core/sync/programs.ts';
import { readGit } from '../core/sync/store/git.ts';
import { silentLogger } from '../core/util/logger.ts';
import { repositoryAround } from './namedFile.ts';

/**
 * Proves that two files of one policy act identically, or shows the differences. The names and positions of
 * rules may differ.
 */
export const equivalent = defineCommand({
  name: 'equivalent',
  summary: 'proves that two files of one policy act identically, or shows the differences',
  operands: '<A> <B>',
  details:
    'A and B are files of one policy. The exit code is 0 if they are proven to act identically, and 4 otherwise.',
  options: {
    ...placeOptions,
    collections: {
      argument: 'FILE',
      description:
        'the collections.yaml to use, such as the one of the main branch (default: beside A, then B)',
    },
    policy: {
      argument: 'POLICY',
      description:
        'the policy of the files, such as vulnerability/images (default: from their path or content)',
    },
  },
  examples: [
    [
      'ordinance equivalent old.policy.yaml policies/prod-eu/vulnerability/images.policy.yaml',
      'checks a change that should only reorder rules',
    ],
  ],
  async run({ values, positionals, output, environment }) {
    const [first = '', second = ''] = positionals;
    const named = values.policy === undefined ? undefined : kindNamed(values.policy);
    const top = await repositoryAround(environment.folder);
    const read = async (name: string): Promise<NamedText> => {
      const file = path.resolve(environment.folder, name);
      return { file, text: await textOf(top, file) };
    };
    const texts = await Promise.all([read(first), read(second)]);
    const kind = named ?? commonKind(texts);
    const before = await contentOf(texts[0], kind);
    const after = await contentOf(texts[1], kind);
    const source =
      values.collections === undefined
        ? await collectionsBeside(texts, collectionsReader(values, environment))
        : collectionsIn(await read(values.collections));
    const { differences, notKnown } = decisionDifferences(kind, before, after, source.collections);
    const differing = differences.filter(({ change }) => change !== plainChange.same);
    const isEquivalent = differing.some(isProven)
      ? false
      : differing.length + notKnown.length > 0
        ? undefined
        : true;
    const collections =
      source.file === undefined
        ? undefined
        : {
            file: path.relative(environment.folder, source.file) || source.file,
            // A file that a person named is not compared.
            comparedWithBase:
              values.collections === undefined ? await compareWithBase(source.file, environment) : 'unknown',
          };
    output.out(
      collections
        ? `collections: ${collections.file}`
        : 'collections: none found, compared by their names only',
    );
    if (collections?.comparedWithBase === 'different') {
      output.error(
        `warning: ${collections.file} differs from the main branch. Pass the main branch's file with --collections to trust the result.`,
      );
    }
    differing.forEach((difference) => output.problem(decisionLine(difference)));
    notKnown.forEach((why) => output.problem(`unknown: ${why}`));
    output.out(
      isEquivalent
        ? 'proven: both files act identically'
        : isEquivalent === false
          ? 'different: the files act differently'
          : 'not proven: the files may act differently',
    );
    for (const same of isEquivalent ? differences : []) {
      output.detail(`another rule: ${decisionLine(same)}`);
    }
    return {
      code: isEquivalent ? exitCode.ok : exitCode.gate,
      document: {
        policy: kind.name,
        equivalent: isEquivalent ?? null,
        differences: differing.map(differenceAsData),
        unknown: notKnown,
        collections: collections ?? null,
      },
    };
  },
});

interface NamedText {
  /** The absolute path of the file. */
  readonly file: string;
  readonly text: string;
}

/** Throws ExpectedError `collections-file`. */
function collectionsIn({ file, text }: NamedText): CollectionsOfFile {
  const { collections, problem } = readCollections(text);
  if (!collections) {
    throw new ExpectedError('collections-file', `Could not read the collections of ${file}: ${problem}.`, {
      advice: 'Name a collections.yaml that "ordinance pull --collections" wrote.',
    });
  }
  return { collections, file };
}

/** Throws ExpectedError. */
async function textOf(top: string, file: string): Promise<string> {
  try {
    return await policyFileText(top, file);
  } catch (error) {
    if (isExpected(error)) {
      throw error;
    }
    throw new ExpectedError('unreadable', `${file} cannot be read: ${readFailureReason(error)}.`);
  }
}

/** The policy of both files, from their paths or their content. Throws ExpectedError. */
function commonKind(texts: readonly NamedText[]): PolicyKind {
  const kinds = texts.map(({ file, text }) => kindOfPath(file) ?? kindOfDocument(documentOfFile(file, text)));
  const [kind, ...others] = [...new Set(kinds.filter((candidate) => candidate !== undefined))];
  if (!kind || others.length > 0) {
    throw new ExpectedError(
      'which-policy',
      kind
        ? `The files are of different policies: ${[kind, ...others].map(({ name }) => name).join(', ')}.`
        : 'The policy of the files is unknown.',
      { advice: 'Name the policy with --policy.' },
    );
  }
  return kind;
}

/** Reads a policy that a push could send. Throws ExpectedError for any other. */
async function contentOf({ file, text }: NamedText, kind: PolicyKind): Promise<JsonObject> {
  const document = documentOfFile(file, text, kind);
  const value = await valueOf(kind, document);
  if (!value || !kind.arrays.some(({ key }) => value.has(key))) {
    const { problems } = await judged(kind, document);
    throw new ExpectedError(
      'invalid',
      `${file} cannot be compared: ${problems[0] ?? 'it has no list of rules.'}`,
      {
        advice: 'See "ordinance validate".',
      },
    );
  }
  return value;
}

/** The collections that are saved beside the first file, else beside the second. */
async function collectionsBeside(
  texts: readonly NamedText[],
  collectionsOf: (file: string) => Promise<CollectionsOfFile>,
): Promise<CollectionsOfFile> {
  for (const { file } of texts) {
    const known = await collectionsOf(file);
    if (known.collections.size > 0) {
      return known;
    }
  }
  return { collections: new Map() };
}

/**
 * Git refs for the start of a pull request, from the variables of pipelines, then the main branch of the
 * remote.
 */
function baseRefs(variables: Environment['variables']): readonly string[] {
  const target = variables['GITHUB_BASE_REF'];
  const commit = variables['CI_MERGE_REQUEST_DIFF_BASE_SHA'];
  return [...(target ? [`origin/${target}`] : []), ...(commit ? [commit] : []), 'origin/HEAD', 'origin/main'];
}

/** The comparison of a file with the base in git; `unknown` without a base. */
type ComparedWithBase = 'same' | 'different' | 'unknown';

/**
 * Compares a file with its version at the base of a change. A file that the base lacks is different, because
 * a change must not add the collections that prove it.
 */
async function compareWithBase(file: string, environment: Environment): Promise<ComparedWithBase> {
  const folder = path.dirname(file);
  const text = await readFile(file, 'utf8');
  const programs = new Programs({
    mayRun: () => true,
    workspaces: () => [folder],
    variables: environment.variables,
  });
  const git = (...args: readonly string[]): Promise<string | undefined> =>
    readGit({ folder, programs, logger: silentLogger }, args);
  for (const ref of baseRefs(environment.variables)) {
    const base = (await git('merge-base', 'HEAD', ref))?.trim();
    if (base) {
      const before = await git('cat-file', 'blob', `${base}:./${path.basename(file)}`);
      return before !== undefined && withUnixLineEnds(before) === withUnixLineEnds(text)
        ? 'same'
        : 'different';
    }
  }
  return 'unknown';
}

function withUnixLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
