/** Said to commands that also come from the tree: the cursor follows the rule, and the tree keeps out of it. */
export const fromEditor = { in: 'editor' } as const;
