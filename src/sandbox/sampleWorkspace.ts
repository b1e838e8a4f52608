/** A file of the sample workspace; `path` is relative to the folder, with slashes. */
export interface SampleFile {
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

This folder belongs to the sandbox: a stand-in console that Ordinance runs on this computer, at
${url}. It holds all 21 policies with made-up data, forgets your changes when it stops, and nothing you do
here reaches anybody else.

## Ten minutes

1. **Pull.** Open the *Ordinance* view in the activity bar, find *sandbox*, and choose *Pull Console*. The
   policies arrive as files in \`policies/sandbox\`.
2. **Edit.** Open \`policies/sandbox/compliance/ci-images.policy.yaml\`. Take the \`name\` away from a rule, or all of
   its collections, and see what is said about it. Undo brings it back.
3. **Reorder.** The first rule that matches decides, so order is meaning. Drag a rule in the tree, or put the cursor
   into it and run *Move Rule Up*. Only the text of that rule moves; comments stay with their rules.
   In \`policies/sandbox/vulnerability/ci-images.policy.yaml\` two of the last rules are marked: the rule for their
   whole team stands above and takes everything that they name. One would block more: its light bulb moves it up. The
   other does the same and can go.
   What \`compliance/container\` is meant to decide is written in \`policies/sandbox/compliance/container.policy-test.yaml\`. Drag
   the last rule of that policy to the top, and the Testing view says what is not so any more, and for which image; undo, and all is green.
4. **Preview.** Run *Preview Push*: every added, removed, changed, moved and renamed rule, before anything is sent.
5. **Push.** Run *Push Policy…*. The console is read again, your plan is shown and confirmed, the old policy is kept as
   a snapshot, and after the push the console is read back to see whether the rules are really there.
6. **Undo.** The notification of a finished push offers to put the old policy back, through the same steps.
7. **Not alone.** Change a rule, run *Simulate a Colleague's Edit…* and let somebody else add, move, edit or delete a rule of live. What you
   push now is refused and says what changed; *Merge…* brings both together, and asks where both of you changed the same.

## The SaaS posture

The sandbox also stands in for an SSPM service with 60 applications. Open *SaaS Posture* below the policies, walk from an
application to a failed setting, its control and its ticket, and run *Show Posture Overview*. *Save Posture Snapshot*
writes a file that *Compare Posture Snapshots…* compares with another one or with now.

## What to try to break

* Name a collection that does not exist in a rule and push: the console would drop that rule without a word, so the
  push stops before it.
* Delete all rules of a policy and push: you are asked to type the policy's name.
* Write \`format: json\` at the top level of \`ordinance.yaml\`, delete the files of \`policies/\`, pull again, and do the
  same in JSON: a file that is there keeps its form.
`;

/** Holds for the policy as it is pulled, and does not any more once the rule for everything is dragged up. */
const tests = `# What this policy is meant to decide. See the Testing view, and "ordinance test".
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

/** What "Try the Sandbox" writes into an empty folder, for a sandbox console at `url`. */
export function sampleWorkspaceFiles(url: string): readonly SampleFile[] {
  return [
    { path: 'ordinance.yaml', text: consoleFile(url) },
    { path: 'README.md', text: guide(url) },
    { path: 'policies/sandbox/compliance/container.policy-test.yaml', text: tests },
    { path: '.gitignore', text: '# Bases, snapshots and the push journal of this computer.\n.ordinance/\n' },
  ];
}
