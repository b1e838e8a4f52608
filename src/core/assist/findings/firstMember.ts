import { verifiedWhole } from '../../document/edit/verifiedEdit.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { setMember } from '../../document/ruleEdits.ts';
import type { TextEdit } from '../../document/text.ts';
import { yamlFlowString } from '../../document/yaml/yamlString.ts';
import { passOnUnexpected } from '../../util/errors.ts';

/** Makes a member that is not there the first one of the document, below the comments at its top; at its end where that cannot be. */
export function firstMember(doc: PolicyDocument, key: string, text: string): TextEdit[] {
  const [first] = doc.members();
  const value = doc.value();
  const at = first?.keyRange.start ?? 0;
  const before = doc.slice(0, at);
  const gap = before.slice(before.trimEnd().length);
  if (first && value) {
    const written =
      doc.spelling === 'json'
        ? `${JSON.stringify(key)}: ${JSON.stringify(text)},${gap || ' '}`
        : `${key}: ${yamlFlowString(text)}${doc.text.includes('\r\n') ? '\r\n' : '\n'}`;
    try {
      return verifiedWhole(doc, new Map([[key, text], ...value]), [{ start: at, end: at, text: written }]);
    } catch (error) {
      // A mapping in braces, say.
      passOnUnexpected(error);
    }
  }
  return setMember(doc, undefined, [key], text);
}
