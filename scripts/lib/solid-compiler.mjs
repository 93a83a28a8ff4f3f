/**
 * How the app's JSX is compiled (vite-plugin-solid passes these on, but its types do not know all of them).
 *
 * - `inlineStyles: false`: a style attribute in a template would be refused by `style-src 'self'`; set through CSSOM it
 *   is not.
 * - `wrapConditionals: false`: Solid would make a computation of each condition at every reading of a prop such as
 *   `disabled={a() && b()}`. Read by an event handler nobody owns it, and it reads on after what it reads is gone.
 *   `Show` and `Match` keep computations of their own, so what is drawn by condition is drawn by those.
 */
export const solidCompiler = { generate: /** @type {const} */ ('dom'), inlineStyles: false, wrapConditionals: false }
