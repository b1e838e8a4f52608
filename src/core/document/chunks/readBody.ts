import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { JsonSyntax } from '../json/jsonSyntax.ts';
import type { KnownRules } from '../parser/knownRules.ts';
import { isBroken, problem } from '../parser/problems.ts';
import type { RecentNodes, SeeRule } from '../parser/ruleSlices.ts';
import { readYamlDocument } from '../yaml/yamlDocument.ts';
import { YamlSyntax } from '../yaml/yamlSyntax.ts';
import type { Body } from './body.ts';
import type { ChunkedText } from './chunk.ts';
import { ChunkedBody } from './chunkedBody.ts';
import { WholeBody } from './wholeBody.ts';

const anyList = ['rules', 'containerRules', 'hostRules'];

/** Far beyond what a console takes; reading more would take minutes and gigabytes. */
export const mostRules = 250_000;
/** UTF-16 code units of one rule, and of all that stands beside the rules: it is read as one chunk. */
const mostInOne = 8 * 1024 * 1024;

/** Reads a document; yields after every rule, and true before a step that takes longer than a rule. `see` may miss some rules. */
export function* readBody(
  text: string,
  spelling: Spelling,
  kind: PolicyKind | undefined,
  recent: RecentNodes,
  known?: KnownRules,
  see?: SeeRule,
): Generator<true | void, Body, void> {
  const keys = kind?.arrays.map((array) => array.key) ?? anyList;
  if (spelling === 'json') {
    const syntax = new JsonSyntax(recent, see);
    const chunked = yield* upToLimit(syntax.chunked(text, keys, known));
    yield true;
    if (chunked === 'too-many' || isTooWide(chunked)) {
      return unread(text, keys, chunked);
    }
    const none = { outside: [text], lists: [] };
    return (
      ChunkedBody.make(text, chunked, syntax, keys) ??
      ChunkedBody.make(text, none, syntax, keys) ??
      new WholeBody(text, undefined, [], keys)
    );
  }
  const syntax = new YamlSyntax(recent, see);
  const chunked = yield* upToLimit(syntax.chunked(text, keys, known));
  yield true;
  if (chunked === 'too-many' || (chunked && isTooWide(chunked))) {
    return unread(text, keys, chunked);
  }
  const body = (chunked && ChunkedBody.make(text, chunked, syntax, keys)) ?? wholeYaml(text, keys);
  if (chunked?.mayBeMended && isBroken(body.problems())) {
    const mended = yield* upToLimit(syntax.chunked(text, keys, known, true));
    const isRead = mended !== undefined && mended !== 'too-many' && !isTooWide(mended);
    return (isRead && ChunkedBody.make(text, mended, syntax, keys)) || body;
  }
  return body;
}

function wholeYaml(text: string, keys: readonly string[]): Body {
  const { root, problems } = readYamlDocument(text);
  return new WholeBody(text, root, problems, keys);
}

/** A chunked yields after every rule. */
function* upToLimit<T>(reading: Generator<void, T, void>): Generator<void, T | 'too-many', void> {
  for (let rules = 0; rules <= mostRules; rules++) {
    const step = reading.next();
    if (step.done) {
      return step.value;
    }
    yield;
  }
  return 'too-many';
}

function isTooWide({ outside, lists }: ChunkedText): boolean {
  return (
    outside.reduce((sum, part) => sum + part.length, 0) > mostInOne ||
    lists.some(({ rules }) => rules.some(({ text }) => text.length > mostInOne))
  );
}

/** Nothing of it is known, so nothing is written over it. */
function unread(text: string, keys: readonly string[], chunked: ChunkedText | 'too-many'): Body {
  const what =
    chunked === 'too-many'
      ? `more than ${mostRules} rules`
      : `more than ${mostInOne / 1024 / 1024} Mi characters in one rule, or beside the rules,`;
  const found = problem('too-large', `a policy file with ${what} is not read`, { start: 0, end: 1 }, true);
  return new WholeBody(text, undefined, [found], keys);
}
