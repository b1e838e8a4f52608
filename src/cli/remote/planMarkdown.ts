import { effectWords } from '../../core/order/effect/effectOf.ts';
import type { DecisionDifferences } from '../../core/order/decisionDifferences.ts';
import { changeWords, isWeaker, weakerCounts } from '../../core/order/effect/change.ts';
import { exampleWords } from '../../core/order/exampleWords.ts';
import type { RuleConsequence } from '../../core/order/policyConsequences.ts';
import { countLine, stepBlocks } from '../../core/sync/planDocument.ts';
import type { PushPlan } from '../../core/sync/outcomes.ts';
import { planNotes } from '../../core/sync/planNotes.ts';
import { asMarkdown, code, codeBlock, paragraphs, type Markdown } from '../../core/util/markdown.ts';
import { asideWords, nothingAside, type LeftAside } from './leftAside.ts';
import type { Gate } from './weakerGate.ts';
import type { Refusal } from './refusal.ts';

export interface MarkdownPlan {
  readonly console: string;
  readonly plans: readonly (readonly [PushPlan, DecisionDifferences])[];
  readonly refusals: readonly Refusal[];
  readonly gate: Gate | undefined;
  /** Nothing was planned, as there is nothing of it here. */
  readonly noFiles?: boolean;
  readonly aside?: LeftAside;
}

/** More are counted. */
const mostShown = 20;
/** Characters of all steps together: comments on pull requests end at 65,536. */
const mostDetails = 40_000;

/** A plan as a comment on a pull request: counts, what is decided otherwise with what becomes weaker first, steps folded away. */
export function planMarkdown({
  console,
  plans,
  refusals,
  gate,
  noFiles,
  aside = nothingAside,
}: MarkdownPlan): string {
  let room = mostDetails;
  const pieces = plans.flatMap(([plan, told]) => {
    const steps = stepBlocks(plan).join('\n\n');
    const fits = steps.length <= room;
    room -= fits ? steps.length : 0;
    return [
      heading(plan),
      ...planNotes(plan).map((note) => asMarkdown`> ${said(note)}`),
      decided(told),
      fits ? folded('Steps', codeBlock('text', steps)) : asMarkdown`The steps are too long for a comment.`,
    ];
  });
  const isEmpty = plans.length + refusals.length === 0;
  return paragraphs([
    asMarkdown`### Plan for ${code(console)}: ${summary(plans, refusals)}`,
    noFiles
      ? asMarkdown`Nothing to push: no policy has a file here.`
      : isEmpty
        ? asMarkdown`Nothing to push.`
        : undefined,
    gate && gateLine(gate),
    ...refusals.map(refused),
    ...asideWords(aside).map(([about, words]) => asMarkdown`> ${code(about)}: ${said(words)}.`),
    ...pieces,
  ]).text;
}

function summary(plans: MarkdownPlan['plans'], refusals: readonly Refusal[]): string {
  const { weaker, mixed } = weakerCounts(plans.flatMap(([, { differences }]) => differences));
  const parts = [
    plans.length === 1 ? '1 policy changes' : `${plans.length || 'no'} policies change`,
    weaker > 0 && `${decisions(weaker)} weaker`,
    mixed > 0 && `${decisions(mixed)} weaker in one way and stricter in another`,
    refusals.length > 0 && `${refusals.length} refused`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

function decisions(count: number): string {
  return count === 1 ? '1 decision becomes' : `${count} decisions become`;
}

function gateLine({ failOn, held }: Gate): Markdown {
  return asMarkdown`${code(`--fail-on ${failOn}`)} ${held ? asMarkdown`holds` : asMarkdown`does **not** hold`}.`;
}

function refused({ policy, why, messages }: Refusal): Markdown {
  return asMarkdown`**Refused**: ${code(policy)} (${why})\n\n${messages.map((message) => asMarkdown`* ${code(message)}\n`)}`;
}

function heading({ ref, counts, emptiesPolicy }: PushPlan): Markdown {
  const empties = emptiesPolicy && asMarkdown`; **the policy would have no rule**`;
  return asMarkdown`#### ${code(ref.policy)}: ${countLine(counts)}${empties}`;
}

function decided({ differences, notKnown }: DecisionDifferences): Markdown {
  if (differences.length + notKnown.length === 0) {
    return asMarkdown`No decision changes: that is proven.`;
  }
  return asMarkdown`${[
    ...firstOf(differences.map(difference)),
    ...firstOf(notKnown.map((why) => asMarkdown`* not known: ${code(why)}\n`)),
  ]}`;
}

function firstOf(items: readonly Markdown[]): readonly Markdown[] {
  const more = items.length - mostShown;
  return more > 0 ? [...items.slice(0, mostShown), asMarkdown`* and ${more} more\n`] : items;
}

function difference(one: RuleConsequence): Markdown {
  const { from, to, before, after, change, example } = one;
  const word = isWeaker(one) ? asMarkdown`**${changeWords[change]}**` : asMarkdown`${changeWords[change]}`;
  const rule = (name: string | undefined): Markdown =>
    name === undefined ? asMarkdown`no rule` : code(name);
  const rules =
    from && from.name === to?.name ? rule(from.name) : asMarkdown`${rule(from?.name)} → ${rule(to?.name)}`;
  const [was, is] = [effectWords(before), effectWords(after)];
  return asMarkdown`* ${word}: ${rules}: ${said(was === is ? is : `${was} → ${is}`)}, such as ${code(exampleWords(example))}\n`;
}

/** Names of people and numbers of issues would be links, and tell people: as code they are none. */
function said(text: string): Markdown {
  return /[@#]/.test(text) ? code(text) : asMarkdown`${text}`;
}

function folded(title: string, content: Markdown): Markdown {
  return asMarkdown`<details><summary>${title}</summary>\n\n${content}\n\n</details>`;
}
