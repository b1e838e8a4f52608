import { isCancelled, messageOf } from '../../core/util/errors.ts';
import { effectWords } from '../../core/order/effect/effectOf.ts';
import type { KnownResource } from '../../core/order/decide.ts';
import { decisionsIn, sides } from '../../core/order/decisionsIn.ts';
import { singular } from '../../core/order/example.ts';
import { namesOf } from '../../core/order/orderWords.ts';
import { isRelevant, type PolicyDecision } from '../../core/order/policyDecision.ts';
import { resourceFields } from '../../core/order/typedResource.ts';
import { resourceLists, type KnownCollections } from '../../core/policy/collections.ts';
import type { PolicyKind } from '../../core/policy/families.ts';
import { exitCode, UsageError, type Output } from '../output.ts';
import { kindsNamed, kindsOrPulled, parseCommand, placeOptions, placeUsage } from './arguments.ts';
import { openSide, type Side } from './sides.ts';
import type { Environment } from './environment.ts';

export const decideUsage = `ordinance decide ${placeUsage} [--side ${sides.join('|')}] [--policy POLICY|FAMILY]… ${Object.values(
  resourceFields,
)
  .map((flag) => `[--${flag} X]${flag === 'label' ? '…' : ''}`)
  .join(' ')}`;

const options = {
  ...placeOptions,
  side: { type: 'string', default: 'working' },
  policy: { type: 'string', multiple: true, default: [] as string[] },
  image: { type: 'string' },
  host: { type: 'string' },
  label: { type: 'string', multiple: true },
  namespace: { type: 'string' },
  cluster: { type: 'string' },
  container: { type: 'string' },
  function: { type: 'string' },
  'app-id': { type: 'string' },
  'account-id': { type: 'string' },
} as const;

/** Says for each policy which rule decides for a resource. What is not given of the resource is not known. */
export async function decide(
  args: readonly string[],
  output: Output,
  environment: Environment,
): Promise<number> {
  const { values, positionals } = parseCommand(args, options);
  const side = sides.find((one) => one === values.side);
  if (positionals.length > 0 || !side) {
    throw new UsageError(side ? `what is ${positionals[0]}?` : `--side is one of ${sides.join(', ')}`);
  }
  const resource: KnownResource = Object.fromEntries(
    resourceLists.flatMap((list) => {
      const value = values[resourceFields[list]];
      return value === undefined ? [] : [[list, [value].flat()]];
    }),
  );
  const named = kindsNamed(values.policy);
  if (named.some(({ family }) => family === 'cnns')) {
    throw new UsageError('rules of the network decide for connections, not for a resource');
  }
  const opened = await openSide(side, values, environment, output);
  try {
    const kinds =
      named.length > 0
        ? named
        : (await kindsOrPulled([], opened)).filter((kind) => isRelevant(kind, resource));
    const collections = await opened.collections();
    const { decisions, failed } = await decideAll(kinds, resource, opened, collections, output);
    if (values.json) {
      output.json({ resource: shown(resource), policies: decisions.map(asJson) });
    } else {
      decisions.forEach(([kind, decision]) => output.out(asText(kind, decision)));
      if (kinds.length === 0) {
        output.out('no policy here looks at any of that');
      }
    }
    return failed ? exitCode.problems : exitCode.ok;
  } finally {
    opened.dispose();
  }
}

type Decided = readonly [PolicyKind, PolicyDecision];

async function decideAll(
  kinds: readonly PolicyKind[],
  resource: KnownResource,
  opened: Side,
  collections: KnownCollections,
  output: Output,
): Promise<{ readonly decisions: readonly Decided[]; readonly failed: boolean }> {
  const decisions: Decided[] = [];
  let failed = false;
  for (const kind of kinds) {
    try {
      const document = await opened.document(kind);
      for (const decision of decisionsIn(kind, document, collections, resource)) {
        decisions.push([kind, decision]);
      }
    } catch (error) {
      if (isCancelled(error)) {
        throw error;
      }
      failed = true;
      output.error(`${kind.name}: ${messageOf(error)}`);
    }
  }
  return { decisions, failed };
}

function shown(resource: KnownResource): object {
  return Object.fromEntries(
    resourceLists.flatMap((list) => {
      const value = resource[list];
      return value === undefined ? [] : [[singular[list], list === 'labels' ? value : value[0]]];
    }),
  );
}

function asJson([{ name }, { rule, notKnown }]: Decided): object {
  return {
    policy: name,
    rule: rule?.name ?? null,
    index: rule?.index ?? null,
    notKnown: notKnown.map((one) => one.name),
  };
}

function asText({ name }: PolicyKind, { rule, effect, notKnown, next }: PolicyDecision): string {
  const decides = rule
    ? `"${rule.name}" (#${rule.index + 1}) decides${notKnown.length > 0 ? ', unless a rule above it does' : ''}: ${effectWords(effect)}`
    : notKnown.length > 0
      ? 'no rule decides for certain'
      : `no rule decides: ${effectWords(effect)}`;
  const parts = [
    notKnown.length > 0 && `not known of ${namesOf(notKnown)}${rule ? ' above it' : ''}`,
    rule && next.length > 0 && `${namesOf(next)} would come next`,
  ].filter((part) => typeof part === 'string');
  return [`${name}: ${decides}`, ...parts].join('; ');
}
