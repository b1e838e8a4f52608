// The parts of undici that are used: a file of its own in the build, loaded with the first request. The index of undici installs a
// process-wide dispatcher when it is loaded, which other extensions would then use; its parts do not.
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js';
export { default as connect } from 'undici/lib/api/api-connect.js';
