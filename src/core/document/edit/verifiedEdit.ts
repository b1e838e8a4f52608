import type { Spelling } from '../../policy/policyFile.ts';
import { ExpectedError } from '../../util/errors.ts';
import type { PolicyDocument } from '../policyDocument.ts';
import { joinEdits, type TextEdit } from '../text.ts';
import { editFault, type Fault, type IntendedDocument } from './editFaults.ts';
import { repairFault, type Repair } from './repairFault.ts';

/**
 * Every edit of a policy file goes through this function. The intended data comes from the data, and the edit from the
 * text. Each way is tried on a copy. The copy must have the intended data, the text of all other rules, and every
 * comment. The first such way is returned. Throws ExpectedError `unsafe-edit` when every way fails.
 */
export function verifiedEdit(
  document: PolicyDocument,
  intended: IntendedDocument,
  ways: readonly ((closed: boolean) => readonly TextEdit[])[],
): TextEdit[] {
  return firstSound(
    ways.flatMap((way) => closings[document.spelling].map((closed) => () => way(closed))),
    (edits) => editFault(document, document.after(edits), intended),
  );
}

/** The values of `closed` that an edit tries (see `Spot`). */
export const closings: Readonly<Record<Spelling, readonly boolean[]>> = { json: [false], yaml: [false, true] };

/**
 * Broken text has no value as a whole, so a repair is verified by its parts. Other readable rules and all comments
 * stay, the problem is gone, and no new problem appears.
 */
export function verifiedRepair(
  document: PolicyDocument,
  repair: Repair,
  ways: Iterable<readonly TextEdit[]>,
): TextEdit[] {
  return firstSound(
    Array.from(ways, (way) => () => way),
    (edits) => repairFault(document, document.after(edits), edits, repair),
  );
}

function firstSound(
  ways: Iterable<() => readonly TextEdit[]>,
  faultOf: (edits: readonly TextEdit[]) => Fault | undefined,
): TextEdit[] {
  let first: Fault | undefined;
  for (const way of ways) {
    const edits = joinEdits(way());
    const fault = faultOf(edits);
    if (!fault) {
      return edits;
    }
    first ??= fault;
  }
  throw refusal(first);
}

/** These edits change the layout of the whole document, but not its data. */
export function verifiedLayout(document: PolicyDocument, layout: readonly TextEdit[]): TextEdit[] {
  const edits = joinEdits(layout);
  const fault = editFault(document, document.after(edits), { respelled: true });
  if (fault) {
    const names = fault.kind === 'others' ? ` (${listed(fault.names)})` : '';
    throw new ExpectedError(
      'unsafe-edit',
      fault.kind === 'comments'
        ? `Formatting would lose a comment: ${shown(fault.comment)}`
        : `Formatting would change the data of the file${names}.`,
      { advice: 'Nothing was formatted. Format single rules, or format the others by hand.' },
    );
  }
  return edits;
}

/** The error explains to people why the edit was refused. */
function refusal(fault: Fault | undefined): ExpectedError {
  switch (fault?.kind) {
    case 'others':
      return new ExpectedError('unsafe-edit', `This edit would change ${listed(fault.names)} as well.`, {
        advice:
          'An anchor, an alias or a merge key (<<) connects these values with the edited ones. First write plain values there.',
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
      return new ExpectedError(
        'unsafe-edit',
        'Could not make this edit because the result would differ from the intended value.',
        {
          advice:
            'The edited value comes from an anchor, a merge key (<<) or a block scalar with `+`. First write plain values there, or make the edit by hand.',
        },
      );
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
