import { firstLines } from '../../core/util/firstLines.ts';
import type { DecisionDifferences } from '../../core/order/decisionDifferences.ts';
import { changeCounts, changeWords, isWeaker } from '../../core/order/effect/change.ts';
import { exampleWords } from '../../core/order/example.ts';
import { rulesOf, type ChangedDecision } from '../../core/order/policyDecisionChanges.ts';
import { reviewCounts, ruleBlocks } from '../../core/sync/reviewText.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { mainDifference } from '../../core/sync/decisionLines.ts';
import { planFacts } from '../../core/sync/planFacts.ts';
import {
  asMarkdown,
  code,
  codeBlock,
  htmlCode,
  paragraphs,
  type Markdown,
} from '../../core/util/markdown.ts';
import { describeSkipped, noneSkipped, type SkippedPolicies } from './skippedPolicies.ts';
import type { Gate } from './weakerGate.ts';
import { sameReasons, type Refusal } from './refusal.ts';

interface MarkdownPlan {
  readonly console: string;
  readonly plans: readonly (readonly [PushPlan, DecisionDifferences])[];
  readonly refusals: readonly Refusal[];
  readonly gate: Gate | undefined;
  /** True when no policy has a file. */
  readonly noFiles?: boolean;
  readonly skipped?: SkippedPolicies;
}

/** The number of differences that are shown for each policy; the rest are counted. */
const MAX_SHOWN = 20;
/** The length limit of a name or message. */
const MAX_TEXT = 300;
/**
 * The length limit of the report. A comment on a pull request ends at 65,536 characters, with some room for
 * the closing line.
 */
const MAX_REPORT = 60_000;

/**
 * A plan as a comment on a pull request: counts, changed decisions with the weaker ones first, and folded
 * steps.
 */
export function planMarkdown({
  console,
  plans,
  refusals,
  gate,
  noFiles,
  skipped = noneSkipped,
}: MarkdownPlan): string {
  const isEmpty = plans.length + refusals.length === 0;
  return withinLimit([
    asMarkdown`### Plan for ${code(console)}: ${summary(plans, refusals)}`,
    noFiles
      ? asMarkdown`Nothing to push: no policy has a file here.`
      : isEmpty
        ? asMarkdown`Nothing to push.`
        : undefined,
    gate && gateLine(gate),
    ...sameReasons(refusals).map(refusalLines),
    ...describeSkipped(skipped).map(
      ([about, words]) => asMarkdown`> ${clippedCode(about)}: ${withoutMentions(words)}.`,
    ),
    ...plans.flatMap(([plan, differences]) => [
      heading(plan),
      ...planFacts(plan, 'destination', 'decisions').map((line) => asMarkdown`${withoutMentions(line)}`),
      ...planFacts(plan, 'risk', 'note', 'test').map((line) => asMarkdown`> ${withoutMentions(line)}`),
      decisionList(differences),
      ...planFacts(plan, 'warning').map((line) => asMarkdown`> ${withoutMentions(line)}`),
    ]),
    ...plans.map(([plan]) =>
      folded(
        asMarkdown`Steps of ${htmlCode(plan.ref.policy)}`,
        codeBlock(
          'text',
          [planFacts(plan, 'detail'), ...ruleBlocks(plan).map(({ lines }) => lines)]
            .map((lines) => lines.join('\n'))
            .join('\n\n'),
        ),
      ),
    ),
  ]).text;
}

/** The error in place of a plan, so that the comment of an earlier plan does not stay. */
export function failedPlanMarkdown(message: string, advice?: string): string {
  return paragraphs([
    asMarkdown`### Plan: **failed**`,
    clippedCode(message),
    advice === undefined ? undefined : clippedCode(advice),
  ]).text;
}

/** Leaves out each piece that does not fit, and counts them. */
function withinLimit(pieces: readonly (Markdown | undefined)[]): Markdown {
  const all = pieces.filter((piece) => piece !== undefined);
  let length = 0;
  const fitting = all.filter(({ text }) => {
    const fits = length + text.length <= MAX_REPORT;
    length += fits ? text.length + 2 : 0;
    return fits;
  });
  const leftOut = all.length - fitting.length;
  return paragraphs([
    ...fitting,
    leftOut > 0
      ? asMarkdown`**${leftOut} parts of this report are too long for a comment.** See the log of the job.`
      : undefined,
  ]);
}

