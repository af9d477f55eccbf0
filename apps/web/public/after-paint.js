// Fetches and starts the app on the pages that show something before it (build/prerender.ts). Its code would share the line
// with what the picture needs; a tab in the background paints nothing and does not wait for it.
const painted = new Promise(resolve => {
  const observer = new PerformanceObserver(list => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
  })
  observer.observe({ type: 'paint', buffered: true })
})
await Promise.race([painted, new Promise(resolve => setTimeout(resolve, 500))])
for (const link of document.querySelectorAll('link[data-ahead]')) link.rel = 'modulepreload'
await import(document.querySelector('link[data-app]').href)
