import type { Command } from './command.ts';
import { equivalent } from './equivalent.ts';
import { evidence, history } from './remote/history.ts';
import { forget } from './remote/forget.ts';
import { match } from './remote/match.ts';
import { merge } from './remote/merge.ts';
import { plan } from './remote/plan.ts';
import { pull } from './remote/pull.ts';
import { push } from './remote/push.ts';
import { restore } from './remote/restore.ts';
import { status } from './remote/status.ts';
import { test } from './test.ts';
import { validate } from './findings/validate.ts';

/** The table of commands, in the order in which they are shown. */
export const commands: readonly Command[] = [
  validate,
  test,
  match,
  equivalent,
  status,
  pull,
  plan,
  push,
  merge,
  restore,
  forget,
  history,
  evidence,
];
