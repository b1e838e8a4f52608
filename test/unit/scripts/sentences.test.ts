import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesOf, wordsIn } from '../../../scripts/sentences.ts';

test('sentences end at full stops and list items, and not in code, links, tables or versions', () => {
  const page = `# A heading that does not count

Press [the *first* key](keys.md#a.b) now. Run \`a. b\`
in version 1.105 of it. Ready?

- first item of two
- second item

| a cell. | another one. |

\`\`\`sh
ordinance plan. push.
\`\`\`
`;
  assert.deepEqual(sentencesOf(page).map(wordsIn), [5, 7, 4, 2]);
});
