import type { IsKnownField } from '../../policy/consoleEdits.ts';
import { documentField, type Field } from './field.ts';

/** The result is also true where the schema allows any field. */
export const isKnownField: IsKnownField = ({ shape }, path) => {
  let field: Field | undefined = documentField(shape);
  for (const step of path) {
    if (typeof step === 'string' && field.open) {
      return true;
    }
    field = field.at([step]);
    if (!field) {
      return false;
    }
  }
  return true;
};
