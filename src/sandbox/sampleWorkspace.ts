/** A file of the sample workspace; `path` is relative to the folder, with slashes. */
interface SampleFile {
  readonly path: string;
  readonly text: string;
}

const consoleFile = (
  url: string,
): string => `# The consoles of this repository. Secrets are never written here: sign in once per console.
consoles:
  sandbox:
    url: ${url}
    sspmUrl: ${url}
    sspmTokenUrl: ${url}/oauth2/access_token
    apiVersion: "34.04"
`;

const guide = (url: string): string => `# A console to play with

This folder belongs to the sandbox: a console that Ordinance runs on this computer, at ${url}.
The sandbox has all 21 policies with made-up data. It forgets your changes when it stops. Nothing leaves this computer.

## Ten minutes

1. **Pull.** Open the *Ordinance* view in the activity bar, select *sandbox*, and choose *Pull Console*. The policies become
   files in \`policies/sandbox\`.
2. **Edit.** Open \`policies/sandbox/compliance/ci-images.policy.yaml\`. Delete the \`name\` of a rule, or all of its collections,
   and read the finding. Undo the edit.
3. **Reorder.** The first rule that matches applies, so order matters. Drag a rule in the view. Or put the cursor into the text of a
   rule and run *Move Rule Up*. Only the text of this rule moves, with its comments.
4. **Repair a shadowed rule.** In \`policies/sandbox/vulnerability/ci-images.policy.yaml\`, one of the last rules is underlined, and one is
   faded. Both cover images of the payments team. The rule \`payments: alert from critical\` further up covers all images of this team, so it
   matches first for both. \`payments-audit: block medium\` would block more: choose the fix of its light bulb that moves it up.
   \`payments-webhooks: alert from critical\` does the same as the rule further up: delete it.
5. **Test.** \`policies/sandbox/compliance/container.policy-test.yaml\` has tests of the policy \`compliance/container\`. Drag the
   last rule of this policy to the top: the Testing view shows each failed test, with an example. Undo the move, and all tests pass.
6. **Preview.** Select an edited policy, run *Push Policy…* and read the plan: the number of changed decisions, then each step, then each
   changed decision. Nothing is sent.
7. **Push.** Press *Push* above the plan. Ordinance saves the live policy as a snapshot, sends your policy once, and reads the live
   policy back.
8. **Undo.** The result of the push is now in the place of the plan. *Undo…* above the result makes a plan that takes the push back.
   Push this plan.
9. **Meet a colleague.** Change a rule and run *Simulate a Colleague's Edit…*. Ordinance now refuses your push and names the change of
   the colleague. *Merge…* brings both changes together. It asks only where both of you changed the same part of a rule.

## The SaaS posture

The sandbox is also an SSPM service, which checks the settings of 60 SaaS applications. Open *SaaS Posture* below the policies. Go from an
application to a failed setting, its control and its ticket. The title of the view has *Show Posture Overview*. In its menu, *Save Posture
Snapshot* writes the posture to a file. *Compare Posture Snapshots…* compares this file with another snapshot, or with the posture now.

## What to try to break

* In a rule, write the name of a collection that does not exist, and push. The console would drop the rule without an error, so
  Ordinance refuses the push.
* Delete all rules of a policy and push. Ordinance asks for the policy's name.
* Write \`format: json\` at the top level of \`ordinance.yaml\`, delete the files in \`policies/\` and pull again. Then repeat the steps above
  with JSON files.
`;

/** All tests pass on the pulled policy, and they fail when the rule for everything moves to the top. */
const tests = `# Tests of this policy. See the Testing view, and "ordinance test".
policy: compliance/container
tests:
  - name: an image of the search docs that is much older than its base is blocked
    every: { collections: [search-docs] }
    expect: { checks: { 5041: block } }
  - name: containers of the ML consumer have a rule of their own
    resource: { image: registry.example/ml-platform/consumer:2.1 }
    expect: { rule: ml-platform-consumer baseline }
  - name: the rules of teams stay above the one for everything
    order: [search-docs baseline, pci-scope baseline, Default - alert on critical and high]
`;

/** Returns the files that "Try the Sandbox" writes into an empty folder, for a sandbox console at `url`. */
export function sampleWorkspaceFiles(url: string): readonly SampleFile[] {
  return [
    { path: 'ordinance.yaml', text: consoleFile(url) },
    { path: 'README.md', text: guide(url) },
    { path: 'policies/sandbox/compliance/container.policy-test.yaml', text: tests },
    { path: '.gitignore', text: '# Bases, snapshots and the push journal of this computer.\n.ordinance/\n' },
  ];
}
