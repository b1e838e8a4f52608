import type { JsonValue } from '../../json/json.ts';
import { sameValue } from '../../json/sameValue.ts';
import { ExpectedError } from '../../util/errors.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import { joinEdits, type TextEdit } from '../text.ts';
import { editFault, type Fault, type Intended } from './editFaults.ts';
import { lostComment } from './lostComment.ts';
import { repairFault, type Repair } from './repairFault.ts';

/**
 * The one way to an edit of a policy file. What the file is to say is worked out on its data, the edit on its text; the edit is
 * tried on a copy, and answered when the copy says exactly that, with the text of all other rules and every comment as they were.
 * Of several ways the first that does so counts. Throws ExpectedError `unsafe-edit` when there is none; nothing has changed then.
 */
export function verifiedEdit(
  document: PolicyDocument,
  intended: Intended,
  ways: Iterable<() => readonly TextEdit[]>,
): TextEdit[] {
  let first: Fault | undefined;
  for (const way of ways) {
    const edits = joinEdits(way());
    const fault = editFault(document, document.after(edits), intended);
    if (!fault) {
      return edits;
    }
    first ??= fault;
  }
  throw refusal(first);
}

/**
 * The same for repairs of broken text, which has no value as a whole: other rules that could be read say the same, every comment stays,
 * the problem is gone and no other is made.
 */
export function verifiedRepair(
  document: PolicyDocument,
  repair: Repair,
  ways: Iterable<readonly TextEdit[]>,
): TextEdit[] {
  let first: Fault | undefined;
  for (const way of ways) {
    const edits = joinEdits(way);
    if (edits.length > 0) {
      const fault = repairFault(document, document.after(edits), edits, repair);
      if (!fault) {
        return edits;
      }
      first ??= fault;
    }
  }
  throw refusal(first);
}

/** Edits that make the document say `meant`, comments and all. */
export function verifiedWhole(
  document: PolicyDocument,
  meant: JsonValue,
  given: readonly TextEdit[],
): TextEdit[] {
  const edits = joinEdits(given);
  const after = document.after(edits);
  const value = after.value();
  if (value === undefined || !sameValue(value, meant)) {
    throw refusal({ kind: 'value' });
  }
  const comment = lostComment(document, after, []);
  if (comment !== undefined) {
    throw refusal({ kind: 'comments', comment });
  }
  return edits;
}

/** For edits that lay the whole document out anew and change nothing that it says. */
export function verifiedLayout(document: PolicyDocument, given: readonly TextEdit[]): TextEdit[] {
  const edits = joinEdits(given);
  if (edits.length === 0) {
    return edits;
  }
  const fault = editFault(document, document.after(edits), { respelled: true });
  if (fault) {
    const names = fault.kind === 'others' ? ` (${listed(fault.names)})` : '';
    throw new ExpectedError(
      'unsafe-edit',
      fault.kind === 'comments'
        ? `Formatting would lose a comment: ${shown(fault.comment)}`
        : `Formatting would change what the file says${names}.`,
      {
        advice: 'Nothing was formatted. Select single rules and format those, or lay the others out by hand.',
      },
    );
  }
  return edits;
}

/** Why an edit is not made, for people. */
function refusal(fault: Fault | undefined): ExpectedError {
  switch (fault?.kind) {
    case 'others':
      return new ExpectedError('unsafe-edit', `This edit would change ${listed(fault.names)} as well.`, {
        advice:
          'An anchor, an alias or a merge key (<<) connects them with what is edited: write plain values there first.',
      });
    case 'comments':
      return new ExpectedError('unsafe-edit', `This edit would lose a comment: ${shown(fault.comment)}`, {
        advice: 'Make the edit by hand, or move the comment first.',
      });
    case 'broken':
      return new ExpectedError('unsafe-edit', `This edit would break the file: ${fault.message}.`, {
        advice: 'Make the edit by hand.',
      });
    case 'value':
    case undefined:
    default:
      return new ExpectedError('unsafe-edit', 'This edit would say something else than what is meant.', {
        advice:
          'What is edited comes from an anchor, a merge key (<<) or a block scalar with `+`: write plain values there first, or make the edit by hand.',
      });
  }
}

const MAX_NAMED_RULES = 3;

function listed(names: readonly string[]): string {
  const some = names.slice(0, MAX_NAMED_RULES).map((name) => `"${shown(name)}"`);
  const more = names.length - some.length;
  return more > 0 ? `${some.join(', ')} and ${more} more` : some.join(', ');
}

function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
