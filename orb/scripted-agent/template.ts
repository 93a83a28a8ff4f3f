import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const INDEX = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Harbour notes</title>
    <link rel="stylesheet" href="styles.css" />
  </head>
  <body>
    <main>
      <header>
        <h1>Harbour notes</h1>
        <p>What the tide brought in, and when it goes out again.</p>
      </header>
      <section>
        <h2>Today</h2>
        <p>High water at ten past six. Light wind from the west.</p>
      </section>
      <section>
        <h2>This week</h2>
        <p>The ferry keeps its winter times until Sunday.</p>
      </section>
    </main>
  </body>
</html>
`

const STYLES = `:root {
  --accent: #1f5f8b;
  --columns: 1fr;
}

body {
  margin: 0;
  padding: 2rem 1rem;
  font: 1rem/1.6 system-ui, sans-serif;
  color: #1c1f23;
  background: #fbfaf7;
}

main {
  display: grid;
  grid-template-columns: var(--columns);
  gap: 1.5rem 2rem;
  max-width: 56rem;
  margin: 0 auto;
}

header {
  grid-column: 1 / -1;
  border-bottom: 0.25rem solid var(--accent);
}

h1,
h2 {
  line-height: 1.2;
  color: var(--accent);
}
`

const CHECK = `// Looks at the page and prints what it finds. Ends with 1 where something is wrong.
import { readFileSync } from 'node:fs'

const page = readFileSync(new URL('index.html', import.meta.url), 'utf8')
const styles = readFileSync(new URL('styles.css', import.meta.url), 'utf8')
const headings = [...page.matchAll(/<h1[^>]*>([^]*?)<\\/h1>/g)].map((match) => match[1].trim())

const checks = [
  ['the page has a language', /<html[^>]* lang="[a-z]/.test(page)],
  ['it fits small screens', page.includes('name="viewport"')],
  ['it has one main heading', headings.length === 1],
  ['the heading is not empty', (headings[0] ?? '') !== ''],
  ['the heading fits a line (80 characters)', (headings[0] ?? '').length <= 80],
  ['the styles are linked', page.includes('href="styles.css"')],
  ['the accent is a colour', /--accent: #[0-9a-f]{6};/.test(styles)],
]

for (const [name, good] of checks) console.log(\`\${good ? 'ok  ' : 'FAIL'}  \${name}\`)
const bad = checks.filter(([, good]) => !good).length
console.log(bad === 0 ? \`All \${checks.length} checks passed.\` : \`\${bad} of \${checks.length} checks failed.\`)
process.exit(bad === 0 ? 0 : 1)
`

const README = `# Harbour notes

One page, one style sheet, no build. Open index.html in a browser; \`node check.mjs\` looks for mistakes.
`

const FILES: Readonly<Record<string, string>> = {
  'index.html': INDEX,
  'styles.css': STYLES,
  'check.mjs': CHECK,
  'README.md': README,
}

/**
 * Puts a small web project into a workspace that is empty or does not exist yet; names that begin
 * with a dot do not count. False where something is there already: nothing is touched then.
 */
export async function createProject(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  const there = await readdir(folder)
  if (there.some((name) => !name.startsWith('.'))) return false
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder, name), content)
  return true
}
