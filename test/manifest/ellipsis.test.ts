import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest, strings } from './manifest.ts';

/** What is asked before a command does what it says: its title ends with three dots for that, and for nothing else. */
const asked: Readonly<Record<string, string>> = {
  'agentless.showResources': 'which configuration',
  'apiSpecification.resolve': 'which specification',
  'baseImages.add': 'which image',
  'baseImages.delete': 'which image, and whether',
  'baseImages.download': 'where to',
  'collections.add': 'its name and scope',
  'collections.delete': 'which one, and whether',
  'collections.edit': 'which one, and its scope',
  'collections.showUses': 'which one',
  'commandLine.install': 'how to go on',
  'conflict.edit': 'the value',
  'console.add': 'address and access key',
  'console.signIn': 'the access key',
  'history.exportEvidence': 'where to',
  'history.restore': 'which state',
  'list.show': 'which list',
  'merge.cancel': 'whether to give up what was chosen',
  'networkLists.add': 'its name and addresses',
  'networkLists.delete': 'which one, and whether',
  'networkLists.edit': 'which one, and its addresses',
  'plan.undo': 'whether, in the plan',
  'policies.pushEdited': 'whether, in the plan',
  'policies.resumePush': 'whether, in the plan',
  'policy.addTest': 'which resource',
  'policy.discard': 'whether',
  'policy.forget': 'whether',
  'policy.merge': 'whose value, in the merge',
  'policy.override': 'the name of the policy',
  'policy.push': 'whether, in the plan',
  'policy.undoPush': 'whether, in the plan',
  'posture.addIntegration': 'which application',
  'posture.addIssue': 'which ticket',
  'posture.compareSnapshots': 'which two',
  'posture.filter': 'for what',
  'posture.signIn': 'how, and the credentials',
  'rule.add': 'its name, scope and place',
  'rule.addHere': 'its name and scope',
  'rule.addTest': 'what it means',
  'rule.find': 'which rule',
  'rule.move': 'where to',
  'rule.rename': 'the name',
  'rule.whichRuleApplies': 'for which resource',
  'sandbox.simulateEdit': 'what the colleague does',
};

test('three dots stand where something is asked, and nowhere else', () => {
  const dotted = manifest.contributes.commands
    .filter(({ title }) => strings[title.slice(1, -1)]?.endsWith('…'))
    .map(({ command }) => command.slice('ordinance.'.length));
  assert.deepEqual(dotted.toSorted(), Object.keys(asked).toSorted());
  for (const { title } of manifest.contributes.commands) {
    assert.doesNotMatch(strings[title.slice(1, -1)] ?? '', /\.\.\./, title);
  }
});
