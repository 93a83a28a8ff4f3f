// Shows a chosen theme before anything is drawn. A file of its own, and a script that the page waits for: the page's
// policy allows none within the page, and the app itself comes after the first drawing. theme.ts keeps the choice.
try {
  const chosen = localStorage.getItem('perigee:theme')
  if (['light', 'dark', 'black'].includes(chosen)) document.documentElement.setAttribute('data-theme', chosen)
} catch {
  // Storage is refused: nothing was chosen.
}