function clipped(text: string): string {
  return text.length <= MAX_TEXT
    ? text
    : `${text.slice(0, MAX_TEXT).toWellFormed()}… (${text.length} characters)`;
}

function clippedCode(text: string): Markdown {
  return code(clipped(text));
}

function summary(plans: MarkdownPlan['plans'], refusals: readonly Refusal[]): string {
  const { weaker, mixed } = changeCounts(plans.flatMap(([, { differences }]) => differences));
  const parts = [
    `${plans.length === 1 ? '1 policy' : `${plans.length || 'no'} policies`} to push`,
    weaker > 0 && `${weaker} weaker ${decisions(weaker)}`,
    mixed > 0 && `${mixed} ${decisions(mixed)} weaker in one way and stricter in another`,
    refusals.length > 0 && `${refusals.length} refused`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

function decisions(count: number): string {
  return count === 1 ? 'decision' : 'decisions';
}

const gateResults: Readonly<Record<Gate['result'], Markdown>> = {
  passed: asMarkdown`passed`,
  failed: asMarkdown`**failed**`,
  'not checked': asMarkdown`**not checked**, because a policy has no plan`,
};

function gateLine({ failOn, result }: Gate): Markdown {
  return asMarkdown`Gate ${code(`--fail-on ${failOn}`)}: ${gateResults[result]}.`;
}

/** The policies that are refused for the same reason. */
function refusalLines(group: readonly Refusal[]): Markdown {
  const [{ why, messages } = { why: '', messages: [] }] = group;
  const policies = group
    .map(({ policy }) => code(policy))
    .reduce((all, policy) => asMarkdown`${all}, ${policy}`);
  return asMarkdown`**Refused**: ${policies} (${why})\n\n${bullets(messages, clippedCode)}`;
}

function heading({ ref, steps }: PushPlan): Markdown {
  return asMarkdown`#### ${code(ref.policy)}: ${reviewCounts(steps)}`;
}

function decisionList({ differences, notKnown }: DecisionDifferences): Markdown {
  if (differences.length + notKnown.length === 0) {
    return asMarkdown`No decision changes: that is proven.`;
  }
  return asMarkdown`${[
    ...bullets(differences, differenceLine),
    ...bullets(notKnown, (why) => asMarkdown`unknown: ${clippedCode(why)}`),
  ]}`;
}

function bullets<T>(items: readonly T[], line: (item: T) => Markdown): readonly Markdown[] {
  const lines = firstLines(items, MAX_SHOWN, line, (more) => asMarkdown`and ${more} more`);
  return lines.map((text) => asMarkdown`* ${text}\n`);
}

function differenceLine(difference: ChangedDecision): Markdown {
  const { change, example } = difference;
  const { from, to } = rulesOf(difference);
  const word = isWeaker(difference)
    ? asMarkdown`**${changeWords(change)}**`
    : asMarkdown`${changeWords(change)}`;
  const rule = (name: string | undefined): Markdown =>
    name === undefined ? asMarkdown`no rule` : clippedCode(name);
  const rules =
    from && from.name === to?.name ? rule(from.name) : asMarkdown`${rule(from?.name)} → ${rule(to?.name)}`;
  const what = withoutMentions(mainDifference(difference).replaceAll(' -> ', ' → '));
  const exampleText = example ? asMarkdown`. Example: ${clippedCode(exampleWords(example))}` : asMarkdown``;
  return asMarkdown`${word}: ${rules}: ${what}${exampleText}`;
}

/**
 * Writes a text with @ or # as code, because it would otherwise link to people and issues, and notify people.
 */
function withoutMentions(text: string): Markdown {
  return /[@#]/.test(text) ? clippedCode(text) : asMarkdown`${clipped(text)}`;
}

function folded(title: Markdown, content: Markdown): Markdown {
  return asMarkdown`<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}
