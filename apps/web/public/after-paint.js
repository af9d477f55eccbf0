// Starts the app on the pages that show something before it (build/prerender.ts). The app's code is on its way meanwhile, but
// to run it would hold the picture up; a tab in the background paints nothing and does not wait for it.
const painted = new Promise(resolve => {
  const observer = new PerformanceObserver(list => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
  })
  observer.observe({ type: 'paint', buffered: true })
})
await Promise.race([painted, new Promise(resolve => setTimeout(resolve, 500))])
await import(document.querySelector('link[data-app]').href)
