// The index of undici installs a process-wide dispatcher when it is loaded, which other extensions would then use.
// Its parts do not, so they are imported one by one.
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}
