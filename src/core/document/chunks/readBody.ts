import type { PolicyKind } from '../../policy/families.ts';
import type { Spelling } from '../../policy/policyFile.ts';
import { JsonFormat } from '../json/jsonFormat.ts';
import type { KnownRules } from '../parser/knownRules.ts';
import type { RecentNodes } from '../parser/ruleSlices.ts';
import { readYamlDocument } from '../yaml/yamlDocument.ts';
import { YamlFormat } from '../yaml/yamlFormat.ts';
import type { Body } from './body.ts';
import { SplitBody } from './splitBody.ts';
import { WholeBody } from './wholeBody.ts';

const anyList = ['rules', 'containerRules', 'hostRules'];

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
    const layout = yield* format.layout(text, keys, known);
    yield true;
    const none = { around: [text], lists: [] };
    return (
      SplitBody.make(text, layout, format, keys) ??
      SplitBody.make(text, none, format, keys) ??
      new WholeBody(text, undefined, [], keys)
    );
  }
  const format = new YamlFormat(recent);
  const layout = yield* format.layout(text, keys, known);
  yield true;
  const split = layout && SplitBody.make(text, layout, format, keys);
  if (split) {
    return split;
  }
  const { root, problems } = readYamlDocument(text);
  return new WholeBody(text, root, problems, keys);
}
