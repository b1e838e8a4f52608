import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { runToEnd } from '../../util/inSlices.ts';
import { jsonReader } from '../json/splitJson.ts';
import { isBroken, problem, settledProblems } from './problems.ts';
import { yamlReader } from '../yaml/splitYaml.ts';
import { PolicyDocument } from '../policyDocument.ts';
import type { RuleSlice } from '../ruleView.ts';
import {
  isRule,
  type ListPlace,
  type Piece,
  type PolicyFormat,
  type SplitRequest,
  type TextReading,
  unreadable,
} from './pieces.ts';

const anyList = ['rules', 'containerRules', 'hostRules'];

/** The limit is far beyond that of a console; a longer text would take minutes and gigabytes. */
const MAX_RULES = 250_000;
/** The limit is in UTF-16 code units. It applies to one rule, and to all text around the rules, which is one piece. */
const MAX_PIECE_LENGTH = 8 * 1024 * 1024;

/** Reading never throws, whatever the text. */
export function readPolicyText(text: string, spelling: Spelling, kind?: PolicyKind): PolicyDocument {
  return runToEnd(readPolicySteps(text, spelling, kind));
}

/**
 * The function works like `readPolicyText`, in steps of one rule; it yields true before a longer step. `see` gets each
 * rule during its reading, because its value is cheapest at that moment.
 */
export function readPolicySteps(
  text: string,
  spelling: Spelling,
  kind: PolicyKind | undefined,
  see?: (slice: RuleSlice) => void,
): Generator<true | void, PolicyDocument, void> {
  const keys = kind?.arrays.map((array) => array.key) ?? anyList;
  const reader = spelling === 'json' ? jsonReader : yamlReader;
  return readSteps({ spelling, kind, keys, reader }, { text }, see);
}

export function* readSteps(
  format: PolicyFormat,
  request: SplitRequest,
  see?: (slice: RuleSlice) => void,
): Generator<true | void, PolicyDocument, void> {
  const split = yield* takePieces(format, request, { see });
  yield true;
  const document = documentOf(format, request.text, split);
  if (document.isMendable && isBroken(document.problems)) {
    const mended = yield* takePieces(format, { ...request, mends: true }, { see });
    return mended ? documentOf(format, request.text, mended) : document;
  }
  return document;
}

interface PieceLimits {
  /** Sees each rule in the moment it is read, when its value costs the least. */
  readonly see?: ((slice: RuleSlice) => void) | undefined;
  /** The text is the beginning of a longer one. */
  readonly isCut?: boolean;
  /** The function is true at a place from which the rest is known. */
  readonly isKnown?: (place: ListPlace) => boolean;
}

interface TakenPieces {
  readonly pieces: readonly Piece[];
  /** The pieces end here, because the rest is known. */
  readonly known?: number;
}

/**
 * Takes pieces to the end of the text, or to a place that is known, or just beyond `MAX_RULES`. The result is undefined
 * when there are no pieces, or when a cut text ends too early.
 */
export function* takePieces(
  { reader, keys }: PolicyFormat,
  request: SplitRequest,
  { see, isCut = false, isKnown }: PieceLimits,
): Generator<void, TakenPieces | undefined, void> {
  const { text, from } = request;
  const pieces: Piece[] = [];
  const split = reader.split(request, keys);
  let at = from?.at ?? 0;
  let rules = 0;
  for (let step = split.next(); ; step = split.next()) {
    if (step.done) {
      return isCut || step.value === 'whole' ? undefined : { pieces };
    }
    const piece = step.value;
    if (isRule(piece)) {
      if (isKnown?.({ list: piece.list, at }) === true) {
        return { pieces, known: at };
      }
      if (rules++ === MAX_RULES) {
        return { pieces: [...pieces, piece] };
      }
      see?.(piece.slice);
      yield;
    }
    if (isCut && at + piece.reach > text.length) {
      return undefined;
    }
    pieces.push(piece);
    at += piece.text.length;
  }
}

function documentOf(format: PolicyFormat, text: string, split: TakenPieces | undefined): PolicyDocument {
  if (!split) {
    return readWhole(format, text);
  }
  const excess = excessOf(split.pieces);
  if (excess === undefined) {
    return piecesOrWhole(new PolicyDocument(format, split.pieces, { text }));
  }
  // The content of an unread file is unknown, so Ordinance never writes over it.
  const message = `a policy file with ${excess} is not read`;
  const whole = unreadable(problem('too-large', message, { start: 0, end: 1 }, true));
  return new PolicyDocument(format, [{ text, reach: Infinity }], { text, whole });
}

/** Names the limit that these pieces are beyond. */
export function excessOf(pieces: readonly Piece[]): string | undefined {
  let rules = 0;
  let around = 0;
  let longest = 0;
  for (const piece of pieces) {
    const { length } = piece.text;
    rules += Number(isRule(piece));
    around += isRule(piece) ? 0 : length;
    longest = Math.max(longest, length, around);
  }
  return rules > MAX_RULES
    ? `more than ${MAX_RULES} rules`
    : longest > MAX_PIECE_LENGTH
      ? `more than ${MAX_PIECE_LENGTH / 1024 / 1024} Mi characters in one rule, or beside the rules,`
      : undefined;
}

/** The document has rules that cannot be separated, such as YAML in flow style or anchors that rules share. */
function readWhole(format: PolicyFormat, text: string, isMendable = false): PolicyDocument {
  const pieces = [{ text, reach: Infinity, isMendable }];
  return new PolicyDocument(format, pieces, { text, whole: format.reader.readText(text) });
}

/** The result is a document in pieces, or one of the whole text when pieces are not enough. */
export function piecesOrWhole(document: PolicyDocument): PolicyDocument {
  const { fatal, isInPlace } = document.surroundings;
  return (!fatal && !isInPlace) || hasSharedAnchors(document)
    ? readWhole(document.format, document.text, document.isMendable)
    : document;
}

/** A part of the document names an anchor of another part. An alias without an anchor is a mistake of its own rule. */
function hasSharedAnchors({ surroundings, pieces }: PolicyDocument): boolean {
  const named = new Set(surroundings.openAliases);
  for (const piece of pieces) {
    for (const name of isRule(piece) ? (piece.openAliases ?? []) : []) {
      named.add(name);
    }
  }
  named.delete('');
  if (named.size === 0) {
    return false;
  }
  // Texts that only look like an anchor count, too.
  const anchors = new Set<string>();
  for (const { text } of pieces) {
    for (const [, name = ''] of text.matchAll(/&([^ ,[\]{}\r\n\t&"']*)/g)) {
      anchors.add(name);
    }
  }
  return [...named].some((name) => anchors.has(name.split(/[&"']/, 1)[0] as string));
}

/** Reads a file that is no policy, with the problems that a policy file would have. `name` is the file in messages. */
export function readWholeFile(
  text: string,
  spelling: Spelling,
  name: string,
): Pick<TextReading, 'root' | 'problems' | 'fatal'> {
  const { root, problems, fatal } = (spelling === 'json' ? jsonReader : yamlReader).readText(text);
  const settled = settledProblems(problems, (start, end) => text.slice(start, end));
  return {
    root,
    fatal,
    problems: settled.map((problem) => ({
      ...problem,
      message: problem.message.replace('a policy file', name),
    })),
  };
}
