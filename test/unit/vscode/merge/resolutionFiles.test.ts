import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyKind } from '../../../../src/core/policy/families.ts';
import { fromPlain, type JsonObject } from '../../../../src/core/json/json.ts';
import { writeJson } from '../../../../src/core/json/writeJson.ts';
import { useEditor } from '../../../mocks/vscode.ts';

useEditor({});
const { partText, readPart } = await import('../../../../src/vscode/merge/resolutionFiles.ts');

const kind = policyKind('cnns/network');
const rule = fromPlain({ name: 'a', effect: 'alert' }) as JsonObject;

for (const spelling of ['yaml', 'json'] as const) {
  test(`one rule is a policy of its own, in ${spelling}`, () => {
    const text = partText(rule, 'hostRules', spelling);
    assert.match(text, /hostRules/);
    assert.equal(writeJson(readPart(text, 'hostRules', spelling, kind)!), writeJson(rule));
    assert.equal(
      readPart(partText(undefined, 'hostRules', spelling), 'hostRules', spelling, kind),
      undefined,
    );
    const members = partText(fromPlain({ enabled: true }) as JsonObject, undefined, spelling);
    assert.equal(writeJson(readPart(members, undefined, spelling, kind)!), '{"enabled":true}');
  });
}

test('what is not one rule is refused', () => {
  const read = (text: string) => () => readPart(text, 'hostRules', 'yaml', kind);
  assert.throws(read('hostRules:\n  - name: a\n  - name: b\n'), /one rule below hostRules/);
  assert.throws(read('hostRules: ['));
  for (const other of ['hostRule:', 'containerRules:']) {
    assert.throws(
      read(`${other}\n  - name: a\n`),
      /one rule below hostRules/,
      'a mistyped key deletes no rule',
    );
  }
  assert.throws(read('hostRules:\n  - name: a\ncontainerRules:\n  - name: b\n'), /one rule below hostRules/);
  assert.equal(read('hostRules:\n')(), undefined);
  assert.throws(read('hostRules:\n  - effect: alert\n'), /name/);
});
