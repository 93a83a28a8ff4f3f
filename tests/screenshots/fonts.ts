import type { Page } from 'playwright-core'

/** The fonts in which pictures are compared: Debian's package fonts-dejavu-core, which the tests' setup installs. */
const FONTS = { '--face': 'DejaVu Sans', '--mono': 'DejaVu Sans Mono' }

/** Whether this machine has the fonts in which pictures are compared. */
export function hasFonts(page: Page): Promise<boolean> {
  return page.evaluate((names) => {
    const canvas = document.createElement('canvas').getContext('2d')
    const width = (font: string): number => {
      if (canvas === null) return Number.NaN
      canvas.font = `40px ${font}`
      return canvas.measureText('Perigee 0123, waits for you').width
    }
    // A font that is not there is replaced by what stands behind it.
    return names.every((name) => width(`'${name}', serif`) === width(`'${name}', cursive, sans-serif`))
  }, Object.values(FONTS))
}

/** Has the page use them. */
export async function setFonts(page: Page): Promise<void> {
  await page.evaluate((fonts) => {
    for (const [name, font] of Object.entries(fonts)) document.documentElement.style.setProperty(name, `'${font}'`)
  }, FONTS)
}
