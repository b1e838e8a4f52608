import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { JsonFormat } from '../json/jsonFormat.ts';
import type { KnownRules } from '../parser/knownRules.ts';
import { problem } from '../parser/problems.ts';
import type { RecentNodes } from '../parser/ruleSlices.ts';
import { readYamlDocument } from '../yaml/yamlDocument.ts';
import { YamlFormat } from '../yaml/yamlFormat.ts';
import type { Body } from './body.ts';
import type { Layout } from './piece.ts';
import { SplitBody } from './splitBody.ts';
import { WholeBody } from './wholeBody.ts';

const anyList = ['rules', 'containerRules', 'hostRules'];

/** Far beyond what a console takes; reading more would take minutes and gigabytes. */
export const mostRules = 250_000;
/** UTF-16 code units of one rule, and of all that stands beside the rules: it is read as one piece. */
const mostInOne = 8 * 1024 * 1024;

/** Reads a document; yields after every rule, and true before a step that takes longer than a rule. */
export function* readBody(
  text: string,
  spelling: Spelling,
  kind: PolicyKind | undefined,
  recent: RecentNodes,
  known?: KnownRules,
): Generator<true | void, Body, void> {
  const keys = kind?.arrays.map((array) => array.key) ?? anyList;
  if (spelling === 'json') {
    const format = new JsonFormat(recent);
    const layout = yield* upToLimit(format.layout(text, keys, known));
    yield true;
    if (layout === 'too-many' || isTooWide(layout)) {
      return unread(text, keys, layout);
    }
    const none = { around: [text], lists: [] };
    return (
      SplitBody.make(text, layout, format, keys) ??
      SplitBody.make(text, none, format, keys) ??
      new WholeBody(text, undefined, [], keys)
    );
  }
  const format = new YamlFormat(recent);
  const layout = yield* upToLimit(format.layout(text, keys, known));
  yield true;
  if (layout === 'too-many' || (layout && isTooWide(layout))) {
    return unread(text, keys, layout);
  }
  const split = layout && SplitBody.make(text, layout, format, keys);
  if (split) {
    return split;
  }
  const { root, problems } = readYamlDocument(text);
  return new WholeBody(text, root, problems, keys);
}

/** A layout yields after every rule. */
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

function isTooWide({ around, lists }: Layout): boolean {
  return (
    around.reduce((sum, part) => sum + part.length, 0) > mostInOne ||
    lists.some(({ rules }) => rules.some(({ text }) => text.length > mostInOne))
  );
}

/** Nothing of it is known, so nothing is written over it. */
function unread(text: string, keys: readonly string[], layout: Layout | 'too-many'): Body {
  const what =
    layout === 'too-many'
      ? `more than ${mostRules} rules`
      : `more than ${mostInOne / 1024 / 1024} Mi characters in one rule, or beside the rules,`;
  const found = problem('too-large', `a policy file with ${what} is not read`, { start: 0, end: 1 }, true);
  return new WholeBody(text, undefined, [found], keys);
}
