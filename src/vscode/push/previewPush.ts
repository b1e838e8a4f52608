import type { PlanOutcome, PushOutcome } from '../../core/sync/outcomes.ts';
import { showDifference } from '../targets/showPolicy.ts';
import type { ChosenPolicy } from '../targets/targets.ts';
import type { Pushing } from './editorPush.ts';
import { ownEdits } from './pushPurpose.ts';
import { pushOne } from './pushPolicy.ts';

/** Opens the diff editor and, in front of it, the plan. Nothing is sent. */
export function previewPush(tools: Pushing, policy: ChosenPolicy): Promise<PlanOutcome | PushOutcome> {
  const { console, kind } = policy;
  return pushOne(
    tools,
    { consoleId: console.id, kinds: [kind], purpose: ownEdits },
    { kind: 'open', beside: ({ liveText }) => showDifference(tools, policy, liveText, { preview: false }) },
  );
}
