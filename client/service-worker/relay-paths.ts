/**
 * Addresses that the relay or an operator's proxy answers itself. A navigation to one of them must
 * reach the network: the precached shell would otherwise swallow a proxy's sign-in (`/auth/`) in an
 * installed app, where no address bar leads out again. Tested against path and query.
 */
export const relayPaths: RegExp[] = ['api', 'rooms', 'link', 'auth', 'healthz', 'metrics'].map(
  (name) => new RegExp(`^/${name}(?:[/?]|$)`),
)
