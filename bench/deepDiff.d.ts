declare module 'deep-diff' {
  const library: { diff(before: object, after: object): readonly object[] | undefined };
  export default library;
}
