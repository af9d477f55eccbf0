// Sets the theme before the first paint: the stored choice, else the system's. A file of its own, because the content
// security policy allows no inline scripts. The app takes over from here (src/device/theme.ts).
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('theme')
  } catch {
    // Storage is blocked: the system decides.
  }
  const dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#161110' : '#fffbf9')
})()
