import { firstMembers } from '../layout/body.ts';
import type { Skeleton } from '../layout/piece.ts';
import { nodeOfTape } from '../reading/fromTape.ts';
import { problemsOfNode } from '../reading/problems.ts';
import { Tape } from '../reading/tape.ts';
import type { SyntaxNode } from '../syntaxNode.ts';
import { readWithLibrary, type LibraryReading } from './libraryYaml.ts';
import { YamlScanner } from './scanYaml.ts';
import { TooDeep } from './yamlDepth.ts';
import { Unsure } from './yamlScalars.ts';
import { tooDeep } from './yamlProblems.ts';

/** What stands around the rules is read with every change of it, so the library gets less than for a whole document. */
const largestText = 256 * 1024;

/** Reads a document of which `lists` were taken out; their rules stood at `marks`. */
export function readYamlSkeleton(
  text: string,
  lists: readonly string[],
  marks: readonly number[],
  keys: readonly string[],
): Skeleton {
  const { root, problems, fatal, entangled } = readDocument(text);
  const found = [...problems];
  if (root) {
    problemsOfNode(root, (each) => found.push(each));
  }
  if (entangled) {
    return { root, problems: found, sound: true, certain: false, matched: false };
  }
  return {
    root,
    problems: found,
    sound: !fatal,
    certain: fatal,
    matched: isMatched(root, lists, marks, keys),
  };
}

function readDocument(text: string): LibraryReading {
  const tape = new Tape();
  try {
    new YamlScanner(text, tape).document(0);
  } catch (error) {
    if (error instanceof Unsure) {
      return readWithLibrary(text, 0, largestText);
    }
    if (error instanceof TooDeep) {
      const problems = [tooDeep({ start: error.at, end: error.at + 1 })];
      return { root: undefined, problems, fatal: true, entangled: false };
    }
    throw error;
  }
  const root = tape.length > 0 ? nodeOfTape(tape, 0, text, 0) : undefined;
  return { root, problems: [], fatal: false, entangled: false };
}

function isMatched(
  root: SyntaxNode | undefined,
  lists: readonly string[],
  marks: readonly number[],
  keys: readonly string[],
): boolean {
  const members = root?.kind === 'object' ? root.members : [];
  const first = firstMembers(members);
  return keys.every((key) => {
    const member = first.get(key);
    const place = lists.indexOf(key);
    if (place < 0) {
      return member?.value.kind !== 'array' || member.value.items.length === 0;
    }
    const mark = marks[place] ?? 0;
    const next = member && members[members.indexOf(member) + 1];
    const empty = member?.value.kind === 'null' && member.value.range.start === member.value.range.end;
    return empty && member.keyRange.end < mark && (!next || next.keyRange.start >= mark);
  });
}
