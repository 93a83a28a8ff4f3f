const assignment = 't.innerHTML = html;'

/**
 * Vite plugin that lets Solid run under `require-trusted-types-for 'script'`. Solid's runtime has one
 * sink of its own, where a compiled template becomes DOM; this routes that one assignment through the
 * policy `solid`. Every other innerHTML stays refused by the browser.
 *
 * @returns {import('vite').Plugin}
 */
export function trustedTemplates() {
  return {
    name: 'perigee:trusted-templates',
    apply: 'build',
    transform(code, id) {
      if (!/\/solid-js\/web\/dist\/(?:web|dev)\.js$/.test(id)) return null
      if (code.split(assignment).length !== 2) {
        this.error(`solid-js no longer holds "${assignment}" exactly once: revise ${import.meta.url}.`)
      }
      const policy =
        'const trustedTemplates = globalThis.trustedTypes?.createPolicy("solid", { createHTML: (html) => html });'
      const routed = 't.innerHTML = trustedTemplates ? trustedTemplates.createHTML(html) : html;'
      return { code: `${code.replace(assignment, routed)}\n${policy}\n`, map: null }
    },
  }
}
